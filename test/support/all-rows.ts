// Reads all rows of a database, for comparisons.
import type { Layout } from '../../src/storage/layout/layout.ts';
import type { OtherProgram, SqlRow } from './test-database.ts';

/** The rows of every table of a layout by id, without sequences. */
export async function allRows(
  { sql }: Pick<OtherProgram, 'sql'>,
  { tables }: Layout,
): Promise<ReadonlyMap<string, readonly SqlRow[]>> {
  const rows = new Map<string, readonly SqlRow[]>();
  for (const { name } of tables) rows.set(name, await sql(`select * from "${name}" order by 1`));
  return rows;
}
