// Slow reads leave connections for other requests.
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import {
  makePostgresDatabase,
  type PostgresDatabase,
} from '../../../test/support/postgres-database.ts';
import { OverloadedError } from '../../base/errors.ts';
import type { Database } from '../database.ts';
import type { Query, ReadSteps, Row } from '../session.ts';
import { openPostgres } from './driver.ts';
import type { PostgresOptions } from './pool.ts';

let server: PostgresDatabase;
let other: Client;

beforeAll(async () => {
  server = await makePostgresDatabase();
  other = new Client({ ...server.config, ssl: false });
  await other.connect();
  await other.query(
    'CREATE TABLE t (id integer); INSERT INTO t VALUES (1); CREATE TABLE u (id integer)',
  );
});

afterAll(async () => {
  await other.end();
  await server.drop();
});

async function open(options: Partial<PostgresOptions>): Promise<Database> {
  const database = await openPostgres({ ...server.config, ...options });
  onTestFinished(() => database.close());
  // Commits are not awaited: the connection is busy until the server has confirmed.
  await eventually(() => inUse(database) === 0);
  return database;
}

function* runStatements(sql: string): ReadSteps<readonly (readonly Row[])[]> {
  return yield [{ sql, values: [] } satisfies Query];
}

/** Blocks every read of a table until the test ends or rolls back. */
async function lock(table = 't'): Promise<void> {
  await other.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  onTestFinished(async () => void (await other.query('ROLLBACK')));
}

function inUse(database: Database): number {
  return database.stats().servers.reduce((sum, each) => sum + each.inUse, 0);
}

test.each([
  [4, 2],
  [3, 1],
  [2, 1],
])('with %i connections, slow reads use at most %i', async (max, held) => {
  const database = await open({ pool: { min: 0, max } });
  await lock();
  const slow = Array.from({ length: 6 }, () =>
    database.read(runStatements('SELECT id FROM t'), { isSlow: true }),
  );
  await eventually(() => inUse(database) === held);
  // All of these would wait behind them.
  for (let i = 0; i < 10; i += 1)
    expect(await database.read(runStatements('SELECT 3'))).toEqual([[[3]]]);
  // A connection is released when its transaction has ended.
  await eventually(() => inUse(database) === held);
  await other.query('ROLLBACK');
  expect(await Promise.all(slow)).toEqual(slow.map(() => [[[1]]]));
  expect(await database.read(runStatements('SELECT 4'), { isSlow: true })).toEqual([[[4]]]);
});

test('rejects slow reads that are still queued at their deadline, and those beyond the queue limit', async () => {
  const database = await open({ pool: { min: 0, max: 2 }, readTimeout: 1000 });
  await lock();
  const rejected = await Promise.all(
    Array.from({ length: 80 }, () =>
      database
        .read(runStatements('SELECT id FROM t'), { isSlow: true })
        .catch((error: Error) => error),
    ),
  );
  await other.query('ROLLBACK');
  expect(rejected.every((error) => error instanceof Error)).toBe(true);
  const messages = rejected.map((error) => (error instanceof Error ? error.message : ''));
  expect(messages.filter((message) => message.includes('busy'))).toHaveLength(80 - 65);
  expect(messages.filter((message) => message.includes('took too long')).length).toBe(65);
  expect(await database.read(runStatements('SELECT 4'), { isSlow: true })).toEqual([[[4]]]);
});

test('a slow read has the same queue timeout as any other request', async () => {
  const database = await open({ pool: { min: 0, max: 2 }, queue: { length: 100, timeout: 50 } });
  await lock();
  // One slow read runs, and a fast one uses the other connection: the next two wait for each of them.
  const held = [true, false].map((isSlow) =>
    database.read(runStatements('SELECT id FROM t'), { isSlow }),
  );
  await eventually(() => inUse(database) === 2);
  for (const isSlow of [true, false]) {
    await expect(database.read(runStatements('SELECT 3'), { isSlow })).rejects.toBeInstanceOf(
      OverloadedError,
    );
  }
  await other.query('ROLLBACK');
  expect(await Promise.all(held)).toEqual([[[[1]]], [[[1]]]]);
});

test('the queue timeout covers all waits of a request', async () => {
  const queue = { length: 100, timeout: 60_000 };
  const database = await open({ pool: { min: 0, max: 2 }, queue });
  await lock();
  const held = [true, false].map((isSlow) =>
    database.read(runStatements('SELECT id FROM t'), { isSlow }),
  );
  await eventually(() => inUse(database) === 2);
  const since = performance.now() - queue.timeout;
  for (const isSlow of [true, false]) {
    await expect(
      database.read(runStatements('SELECT 3'), { isSlow, since }),
    ).rejects.toBeInstanceOf(OverloadedError);
  }
  await other.query('ROLLBACK');
  expect(await Promise.all(held)).toEqual([[[[1]]], [[[1]]]]);
  // A connection is free when the server has confirmed the end of its transaction.
  await eventually(() => inUse(database) === 0);
  expect(await database.read(runStatements('SELECT 4'), { since })).toEqual([[[4]]]);
});

test('a slow read that is allowed to run gets a connection before other waiting reads', async () => {
  const database = await open({ pool: { min: 0, max: 2 } });
  // Leaves one connection for the others, so that they complete in the order in which they get it.
  await lock('u');
  await other.query('SAVEPOINT before; LOCK TABLE t IN ACCESS EXCLUSIVE MODE');
  const held = database.read(runStatements('SELECT id FROM u'));
  const order: string[] = [];
  const read = (name: string, isSlow: boolean): Promise<void> =>
    database.read(runStatements('SELECT id FROM t'), { isSlow }).then(() => void order.push(name));
  const all = [read('first', false)];
  await eventually(() => inUse(database) === 2);
  all.push(...['a', 'b', 'c'].map((name) => read(name, false)), read('slow', true));
  await eventually(() => database.stats().servers.some(({ waiting }) => waiting === 4));
  await other.query('ROLLBACK TO before');
  await Promise.all(all);
  expect(order).toEqual(['first', 'slow', 'a', 'b', 'c']);
  await other.query('ROLLBACK');
  await held;
});

test('a canceled slow read leaves the queue', async () => {
  const database = await open({ pool: { min: 0, max: 2 } });
  await lock();
  const first = database.read(runStatements('SELECT id FROM t'), { isSlow: true });
  await eventually(() => inUse(database) === 1);
  let cancel = (): void => undefined;
  const second = database.read(runStatements('SELECT 2'), {
    isSlow: true,
    cancellation: (listener) => {
      cancel = listener;
      return () => undefined;
    },
  });
  cancel();
  await expect(second).rejects.toMatchObject({ status: 503 });
  await other.query('ROLLBACK');
  expect(await first).toEqual([[[1]]]);
  expect(await database.read(runStatements('SELECT 4'), { isSlow: true })).toEqual([[[4]]]);
});
