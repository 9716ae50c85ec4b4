// Statements that copy values between rows inside the database, exactly. Each handles any number of rows.
import { sql } from 'kysely';
import type { Dialect, BoundColumn } from '../dialect.ts';
import { deltaOfChange, type RowStatements } from './row-statements.ts';
import type { SqlValue, WriteSteps } from '../session.ts';

/** Dependencies of the statements. */
export interface RowCopyContext {
  readonly dialect: Dialect;
  readonly statements: RowStatements;
}

/** Columns that are copied from the source, and columns with assigned values. */
export interface CopiedColumns {
  readonly table: string;
  readonly copied: readonly string[];
  readonly assigned: readonly string[];
}

/**
 * Inserts copies of rows.
 * @param rows Each the id of its source, then the values in the order of `assigned`
 * @returns the ids of the copies in order; null for a source that does not exist
 */
export function* copyRows(
  { dialect, statements }: RowCopyContext,
  { table, copied, assigned }: CopiedColumns,
  rows: readonly (readonly [source: number, ...values: SqlValue[]])[],
): WriteSteps<readonly (number | null)[]> {
  if (rows.length === 0) return [];
  const text = statements.text(['copy rows', table, copied, assigned], () => {
    const isEmpty = copied.length + assigned.length === 0;
    const names = (isEmpty ? ['id'] : [...copied, ...assigned]).map((column) => sql.id(column));
    const values = isEmpty
      ? [dialect.newId(table)]
      : [
          ...copied.map((column) => sql.id('source', column)),
          ...assigned.map((_, i) => sql.id('given', `value_${i}`)),
        ];
    const columns = [...integers('place', 'source_id'), ...valuesOf(statements, table, assigned)];
    // SQLite keeps the order of a cross join: from the few given rows to their sources.
    return sql`insert into ${sql.id(table)} (${sql.join(names)}) select ${sql.join(values)} from ${dialect.rowsOf(columns, 'given')} cross join ${sql.id(table)} as source where source.id = given.source_id order by given.place returning ${statements.inserted(table)}`;
  });
  const encoded = dialect.encodeRows(rows.map((row, index) => [index, ...row]));
  const delta = statements.delta(table, 1);
  const [inserted = []] = yield [{ sql: text, values: [encoded], delta }];
  const ids = inserted.map(([id]) => Number(id)).toSorted((a, b) => a - b);
  if (ids.length === rows.length) return ids;
  const sources = [...new Set(rows.map(([source]) => source))];
  const where = [{ column: 'id', in: sources }];
  const found = yield* statements.select(table, { columns: ['id'], where });
  const present = new Set(found.map(([id]) => Number(id)));
  // The id of a missing source may now belong to a copy.
  for (const id of ids) present.delete(id);
  const copies = ids.values();
  return rows.map(([source]) => (present.has(source) ? (copies.next().value ?? null) : null));
}

/**
 * Overwrites columns of rows with those of others. @param rows Each the id of a row, the id of its source, then the
 * values of `assigned`
 */
export function* overwriteRows(
  { dialect, statements }: RowCopyContext,
  { table, copied, assigned }: CopiedColumns,
  rows: readonly (readonly [row: number, source: number, ...values: SqlValue[]])[],
): WriteSteps<void> {
  if (rows.length === 0) return;
  const text = statements.text(['overwrite rows', table, copied, assigned], () => {
    const set = [
      ...copied.map((column) => sql`${sql.id(column)} = ${sql.id('source', column)}`),
      ...assigned.map((column, i) => sql`${sql.id(column)} = ${sql.id('given', `value_${i}`)}`),
    ];
    const columns = [...integers('row_id', 'source_id'), ...valuesOf(statements, table, assigned)];
    return sql`update ${sql.id(table)} set ${sql.join(set)} from ${dialect.rowsOf(columns, 'given')}, ${sql.id(table)} as source where ${sql.id(table, 'id')} = given.row_id and source.id = given.source_id`;
  });
  const delta = deltaOfChange([...copied, ...assigned]);
  yield [{ sql: text, values: [dialect.encodeRows(rows)], delta, unread: true }];
}

function integers(...names: readonly string[]): readonly BoundColumn[] {
  return names.map((name) => ({ name, type: 'integer' }));
}

function valuesOf(
  statements: RowStatements,
  table: string,
  columns: readonly string[],
): readonly BoundColumn[] {
  return statements.boundColumns(
    table,
    columns,
    columns.map((_, i) => `value_${i}`),
  );
}
