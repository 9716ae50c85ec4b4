// Statements that write rows by table and column. Each handles any number of rows and is printed once per set of
// columns: rows are bound as a single JSON parameter, so that the text does not depend on their number.
import { sql } from 'kysely';
import type { ScalarType } from '../../schema/types.ts';
import { columnTypes, type ColumnTypeOf } from '../layout/table.ts';
import type { Dialect, Fragment, BoundColumn } from '../dialect.ts';
import type { Layout } from '../layout/layout.ts';
import { boundValues, isNever, shapeOf, whereOf, type RowCondition } from './row-conditions.ts';
import type { Query, Row, SqlValue, WriteSteps } from '../session.ts';
import { COUNTED_BY, countedColumns } from '../commits/row-count-delta.ts';
import { StatementTexts, type KeyPart } from './statement-texts.ts';

/** A selected column; `as` returns the exact driver value of an attribute type. */
export type SelectedColumn = string | { readonly column: string; readonly as: ScalarType };

/** Which rows to select, and in which order. */
export interface RowSelection {
  readonly columns: readonly SelectedColumn[];
  /** All conditions must hold. */
  readonly where: readonly RowCondition[];
  /** Columns, ascending. */
  readonly order?: readonly string[];
  /** True to lock the rows until the end of the transaction. */
  readonly locked?: boolean;
}

/** Changed values of a row by column. */
export interface RowMerge {
  readonly id: number;
  readonly values: ReadonlyMap<string, SqlValue>;
}

/** Rows to insert. */
interface Insertion {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
  /** Whether their ids are returned. */
  readonly named: boolean;
}

/** Creates and runs the statements of a dialect. */
export class RowStatements {
  readonly #dialect: Dialect;
  readonly #typeOf: ColumnTypeOf;
  /** Names of tables whose row counts are tracked. */
  readonly #counted: ReadonlySet<string>;
  readonly #texts = new StatementTexts();

  constructor(dialect: Dialect, { tables }: Pick<Layout, 'tables'>) {
    this.#dialect = dialect;
    this.#typeOf = columnTypes(tables);
    const counted = tables.filter(({ columns }) =>
      COUNTED_BY.every((name) => columns.some((column) => column.name === name)),
    );
    this.#counted = new Set(counted.map(({ name }) => name));
  }

  /** Columns of a table as columns of bound rows, with their own or other names. */
  boundColumns(
    table: string,
    columns: readonly string[],
    as: readonly string[] = columns,
  ): readonly BoundColumn[] {
    return columns.map((column, i) => ({
      name: as[i] ?? column,
      type: this.#typeOf(table, column),
    }));
  }

  /** Inserts rows, each a list of values in the order of `columns`. @returns their ids in order */
  *insert(
    table: string,
    columns: readonly string[],
    rows: readonly (readonly SqlValue[])[],
  ): WriteSteps<readonly number[]> {
    if (rows.length === 0) return [];
    if (columns.length === 0) return yield* this.#insertEmpty(table, rows.length);
    const [ids = []] = yield [this.#insertion(table, { columns, rows, named: true })];
    return ids.map(([id]) => Number(id)).toSorted((a, b) => a - b);
  }

  /** Inserts rows without returning ids. There must be at least one column. */
  *add(
    table: string,
    columns: readonly string[],
    rows: readonly (readonly SqlValue[])[],
  ): WriteSteps<void> {
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
        : sql`select ${names} from ${this.#dialect.rowsOf(this.boundColumns(table, columns), null)}`;
      const ids = returned ? sql` returning ${this.inserted(table)}` : sql``;
      return sql`insert into ${sql.id(table)} (${names}) ${values}${ids}`;
    });
    const values = isOne ? only : [this.#dialect.encodeRows(rows)];
    return { sql: text, values, delta: this.delta(table, 1), unread: !named };
  }

  /** A model may have no columns besides system columns. */
  *#insertEmpty(table: string, count: number): WriteSteps<readonly number[]> {
    const text = this.text(['insert empty', table], () => {
      const id = this.#dialect.newId(table);
      return sql`insert into ${sql.id(table)} (id) select ${id} from ${this.#dialect.rowsOf([PLACED], 'given')} returning id`;
    });
    const rows = this.#dialect.encodeRows(Array.from({ length: count }, (_, i) => [i]));
    const [ids = []] = yield [{ sql: text, values: [rows] }];
    return ids.map(([id]) => Number(id)).toSorted((a, b) => a - b);
  }

  /** Updates rows by id. @param rows Each the id, then the values in the order of `columns` */
  *update(
    table: string,
    columns: readonly string[],
    rows: readonly (readonly SqlValue[])[],
  ): WriteSteps<void> {
    if (rows.length === 0 || columns.length === 0) return;
    const { sql: text, values } = this.#updateAll(table, columns, rows);
    yield [{ sql: text, values, delta: deltaOfChange(columns), unread: true }];
  }

  #updateAll(
    table: string,
    columns: readonly string[],
    rows: readonly (readonly SqlValue[])[],
  ): Query {
    const text = this.text(['update', table, ...columns], () => {
      const set = columns.map((column) => sql`${sql.id(column)} = ${sql.id('given', column)}`);
      const given = this.#dialect.rowsOf(this.boundColumns(table, ['id', ...columns]), 'given');
      return sql`update ${sql.id(table)} set ${sql.join(set)} from ${given} where ${sql.id(table, 'id')} = ${sql.id('given', 'id')}`;
    });
    return { sql: text, values: [this.#dialect.encodeRows(rows)] };
  }

  /** Updates rows by id, each only in the columns that it has values for. */
  merge(table: string, rows: readonly RowMerge[]): WriteSteps<void> {
    return this.#merge(table, rows, deltaOfChange);
  }

  /** Updates rows by id that stay drafts or stay published, whatever is written to `published_at`. */
  mergeWithinVersions(table: string, rows: readonly RowMerge[]): WriteSteps<void> {
    return this.#merge(table, rows, (columns) =>
      deltaOfChange(columns.filter((name) => name !== 'published_at')),
    );
  }

  *#merge(
    table: string,
    rows: readonly RowMerge[],
    deltaOf: typeof deltaOfChange,
  ): WriteSteps<void> {
    const [only] = rows;
    if (!only) return;
    const isOne = rows.length === 1;
    const columns = [...(isOne ? only.values.keys() : columnsOf(rows))];
    if (columns.length === 0) return;
    const { sql: text, values } = isOne
      ? this.#updateOne(table, columns, only)
      : rows.every((each) => each.values.size === columns.length)
        ? this.#updateAll(table, columns, inFull(columns, rows))
        : this.#mergeSome(table, columns, rows);
    yield [{ sql: text, values, delta: deltaOf(columns), unread: true }];
  }

  #updateOne(table: string, columns: readonly string[], { id, values }: RowMerge): Query {
    const text = this.text(['update one', table, ...columns], () => {
      const set = columns.map((column) => sql`${sql.id(column)} = ${PLACEHOLDER}`);
      return sql`update ${sql.id(table)} set ${sql.join(set)} where id = ${PLACEHOLDER}`;
    });
    return { sql: text, values: [...columns.map((name) => valueOf(values, name)), id] };
  }

  /** Each column has a flag for whether the row has a value for it. */
  #mergeSome(table: string, columns: readonly string[], rows: readonly RowMerge[]): Query {
    const flag = (i: number): string => `has_${i}`;
    const text = this.text(['merge', table, ...columns], () => {
      const set = columns.map((column, i) => {
        const [own, given] = [sql.id(table, column), sql.id('given', `value_${i}`)];
        return sql`${sql.id(column)} = case when ${sql.id('given', flag(i))} = 1 then ${given} else ${own} end`;
      });
      const values = this.boundColumns(
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
  *delete(table: string, where: readonly RowCondition[]): WriteSteps<void> {
    if (isNever(where)) return;
    // Without ids, the number of rows is not bounded.
    const delta = where.some(namesRows) ? this.delta(table, -1) : undefined;
    const text = this.text(['delete', table, ...shapeOf(where)], () => {
      const deleted = delta === undefined ? sql`` : sql` returning ${countedColumns}`;
      return sql`delete from ${sql.id(table)}${whereOf(this.#dialect, where)}${deleted}`;
    });
    yield [{ sql: text, values: boundValues(this.#dialect, where), delta, unread: true }];
  }

  /** Selects rows, each in the order of the selected columns. */
  *select(table: string, selection: RowSelection): WriteSteps<readonly Row[]> {
    if (isNever(selection.where)) return [];
    const [rows = []] = yield [this.selection(table, selection)];
    return rows;
  }

  /** Returns the statement of a selection, to run together with others. */
  selection(table: string, { columns, where, order = [], locked = false }: RowSelection): Query {
    const key = ['select', table, columns, locked, ...shapeOf(where), '|', ...order];
    const text = this.text(key, () => {
      const names = sql.join(columns.map((column) => this.#selected(column)));
      const sorted =
        order.length === 0
          ? sql``
          : sql` order by ${sql.join(order.map((column) => sql.id(column)))}`;
      const lock = locked ? (this.#dialect.forUpdate ?? sql``) : sql``;
      return sql`select ${names} from ${sql.id(table)}${whereOf(this.#dialect, where)}${sorted}${lock}`;
    });
    return { sql: text, values: boundValues(this.#dialect, where) };
  }

  /** Columns returned by an insert: the id, and what counts need. */
  inserted(table: string): Fragment {
    return this.#counted.has(table) ? sql`id, ${countedColumns}` : sql`id`;
  }

  /** Delta of a statement that returns inserted (1) or deleted (-1) rows. */
  delta(table: string, sign: 1 | -1): Query['delta'] {
    return this.#counted.has(table) ? sign : undefined;
  }

  /** Cached text of a statement by key. */
  text(key: readonly KeyPart[], make: () => Fragment): string {
    return this.#texts.get(key, () => this.#dialect.compile(make()).sql);
  }

  #selected(selected: SelectedColumn): Fragment {
    if (typeof selected === 'string') return sql.id(selected);
    return this.#dialect.selected(selected.as, sql.id(selected.column));
  }
}

/** Delta of a statement that only updates columns. */
export function deltaOfChange(columns: readonly string[]): Query['delta'] {
  return COUNTED_BY.some((name) => columns.includes(name)) ? undefined : 0;
}

function namesRows(condition: RowCondition): boolean {
  return condition.column === 'id' && ('in' in condition || 'is' in condition);
}

/** The columns that any of the rows has values for. */
function columnsOf(rows: readonly RowMerge[]): ReadonlySet<string> {
  return new Set(rows.flatMap(({ values }) => [...values.keys()]));
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

/** An id among bound values. */
export const ID: BoundColumn = { name: 'id', type: 'integer' };

/** Bound rows of which only the number matters. */
const PLACED: BoundColumn = { name: 'place', type: 'integer' };

/** Placeholder for a value that is bound at run time. */
const PLACEHOLDER = '';
