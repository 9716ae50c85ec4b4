// Drops a SQLite column: its indexes must be dropped first, and a key cannot be dropped.
import { inSavepoint, type Session } from '../session.ts';
import { quote } from './quote.ts';

/** Drops a column and its indexes. @throws Error and leaves the column unchanged */
export async function dropColumn(session: Session, table: string, column: string): Promise<void> {
  const indexes = await session.rows({
    sql: `SELECT DISTINCT i.name FROM pragma_index_list(?) i JOIN pragma_index_info(i.name) c
      WHERE i.origin = 'c' AND lower(c.name) = lower(?)`,
    values: [table, column],
  });
  await inSavepoint(session, async () => {
    for (const [name] of indexes) await session.script(`DROP INDEX ${quote(String(name))}`);
    await session.script(`ALTER TABLE ${quote(table)} DROP COLUMN ${quote(column)}`);
  });
}
