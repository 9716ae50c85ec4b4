// Separate connection to the database of a test server, like that of another program.
import BetterSqlite from 'better-sqlite3';
import path from 'node:path';

/** Runs a script on the database of a project's folder, as another program would. */
export function changeDatabase(folder: string, script: string): void {
  const database = openBeside(folder);
  database.exec(script);
  database.close();
}

/** The first value of the first row of a query. */
export function readValue(folder: string, sql: string): unknown {
  const database = openBeside(folder);
  const value: unknown = database.prepare(sql).pluck().get();
  database.close();
  return value;
}

/** Holds the write lock, as another program would. @returns a function that releases it */
export function lockDatabase(folder: string): () => void {
  const database = openBeside(folder);
  database.exec('begin immediate');
  return () => database.close();
}

function openBeside(folder: string): BetterSqlite.Database {
  const database = new BetterSqlite(path.join(folder, '.tmp', 'data.db'));
  database.pragma('foreign_keys = ON');
  return database;
}
