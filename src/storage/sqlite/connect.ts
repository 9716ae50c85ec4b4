// In charge of opening a connection to a SQLite file, durable and checked.
import type { SqliteConnection } from './connection.ts';
import { MAX_LOG } from './wal.ts';
import { openConnection } from './open-connection.ts';

/** How long to wait for a lock held by another program, in milliseconds. */
export const PATIENCE = 5000;

/** Pages that a connection keeps in memory, in KiB; SQLite's own 2,000 are read again and again by lists of a large table. */
const CACHE = 32_000;

/**
 * WAL with `synchronous=FULL`: better-sqlite3 is built to lower it to NORMAL in WAL, which can lose the last
 * commits in a power cut.
 * @param patience How long to wait for a lock held by another program, in milliseconds
 * @throws SqliteError where the file is no database or cannot be opened
 */
export function connect(file: string, patience: number): SqliteConnection {
  const connection = openConnection(file, { timeout: patience });
  connection.exec('PRAGMA journal_mode = WAL');
  // After a large transaction the log is cut to this size.
  connection.exec(`PRAGMA journal_size_limit = ${MAX_LOG}`);
  connection.exec('PRAGMA synchronous = FULL');
  connection.exec('PRAGMA foreign_keys = ON');
  connection.exec(`PRAGMA cache_size = -${CACHE}`);
  return connection;
}
