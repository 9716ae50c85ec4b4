// Reads that may be slow leave connections for others: reads of shapes that have not been fast so far, and text
// searches.
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/app/database.ts';
import { OverloadedError } from '../../src/base/errors.ts';
import { fullAccess } from '../../src/query/access.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { readerOf } from '../support/reader.ts';

const CLIENTS = 14;

/** How a single process opens a database. */
const ALONE = {
  readsReplicas: false,
  commitLog: null,
  closeInTurn: null,
  threads: null,
  processes: null,
};

function inUse({ store }: TestApp): number {
  return store.database.stats().servers.reduce((sum, each) => sum + each.inUse, 0);
}

test.each([
  ['of new shapes', (i: number) => `sort=name&pagination[pageSize]=${i + 1}&fields=name`, 0],
  ['that search text', (i: number) => `filters[name][$contains]=${i}`, 5],
])('reads %s use half of the connections', async (_name, queryOf, before) => {
  await using app = await openTestApp({ database: 'fixtures/kitchen.db', cache: false });
  const { database } = app.project.config;
  if (database.client !== 'postgres') throw new Error('this test requires PostgreSQL');
  const half = Math.floor(database.pool.max / 2);
  for (let i = 0; i < before; i += 1) await app.request(`/api/tags?${queryOf(100 + i)}`);
  for (let i = 0; i < 5; i += 1) await app.request('/api/authors');
  const other = await app.other();
  await other.script('BEGIN; LOCK TABLE tags IN ACCESS EXCLUSIVE MODE');
  const responses = Array.from({ length: CLIENTS }, (_, i) =>
    app.request(`/api/tags?${queryOf(i)}`),
  );
  await eventually(() => inUse(app) === half);
  for (let i = 0; i < 5; i += 1) expect((await app.request('/api/authors')).status).toBe(200);
  expect((await app.request('/_health')).status).toBe(204);
  await eventually(() => inUse(app) === half);
  await other.script('COMMIT');
  for (const { status } of await Promise.all(responses)) expect(status).toBe(200);
});

test('reads of a shape that was fast use all connections', async () => {
  await using app = await openTestApp({ database: 'fixtures/kitchen.db', cache: false });
  const { database } = app.project.config;
  if (database.client !== 'postgres') throw new Error('this test requires PostgreSQL');
  for (let i = 0; i < 5; i += 1) await app.request('/api/tags?sort=name');
  const other = await app.other();
  await other.script('BEGIN; LOCK TABLE tags IN ACCESS EXCLUSIVE MODE');
  const responses = Array.from({ length: CLIENTS }, () => app.request('/api/tags?sort=name'));
  await eventually(() => inUse(app) === database.pool.max);
  await other.script('COMMIT');
  for (const { status } of await Promise.all(responses)) expect(status).toBe(200);
});

test.each(['v5', 'source-maps'] as const)(
  'a waiting read in the format %s is rejected if its request has waited too long',
  async (format) => {
    await using app = await openTestApp({ database: 'fixtures/kitchen.db', cache: false });
    const { config } = app.project;
    const queue = { length: 100, timeout: 60_000 };
    const database = await openDatabase(config.database, { ...ALONE, queue });
    try {
      const reader = readerOf(app, { database });
      const type = app.store.registry.contentType('api::tag.tag');
      const readTags = (query: string, since?: number): Promise<unknown> => {
        const request = { type, one: null, paging: 'nested', query, access: fullAccess } as const;
        const read = reader.prepareQuery(request);
        const options = since === undefined ? {} : { since };
        return reader.body(read, format, options).catch((error: unknown) => error);
      };
      const other = await app.other();
      await other.script('BEGIN; LOCK TABLE tags IN ACCESS EXCLUSIVE MODE');
      const waiting = Array.from({ length: CLIENTS }, (_, i) =>
        readTags(`sort=name&pagination[pageSize]=${i + 1}`),
      );
      const late = readTags('sort=color', performance.now() - queue.timeout);
      await eventually(() => database.stats().servers.some(({ inUse: held }) => held > 0));
      await other.script('COMMIT');
      await Promise.all(waiting);
      expect(await late).toBeInstanceOf(OverloadedError);
    } finally {
      await database.close();
    }
  },
);
