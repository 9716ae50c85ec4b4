// A client that closes its connection before the response leaves nothing running.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, registerAdmin } from '../support/admin.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { readValue } from '../support/app-database.ts';
import { eventually } from '../support/eventually.ts';
import { openConnection } from '../support/socket.ts';
import { onClient } from '../support/test-database.ts';

const CLIENTS = 20;

/** On SQLite nothing holds up those who read. */
const lockOn = (table: string): string =>
  onClient({
    sqlite: 'begin immediate',
    postgres: `begin; lock table ${table} in access exclusive mode`,
  });

const WAITING = onClient({
  sqlite: 'select 0',
  postgres: `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
});

/** A transaction sees the processes that there were when it looked first. */
const LOOK_AGAIN = onClient({ sqlite: 'select 0', postgres: 'select pg_stat_clear_snapshot()' });

async function waiting(app: TestApp): Promise<number> {
  await readValue(app, LOOK_AGAIN);
  return Number(await readValue(app, WAITING));
}

/** Reads of a new shape take turns on half of the connections. */
const ALL_WAIT = onClient({ sqlite: 0, postgres: 5 });

const ONE_WAITS = onClient({ sqlite: 0, postgres: 1 });

const ARTICLES = '/content-manager/collection-types/api::article.article';

/** A timeout would end the reads as well. */
const NO_TIMEOUT = { readTimeout: 0 };

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp({ database: 'fixtures/kitchen.db', ...NO_TIMEOUT });
});
afterAll(() => app.close());

function head(url: string, token: string): string {
  return `GET ${url} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\n\r\n`;
}

test('cancels running and queued reads with their connections, while others continue', async () => {
  const port = await app.listen();
  await app.request('/api/articles');
  const other = await app.other();
  await other.script(lockOn('articles'));
  const connections = await Promise.all(
    Array.from({ length: CLIENTS }, () => openConnection(port)),
  );
  for (const [i, connection] of connections.entries()) {
    connection.send(head(`/api/articles?fields=title&x=${i}`, app.token));
  }
  await eventually(async () => (await waiting(app)) === ALL_WAIT);
  await Promise.all(connections.map((connection) => connection[Symbol.asyncDispose]()));
  await eventually(async () => (await waiting(app)) === 0);
  expect(await app.request('/api/tags?fields=name')).toMatchObject({ status: 200 });
  await other.script('rollback');
  expect(await app.request('/api/articles?fields=title')).toMatchObject({ status: 200 });
});

describe('cancels reads for administrators', () => {
  let empty: TestApp;
  let token: string;
  let documentId: string;
  let port: number;

  beforeAll(async () => {
    empty = await openTestApp(NO_TIMEOUT);
    port = await empty.listen();
    token = await registerAdmin(empty);
    const created = await call(empty, ARTICLES, { method: 'POST', token, body: { title: 'A' } });
    documentId = created.json<{ data: { documentId: string } }>().data.documentId;
  });
  afterAll(() => empty.close());

  test.each([
    ['a list of entries', () => ARTICLES, 'articles'],
    ['an entry', () => `${ARTICLES}/${documentId}`, 'articles'],
    [
      'the possible targets of a relation',
      () => '/content-manager/relations/api::article.article/author',
      'authors',
    ],
    ['the search across types', () => '/admin/quoin/search?q=a', 'articles'],
    ['a list of files', () => '/upload/files', 'files'],
    ['a list of folders', () => '/upload/folders', 'upload_folders'],
  ])('%s', async (_what, urlOf, table) => {
    const url = urlOf();
    expect(await call(empty, url, { token })).toMatchObject({ status: 200 });
    const connection = await openConnection(port);
    const other = await empty.other();
    await other.script(lockOn(table));
    connection.send(head(url, token));
    await eventually(async () => (await waiting(empty)) === ONE_WAITS);
    await connection[Symbol.asyncDispose]();
    await eventually(async () => (await waiting(empty)) === 0);
    await other.script('rollback');
    expect(await call(empty, url, { token })).toMatchObject({ status: 200 });
  });
});
