// Counts rows: of tables, and grouped by a reference.
import { sql } from 'kysely';
import type { LinkStatementContext } from './link-statements.ts';
import type { ReadSteps } from '../session.ts';

/** Returns how many rows of a table have each value of a column with row ids. */
export function* countByReference(
  { statements }: LinkStatementContext,
  { table, column }: { readonly table: string; readonly column: string },
): ReadSteps<ReadonlyMap<number, number>> {
  const text = statements.text(['count rows', table, column], () => {
    const name = sql.id(column);
    return sql`select ${name}, count(*) from ${sql.id(table)} group by ${name}`;
  });
  const [rows = []] = yield [{ sql: text, values: [] }];
  return new Map(rows.map(([id, count]) => [Number(id), Number(count)]));
}

/** Numbers of rows of tables, in their order, in one step. @param tables Names of tables of the layout */
export function* countTables(tables: readonly string[]): ReadSteps<readonly number[]> {
  const counts = yield tables.map((table) => ({
    sql: `select count(*) from ${quotedName(table)}`,
    values: [],
  }));
  return tables.map((_, i) => Number(counts[i]?.[0]?.[0] ?? 0));
}

function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
