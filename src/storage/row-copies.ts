// In charge of the statements that copy values from row to row inside the database: whatever a column holds, its copy
// holds the same. Each does any number of rows at once.
import { sql } from 'kysely';
import type { Dialect, GivenColumn } from './dialect.ts';
import { tallyOfChange, type RowStatements } from './row-statements.ts';
import type { SqlValue, Writing } from './session.ts';

/** What the statements are made with. */
export interface RowCopyContext {
  readonly dialect: Dialect;
  readonly statements: RowStatements;
}

/** Which columns of a copy are those of its source, and which are given. */
export interface CopiedColumns {
  readonly table: string;
  readonly copied: readonly string[];
  readonly given: readonly string[];
}

/**
 * Inserts copies of rows that are there.
 * @param rows Each the id of its source and then the given values, in the order of `given`
 * @returns the ids of the copies, in the order of the rows; null of a source that is not there
 */
export function* copyRows(
  { dialect, statements }: RowCopyContext,
  { table, copied, given }: CopiedColumns,
  rows: readonly (readonly [source: number, ...values: SqlValue[]])[],
): Writing<readonly (number | null)[]> {
  if (rows.length === 0) return [];
  const text = statements.text(['copy rows', table, copied, given], () => {
    const isEmpty = copied.length + given.length === 0;
    const names = (isEmpty ? ['id'] : [...copied, ...given]).map((column) => sql.id(column));
    const values = isEmpty
      ? [dialect.newId(table)]
      : [
          ...copied.map((column) => sql.id('source', column)),
          ...given.map((_, i) => sql.id('given', `value_${i}`)),
        ];
    const columns = [...integers('place', 'source_id'), ...valuesOf(statements, table, given)];
    // A cross join keeps SQLite to its order: from the few given rows to their sources.
    return sql`insert into ${sql.id(table)} (${sql.join(names)}) select ${sql.join(values)} from ${dialect.rowsOf(columns, 'given')} cross join ${sql.id(table)} as source where source.id = given.source_id order by given.place returning ${statements.inserted(table)}`;
  });
  const encoded = dialect.encodeRows(rows.map((row, place) => [place, ...row]));
  const tally = statements.tally(table, 1);
  const [inserted = []] = yield [{ sql: text, values: [encoded], tally }];
  const ids = inserted.map(([id]) => Number(id)).toSorted((a, b) => a - b);
  if (ids.length === rows.length) return ids;
  const sources = [...new Set(rows.map(([source]) => source))];
  const where = [{ column: 'id', in: sources }];
  const found = yield* statements.select(table, { columns: ['id'], where });
  const present = new Set(found.map(([id]) => Number(id)));
  // A source that was not there may have the id of a copy now.
  for (const id of ids) present.delete(id);
  const copies = ids.values();
  return rows.map(([source]) => (present.has(source) ? (copies.next().value ?? null) : null));
}

/** Overwrites columns of rows with those of others. @param rows Each the id of a row, then the one of its source, then the values of `given` */
export function* overwriteRows(
  { dialect, statements }: RowCopyContext,
  { table, copied, given }: CopiedColumns,
  rows: readonly (readonly [row: number, source: number, ...values: SqlValue[]])[],
): Writing<void> {
  if (rows.length === 0) return;
  const text = statements.text(['overwrite rows', table, copied, given], () => {
    const set = [
      ...copied.map((column) => sql`${sql.id(column)} = ${sql.id('source', column)}`),
      ...given.map((column, i) => sql`${sql.id(column)} = ${sql.id('given', `value_${i}`)}`),
    ];
    const columns = [...integers('row_id', 'source_id'), ...valuesOf(statements, table, given)];
    return sql`update ${sql.id(table)} set ${sql.join(set)} from ${dialect.rowsOf(columns, 'given')}, ${sql.id(table)} as source where ${sql.id(table, 'id')} = given.row_id and source.id = given.source_id`;
  });
  const tally = tallyOfChange([...copied, ...given]);
  yield [{ sql: text, values: [dialect.encodeRows(rows)], tally, unread: true }];
}

function integers(...names: readonly string[]): readonly GivenColumn[] {
  return names.map((name) => ({ name, type: 'integer' }));
}

function valuesOf(
  statements: RowStatements,
  table: string,
  columns: readonly string[],
): readonly GivenColumn[] {
  return statements.given(
    table,
    columns,
    columns.map((_, i) => `value_${i}`),
  );
}
