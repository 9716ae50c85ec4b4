// In charge of looking at a SQLite file without changing it: no pragma is set, and nothing is made.
import { existsSync } from 'node:fs';
import type { LiveColumn } from '../ddl.ts';
import type { Dialect } from '../dialect.ts';
import { runReading, type Reading } from '../session.ts';
import { sqliteDialect } from './dialect.ts';
import type { SqliteConnection } from './connection.ts';
import { sqliteDdl } from './ddl.ts';
import { openConnection } from './open-connection.ts';
import { Statements } from './statements.ts';

/** Finds a column by the names of table and column, in any case; undefined where there is none. */
export type LiveColumns = (table: string, column: string) => LiveColumn | undefined;

/** The columns of a database file; none where there is no file. @throws SqliteError where it is no database */
export function inspectSqlite(file: string): LiveColumns {
  if (!existsSync(file)) return () => undefined;
  const connection = openToLook(file);
  try {
    const statements = new Statements(connection);
    const { tables } = runReading(sqliteDdl.inspect(), (query) => statements.rows(query));
    const { fold } = sqliteDdl;
    return (table, column) => tables.get(fold(table))?.get(fold(column));
  } finally {
    connection.close();
  }
}

/** Runs a reading on a database file; null where there is no file. @throws SqliteError where it is no database */
export function lookInto<T>(file: string, reading: (dialect: Dialect) => Reading<T>): T | null {
  if (!existsSync(file)) return null;
  const connection = openToLook(file);
  try {
    const statements = new Statements(connection);
    connection.exec('BEGIN');
    return runReading(reading(sqliteDialect), (query) => statements.rows(query));
  } finally {
    connection.close();
  }
}

/**
 * Where a log lies beside the file, only a connection that may not write leaves the log where it is. Where none
 * does, only one that may write takes away the empty log that it must make itself to read.
 */
function openToLook(file: string): SqliteConnection {
  return openConnection(file, { readonly: existsSync(`${file}-wal`), fileMustExist: true });
}
