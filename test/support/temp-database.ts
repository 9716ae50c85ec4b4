// SQLite files for one test, with a plain connection like that of another program.
import BetterSqlite from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { openSqlite, type SqliteOptions } from '../../src/storage/sqlite/driver.ts';

export interface TempDatabase {
  readonly file: string;
  readonly database: Database;
  /** Another program's connection to the same file; it does not enforce foreign keys. */
  readonly other: BetterSqlite.Database;
}

/** A new database, after the script of another program has run on it. Closed and deleted when the test is over. */
export function openTemporary(script = '', options: SqliteOptions = {}): TempDatabase {
  const folder = mkdtempSync(path.join(tmpdir(), 'quoin-test-'));
  const file = path.join(folder, 'data.db');
  const other = new BetterSqlite(file);
  other.pragma('foreign_keys = OFF');
  other.exec(script);
  const database = openSqlite(file, options);
  onTestFinished(async () => {
    other.close();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { file, database, other };
}
