// Reads and changes the database of a test server, as another program.
import type { Row } from '../../src/storage/database.ts';
import type { TestApp } from './app.ts';
import { refusingTrigger } from './refusing-trigger.ts';
import { onClient } from './test-database.ts';

type Server = Pick<TestApp, 'other'>;

/** Runs statements in one transaction, in the SQL that both databases know; foreign keys are kept. */
export async function changeDatabase(app: Server, script: string): Promise<void> {
  const other = await app.other();
  // PostgreSQL takes statements that are sent together as one transaction.
  await other.script(onClient({ sqlite: `begin; ${script}; commit`, postgres: script }), true);
}

/** The rows of a statement: booleans are 0 and 1, moments milliseconds since 1970, and JSON its text. */
export async function readRows(app: Server, sql: string): Promise<readonly Row[]> {
  const rows = await (await app.other()).sql(sql);
  return rows.map((row) => Object.values(row));
}

/** The first value of the first row of a statement; undefined where there is no row. */
export async function readValue(app: Server, sql: string): Promise<unknown> {
  const [row = []] = await readRows(app, sql);
  return row[0];
}

/** Holds the lock for writing, as another program does. Gives what lets go of it. */
export async function lockDatabase(app: Server): Promise<() => Promise<void>> {
  const other = await app.other();
  await other.script(onClient(LOCK));
  return () => other.script('rollback');
}

/** On PostgreSQL, what every transaction of ours takes that writes (`storage/postgres/writer`). */
const LOCK = {
  sqlite: 'begin immediate',
  postgres: 'begin; select pg_advisory_xact_lock(7381655212)',
};

/** Which changes are refused. */
export interface Refused {
  readonly before: 'insert' | 'update' | 'delete';
  readonly table: string;
}

/** Lets the database refuse changes. Gives what ends that. */
export async function refuseChanges(
  app: Server,
  ...all: readonly Refused[]
): Promise<() => Promise<void>> {
  const triggers = all.map((one) => refusingTrigger(`no_${one.before}_${one.table}`, one));
  await changeDatabase(app, triggers.map(({ make }) => make).join(';\n'));
  return () => changeDatabase(app, triggers.map(({ drop }) => drop).join(';\n'));
}
