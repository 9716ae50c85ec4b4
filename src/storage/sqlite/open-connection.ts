// Opens SQLite connections with the driver for the current version of Node (docs/decisions/0020).
import { createRequire } from 'node:module';
import type { ConnectionOptions, SqliteConnection, SqliteDriver } from './connection.ts';
import { isNode20, loadDriverNode20 } from './driver-node20.ts';

let driver: SqliteDriver | undefined;

/**
 * Opens a connection to a file, or to a database in memory (`:memory:`).
 * @throws an Error that `sqliteCodeOf` recognizes if the file is not a database or cannot be opened
 * @throws StorageError (missingDriver) on Node 20 if no driver is installed
 */
export function openConnection(file: string, options?: ConnectionOptions): SqliteConnection {
  driver ??= loadDriver();
  return new driver(file, options);
}

function loadDriver(): SqliteDriver {
  const require = createRequire(import.meta.url);
  if (isNode20) return loadDriverNode20(require);
  const loaded: SqliteDriver = require('better-sqlite3-node22');
  return loaded;
}
