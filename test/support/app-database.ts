// Reads and changes the database of a test server over a separate connection.
import type { Row } from '../../src/storage/session.ts';
import type { TestApp } from './app.ts';
import { rejectingTrigger } from './rejecting-trigger.ts';
import { onClient } from './test-database.ts';

type Server = Pick<TestApp, 'other'>;

/** Runs statements in one transaction, in SQL that both databases support; foreign keys are enforced. */
export async function changeDatabase(app: Server, script: string): Promise<void> {
  const other = await app.other();
  // PostgreSQL runs statements of one query message in one transaction.
  await other.script(onClient({ sqlite: `begin; ${script}; commit`, postgres: script }), true);
}

/** The rows of a query: booleans as 0 and 1, times as milliseconds since 1970, and JSON as text. */
export async function readRows(app: Server, sql: string): Promise<readonly Row[]> {
  const rows = await (await app.other()).sql(sql);
  return rows.map((row) => Object.values(row));
}

/** The first value of the first row of a query, or undefined if there is none. */
export async function readValue(app: Server, sql: string): Promise<unknown> {
  const [row = []] = await readRows(app, sql);
  return row[0];
}

/** Holds the write lock, as another program would. @returns a function that releases it */
export async function lockDatabase(app: Server): Promise<() => Promise<void>> {
  const other = await app.other();
  await other.script(onClient(LOCK));
  return () => other.script('rollback');
}

/** On PostgreSQL, the lock of every write transaction (`storage/postgres/writer`). */
const LOCK = {
  sqlite: 'begin immediate',
  postgres: 'begin; select pg_advisory_xact_lock(7381655212)',
};

/** The changes to reject. */
export interface RejectedChange {
  readonly before: 'insert' | 'update' | 'delete';
  readonly table: string;
}

/** Makes the database reject changes. @returns a function that ends this */
export async function rejectChanges(
  app: Server,
  ...all: readonly RejectedChange[]
): Promise<() => Promise<void>> {
  const triggers = all.map((one) => rejectingTrigger(`no_${one.before}_${one.table}`, one));
  await changeDatabase(app, triggers.map(({ make }) => make).join(';\n'));
  return () => changeDatabase(app, triggers.map(({ drop }) => drop).join(';\n'));
}
