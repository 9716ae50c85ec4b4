// Inspects a SQLite file without changing it: sets no pragma and creates nothing.
import { existsSync } from 'node:fs';
import type { LiveColumn } from '../migration/ddl.ts';
import type { Dialect } from '../dialect.ts';
import { runSteps, type ReadSteps } from '../session.ts';
import { sqliteDialect } from './dialect.ts';
import type { SqliteConnection } from './connection.ts';
import { sqliteDdl } from './ddl.ts';
import { openConnection } from './open-connection.ts';
import { Statements } from './statements.ts';

/** Finds a column by table and column name, ignoring case; undefined if it does not exist. */
export type LiveColumns = (table: string, column: string) => LiveColumn | undefined;

/** Columns of a database file; none if it does not exist. @throws SqliteError if it is not a database */
export function inspectSqlite(file: string): LiveColumns {
  if (!existsSync(file)) return () => undefined;
  const connection = openToLook(file);
  try {
    const statements = new Statements(connection);
    const { tables } = runSteps(sqliteDdl.inspect(), (query) => statements.rows(query));
    const { fold } = sqliteDdl;
    return (table, column) => tables.get(fold(table))?.get(fold(column));
  } finally {
    connection.close();
  }
}

/** Runs a read on a database file. @returns null if it does not exist @throws SqliteError if it is not a database */
export function inspectFile<T>(file: string, steps: (dialect: Dialect) => ReadSteps<T>): T | null {
  if (!existsSync(file)) return null;
  const connection = openToLook(file);
  try {
    const statements = new Statements(connection);
    connection.exec('BEGIN');
    return runSteps(steps(sqliteDialect), (query) => statements.rows(query));
  } finally {
    connection.close();
  }
}

/**
 * If there is a log, only a read-only connection leaves it unchanged. If there is none, only a writable connection
 * removes the empty log that it must create for reading.
 */
function openToLook(file: string): SqliteConnection {
  return openConnection(file, { readonly: existsSync(`${file}-wal`), fileMustExist: true });
}
