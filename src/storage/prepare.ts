// In charge of what a start does to its database: bring it to the layout, remember that, then write the first rows.
import type { Database } from './database.ts';
import { writeFirstRows, type FirstRowsOptions } from './first-rows.ts';
import { keepTables } from './known-tables.ts';
import { keepAttached } from './attach.ts';
import type { Layout } from './layout.ts';
import type { FileOf } from './storage-error.ts';
import { syncDatabase, type SyncReport } from './sync.ts';

export interface PrepareOptions extends FirstRowsOptions {
  /** Names the schema file of a uid, for messages. */
  readonly fileOf?: FileOf;
}

/** What a start did to its database; every list is empty when it was as it must be. */
export interface PrepareReport extends SyncReport {
  /** Tables that got their first rows. */
  readonly filled: readonly string[];
}

/**
 * Makes a database ready to be served: an empty one becomes whole, one of Strapi or another program is completed,
 * one that fits is only read. Nothing is ever dropped.
 * @throws StorageError, with the database left as it was, when a value would be lost or a table cannot be made to fit.
 */
export async function prepareDatabase(
  database: Database,
  layout: Layout,
  options: PrepareOptions,
): Promise<PrepareReport> {
  const report = await syncDatabase(database, layout, options.fileOf);
  await keepAttached(database, layout);
  await keepTables(database, layout);
  return { ...report, filled: await writeFirstRows(database, layout, options) };
}
