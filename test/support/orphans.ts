// In charge of looking into a database file for what a half write would leave.
import type BetterSqlite from 'better-sqlite3';
import { brokenLinksQuery } from './broken-links.ts';

/** A line for everything in a database that hangs on nothing or leads nowhere. */
export function findOrphans(
  connection: BetterSqlite.Database,
  schema: Parameters<typeof brokenLinksQuery>[0],
): readonly unknown[] {
  const keys = connection.pragma('foreign_key_check') as readonly unknown[];
  return [...keys, ...connection.prepare(brokenLinksQuery(schema)).all()];
}
