// Opens durable connections to a SQLite file.
import type { SqliteConnection } from './connection.ts';
import { MAX_LOG } from './wal.ts';
import { openConnection } from './open-connection.ts';

/** How long to wait for a lock of another program, in milliseconds. */
export const BUSY_TIMEOUT = 5000;

/** Page cache of a connection in KiB. SQLite's default of 2,000 is too small for lists of a large table. */
const CACHE = 32_000;

/**
 * WAL with `synchronous=FULL`: better-sqlite3's default in WAL is NORMAL, which can lose the last commits in a power
 * failure.
 * @param busyTimeout How long to wait for a lock of another program, in milliseconds
 * @throws SqliteError if the file is not a database or cannot be opened
 */
export function connect(file: string, busyTimeout: number): SqliteConnection {
  const connection = openConnection(file, { timeout: busyTimeout });
  connection.exec('PRAGMA journal_mode = WAL');
  // After a large transaction the log is truncated to this size.
  connection.exec(`PRAGMA journal_size_limit = ${MAX_LOG}`);
  connection.exec('PRAGMA synchronous = FULL');
  connection.exec('PRAGMA foreign_keys = ON');
  connection.exec(`PRAGMA cache_size = -${CACHE}`);
  return connection;
}

/** The part of the file that a read-only connection maps into memory, in bytes. SQLite reads the rest page by page. */
const MAPPED = 2 ** 30;

/**
 * For a process that only reads: scans of mapped pages copy nothing, and processes share them. If another program
 * truncates the file, access to the missing part kills the process.
 * @param busyTimeout How long to wait for a lock of another program, in milliseconds
 * @throws SqliteError if the file is not a database or cannot be opened
 */
export function connectReadOnly(file: string, busyTimeout: number): SqliteConnection {
  const connection = openConnection(file, { timeout: busyTimeout, readonly: true });
  connection.exec(`PRAGMA mmap_size = ${MAPPED}`);
  return connection;
}
