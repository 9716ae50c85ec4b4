// In charge of looking into and changing the database of a test's server through the server's own connection.
import type { Reading } from '../../src/storage/database.ts';
import type { TestApp } from './app.ts';

/** The first value of the first row of a statement. */
export async function firstValue({ store }: TestApp, sql: string): Promise<unknown> {
  return store.database.read(reading(sql));
}

function* reading(sql: string): Reading<unknown> {
  const [rows = []] = yield [{ sql, values: [] }];
  return rows[0]?.[0];
}

/** Runs a script. */
export async function runScript({ store }: TestApp, script: string): Promise<void> {
  await store.database.write((session) => session.script(script));
}
