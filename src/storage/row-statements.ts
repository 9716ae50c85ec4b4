// In charge of the statements that write rows by table and column: each writes any number of rows at once, and is
// printed once for a set of columns. Rows travel as one JSON parameter, so that their number is not in the text.
import { sql } from 'kysely';
import { LruMap } from '../base/lru-map.ts';
import type { ScalarType } from '../schema/types.ts';
import { columnTypes, type ColumnTypeOf } from './column-types.ts';
import type { Dialect, Fragment, GivenColumn } from './dialect.ts';
import type { Layout } from './layout.ts';
import { boundValues, isNever, shapeOf, whereOf, type RowCondition } from './row-conditions.ts';
import type { Query, Row, SqlValue, Writing } from './session.ts';
import { COUNTED_BY, countedColumns } from './tally.ts';

/** How many printed statements are kept. */
const KEPT_TEXTS = 2000;

/** A column that is read; `as` gives the driver's value of an attribute type exactly. */
export type SelectedColumn = string | { readonly column: string; readonly as: ScalarType };

/** Which rows are read, and in which order. */
export interface RowSelection {
  readonly columns: readonly SelectedColumn[];
  /** All of them hold. */
  readonly where: readonly RowCondition[];
  /** Columns, ascending. */
  readonly order?: readonly string[];
}

/** What of a row changes, by column. */
export interface RowMerge {
  readonly id: number;
  readonly values: ReadonlyMap<string, SqlValue>;
}

/** Rows that are inserted. */
interface Insertion {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
  /** Whether their ids are asked for. */
  readonly named: boolean;
}

/** Makes and runs the statements of one dialect. */
export class RowStatements {
  readonly #dialect: Dialect;
  readonly #typeOf: ColumnTypeOf;
  /** Names of tables whose rows are added up as they come and go. */
  readonly #counted: ReadonlySet<string>;
  readonly #texts = new LruMap<string, string>(KEPT_TEXTS);

  constructor(dialect: Dialect, { tables }: Pick<Layout, 'tables'>) {
    this.#dialect = dialect;
    this.#typeOf = columnTypes(tables);
    const counted = tables.filter(({ columns }) =>
      COUNTED_BY.every((name) => columns.some((column) => column.name === name)),
    );
    this.#counted = new Set(counted.map(({ name }) => name));
  }

  /** Columns of a table as columns of given rows, under their own names or others. */
  given(
    table: string,
    columns: readonly string[],
    as: readonly string[] = columns,
  ): readonly GivenColumn[] {
    return columns.map((column, i) => ({
      name: as[i] ?? column,
      type: this.#typeOf(table, column),
    }));
  }

  /** Inserts rows, each a list of values in the order of `columns`. @returns their ids, in the order of the rows */
  *insert(
    table: string,
    columns: readonly string[],
    rows: readonly (readonly SqlValue[])[],
  ): Writing<readonly number[]> {
    if (rows.length === 0) return [];
    if (columns.length === 0) return yield* this.#insertEmpty(table, rows.length);
    const [given = []] = yield [this.#insertion(table, { columns, rows, named: true })];
    return given.map(([id]) => Number(id)).toSorted((a, b) => a - b);
  }

  /** Inserts rows whose ids nobody asks for. There is a column at least. */
  *add(
    table: string,
    columns: readonly string[],
    rows: readonly (readonly SqlValue[])[],
  ): Writing<void> {
    if (rows.length > 0) yield [this.#insertion(table, { columns, rows, named: false })];
  }

  #insertion(table: string, { columns, rows, named }: Insertion): Query {
    const [only] = rows;
    const isOne = rows.length === 1 && only !== undefined;
    const returned = named || this.#counted.has(table);
    const text = this.text(['insert', isOne, returned, table, ...columns], () => {
      const names = sql.join(columns.map((column) => sql.id(column)));
      const values = isOne
        ? sql`values (${sql.join(columns.map(() => null))})`
        : sql`select ${names} from ${this.#dialect.rowsOf(this.given(table, columns), null)}`;
      const ids = returned ? sql` returning ${this.inserted(table)}` : sql``;
      return sql`insert into ${sql.id(table)} (${names}) ${values}${ids}`;
    });
    const values = isOne ? only : [this.#dialect.encodeRows(rows)];
    return { sql: text, values, tally: this.tally(table, 1), unread: !named };
  }

  /** A model may have no column of its own. */
  *#insertEmpty(table: string, count: number): Writing<readonly number[]> {
    const text = this.text(['insert empty', table], () => {
      const id = this.#dialect.newId(table);
      return sql`insert into ${sql.id(table)} (id) select ${id} from ${this.#dialect.rowsOf([PLACED], 'given')} returning id`;
    });
    const rows = this.#dialect.encodeRows(Array.from({ length: count }, (_, i) => [i]));
    const [given = []] = yield [{ sql: text, values: [rows] }];
    return given.map(([id]) => Number(id)).toSorted((a, b) => a - b);
  }

  /** Updates rows by their id. @param rows Each the id and then the values, in the order of `columns` */
  *update(
    table: string,
    columns: readonly string[],
    rows: readonly (readonly SqlValue[])[],
  ): Writing<void> {
    if (rows.length === 0 || columns.length === 0) return;
    yield [
      { ...this.#updateAll(table, columns, rows), tally: tallyOfChange(columns), unread: true },
    ];
  }

  #updateAll(
    table: string,
    columns: readonly string[],
    rows: readonly (readonly SqlValue[])[],
  ): Query {
    const text = this.text(['update', table, ...columns], () => {
      const set = columns.map((column) => sql`${sql.id(column)} = ${sql.id('given', column)}`);
      const given = this.#dialect.rowsOf(this.given(table, ['id', ...columns]), 'given');
      return sql`update ${sql.id(table)} set ${sql.join(set)} from ${given} where ${sql.id(table, 'id')} = ${sql.id('given', 'id')}`;
    });
    return { sql: text, values: [this.#dialect.encodeRows(rows)] };
  }

  /** Updates rows by their id, each only in the columns that it has values for. */
  merge(table: string, rows: readonly RowMerge[]): Writing<void> {
    return this.#merge(table, rows, tallyOfChange);
  }

  /** The same for rows that stay drafts, or published ones, whatever is written to `published_at`. */
  mergeWithinVersions(table: string, rows: readonly RowMerge[]): Writing<void> {
    return this.#merge(table, rows, (columns) =>
      tallyOfChange(columns.filter((name) => name !== 'published_at')),
    );
  }

  *#merge(table: string, rows: readonly RowMerge[], tallyOf: typeof tallyOfChange): Writing<void> {
    const columns = [...new Set(rows.flatMap(({ values }) => [...values.keys()]))];
    const [only] = rows;
    if (!only || columns.length === 0) return;
    const query =
      rows.length === 1
        ? this.#updateOne(table, columns, only)
        : rows.every(({ values }) => values.size === columns.length)
          ? this.#updateAll(table, columns, inFull(columns, rows))
          : this.#mergeSome(table, columns, rows);
    yield [{ ...query, tally: tallyOf(columns), unread: true }];
  }

  #updateOne(table: string, columns: readonly string[], { id, values }: RowMerge): Query {
    const text = this.text(['update one', table, ...columns], () => {
      const set = columns.map((column) => sql`${sql.id(column)} = ${PLACE}`);
      return sql`update ${sql.id(table)} set ${sql.join(set)} where id = ${PLACE}`;
    });
    return { sql: text, values: [...columns.map((name) => valueOf(values, name)), id] };
  }

  /** Every column comes with a flag that says whether the row has a value for it. */
  #mergeSome(table: string, columns: readonly string[], rows: readonly RowMerge[]): Query {
    const flag = (i: number): string => `has_${i}`;
    const text = this.text(['merge', table, ...columns], () => {
      const set = columns.map((column, i) => {
        const [own, given] = [sql.id(table, column), sql.id('given', `value_${i}`)];
        return sql`${sql.id(column)} = case when ${sql.id('given', flag(i))} = 1 then ${given} else ${own} end`;
      });
      const values = this.given(
        table,
        columns,
        columns.map((_, i) => `value_${i}`),
      );
      const flagged = values.flatMap((value, i) => [
        { name: flag(i), type: 'integer' } as const,
        value,
      ]);
      const given = this.#dialect.rowsOf([ID, ...flagged], 'given');
      return sql`update ${sql.id(table)} set ${sql.join(set)} from ${given} where ${sql.id(table, 'id')} = ${sql.id('given', 'id')}`;
    });
    const flagged = rows.map(({ id, values }) => [
      id,
      ...columns.flatMap((name) => [Number(values.has(name)), valueOf(values, name)]),
    ]);
    return { sql: text, values: [this.#dialect.encodeRows(flagged)] };
  }

  /** Deletes rows. */
  *delete(table: string, where: readonly RowCondition[]): Writing<void> {
    if (isNever(where)) return;
    // There may be any number of those that are not named.
    const tally = where.some(namesRows) ? this.tally(table, -1) : undefined;
    const text = this.text(['delete', table, ...shapeOf(where)], () => {
      const deleted = tally === undefined ? sql`` : sql` returning ${countedColumns}`;
      return sql`delete from ${sql.id(table)}${whereOf(this.#dialect, where)}${deleted}`;
    });
    yield [{ sql: text, values: boundValues(this.#dialect, where), tally, unread: true }];
  }

  /** Reads rows, each in the order of the selected columns. */
  *select(table: string, selection: RowSelection): Writing<readonly Row[]> {
    if (isNever(selection.where)) return [];
    const [rows = []] = yield [this.selection(table, selection)];
    return rows;
  }

  /** The statement of a selection, to be run beside others. */
  selection(table: string, { columns, where, order = [] }: RowSelection): Query {
    const key = ['select', table, columns, ...shapeOf(where), '|', ...order];
    const text = this.text(key, () => {
      const names = sql.join(columns.map((column) => this.#selected(column)));
      const sorted =
        order.length === 0
          ? sql``
          : sql` order by ${sql.join(order.map((column) => sql.id(column)))}`;
      return sql`select ${names} from ${sql.id(table)}${whereOf(this.#dialect, where)}${sorted}`;
    });
    return { sql: text, values: boundValues(this.#dialect, where) };
  }

  /** What is returned of rows that are inserted: their ids, and what they are added up by. */
  inserted(table: string): Fragment {
    return this.#counted.has(table) ? sql`id, ${countedColumns}` : sql`id`;
  }

  /** How a statement is added up whose rows all come (1) or go (-1), and are returned. */
  tally(table: string, sign: 1 | -1): Query['tally'] {
    return this.#counted.has(table) ? sign : undefined;
  }

  /** The printed text of a statement, made once for a key. */
  text(key: readonly unknown[], make: () => Fragment): string {
    const name = JSON.stringify(key);
    return this.#texts.get(name) ?? this.#texts.keep(name, this.#dialect.compile(make()).sql);
  }

  #selected(selected: SelectedColumn): Fragment {
    if (typeof selected === 'string') return sql.id(selected);
    return this.#dialect.selected(selected.as, sql.id(selected.column));
  }
}

/** How a statement is added up that only changes columns of rows. */
export function tallyOfChange(columns: readonly string[]): Query['tally'] {
  return COUNTED_BY.some((name) => columns.includes(name)) ? undefined : 0;
}

function namesRows(condition: RowCondition): boolean {
  return condition.column === 'id' && ('in' in condition || 'is' in condition);
}

function inFull(
  columns: readonly string[],
  rows: readonly RowMerge[],
): readonly (readonly SqlValue[])[] {
  return rows.map(({ id, values }) => [id, ...columns.map((name) => valueOf(values, name))]);
}

function valueOf(values: ReadonlyMap<string, SqlValue>, column: string): SqlValue {
  return values.get(column) ?? null;
}

/** An id among given values. */
export const ID: GivenColumn = { name: 'id', type: 'integer' };

/** Given values of which only the number counts. */
const PLACED: GivenColumn = { name: 'place', type: 'integer' };

/** Stands where a value is bound when the statement runs. */
const PLACE = '';
