// Statements of programs on SQLite: rows by column, as the driver returns them.
import { commandOf, type RawQuery, type RawResult } from '../session.ts';
import type { SqliteConnection, SqliteStatement } from './connection.ts';

/** Runs a statement of a program. @throws SqliteError */
export function runRaw(connection: SqliteConnection, { sql, values }: RawQuery): RawResult {
  return run(connection.prepare(sql), values);
}

/** Runs a statement of a program that cannot change the database. @returns null if it may change it @throws SqliteError */
export function readRaw(connection: SqliteConnection, { sql, values }: RawQuery): RawResult | null {
  if (commandOf(sql) !== 'SELECT') return null;
  const statement = connection.prepare(sql);
  return statement.readonly ? run(statement, values) : null;
}

function run(statement: SqliteStatement, parameters: readonly unknown[]): RawResult {
  const values = parameters.map(toSqlite);
  const command = commandOf(statement.source);
  if (statement.reader) {
    const rows = statement.all(...values) as Record<string, unknown>[];
    return { rows, count: rows.length, lastId: null, command };
  }
  const { changes, lastInsertRowid } = statement.run(...values) as RunResult;
  return { rows: null, count: changes, lastId: lastInsertRowid, command };
}

interface RunResult {
  readonly changes: number;
  readonly lastInsertRowid: number | bigint;
}

/** Times are milliseconds since 1970, booleans 0 and 1. */
function toSqlite(value: unknown): unknown {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'boolean' ? Number(value) : value;
}
