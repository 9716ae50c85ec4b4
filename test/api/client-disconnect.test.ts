// A client that closes its connection before the response leaves nothing running.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { readValue } from '../support/app-database.ts';
import { eventually } from '../support/eventually.ts';
import { openConnection } from '../support/socket.ts';
import { onClient } from '../support/test-database.ts';

const ASKED = 20;

/** On SQLite nothing holds up those who read. */
const LOCK = onClient({
  sqlite: 'begin immediate',
  postgres: 'begin; lock table articles in access exclusive mode',
});

const WAITING = onClient({
  sqlite: 'select 0',
  postgres: `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
});

/** A transaction sees the processes that there were when it looked first. */
const LOOK_AGAIN = onClient({ sqlite: 'select 0', postgres: 'select pg_stat_clear_snapshot()' });

async function waiting(): Promise<number> {
  await readValue(app, LOOK_AGAIN);
  return Number(await readValue(app, WAITING));
}

/** Reads of a new shape take turns on half of the connections. */
const ALL_WAIT = onClient({ sqlite: 0, postgres: 5 });

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp({ database: 'fixtures/kitchen.db' });
});
afterAll(() => app.close());

test('cancels running and queued reads with their connections, while others continue', async () => {
  const port = await app.listen();
  await app.request('/api/articles');
  const other = await app.other();
  await other.script(LOCK);
  const connections = await Promise.all(Array.from({ length: ASKED }, () => openConnection(port)));
  for (const [i, connection] of connections.entries()) {
    connection.send(
      `GET /api/articles?fields=title&x=${i} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${app.token}\r\n\r\n`,
    );
  }
  await eventually(async () => (await waiting()) === ALL_WAIT);
  await Promise.all(connections.map((connection) => connection[Symbol.asyncDispose]()));
  await eventually(async () => (await waiting()) === 0);
  expect(await app.request('/api/tags?fields=name')).toMatchObject({ status: 200 });
  await other.script('rollback');
  expect(await app.request('/api/articles?fields=title')).toMatchObject({ status: 200 });
});
