// In charge of counting rows by what they refer to, in one statement however many there are.
import { sql } from 'kysely';
import type { LinkStatementContext } from './link-statements.ts';
import type { Reading } from './session.ts';

/** How many rows of a table have each value of a column that holds row ids. */
export function* countRows(
  { statements }: LinkStatementContext,
  { table, column }: { readonly table: string; readonly column: string },
): Reading<ReadonlyMap<number, number>> {
  const text = statements.text(['count rows', table, column], () => {
    const name = sql.id(column);
    return sql`select ${name}, count(*) from ${sql.id(table)} group by ${name}`;
  });
  const [rows = []] = yield [{ sql: text, values: [] }];
  return new Map(rows.map(([id, count]) => [Number(id), Number(count)]));
}
