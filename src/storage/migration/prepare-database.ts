// Migrates a database at startup: applies the layout, records it, and writes the initial rows.
import type { Database } from '../database.ts';
import { writeFirstRows, type FirstRowsOptions } from './first-rows.ts';
import { recordTables } from './recorded-tables.ts';
import { completeTriggers } from './attach.ts';
import type { Layout } from '../layout/layout.ts';
import type { FileOf } from './storage-issues.ts';
import { syncDatabase, type SyncReport } from './sync-database.ts';

export interface PrepareOptions extends FirstRowsOptions {
  /** Names the schema file of a uid, for messages. */
  readonly fileOf?: FileOf;
}

/** What a migration changed; all lists are empty if the database was up to date. */
export interface PrepareReport extends SyncReport {
  /** Tables that got initial rows. */
  readonly filled: readonly string[];
}

/**
 * Migrates a database: initializes an empty one, and completes one of Strapi or another program; one that is up to
 * date is only read. Nothing is ever dropped.
 * @throws StorageError if a value would be lost or a table cannot be migrated; the database is unchanged then
 */
export async function prepareDatabase(
  database: Database,
  layout: Layout,
  options: PrepareOptions,
): Promise<PrepareReport> {
  const report = await syncDatabase(database, layout, options.fileOf);
  await completeTriggers(database, layout);
  await recordTables(database, layout);
  return { ...report, filled: await writeFirstRows(database, layout, options) };
}
