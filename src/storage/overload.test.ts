// Queues of a database: an operation beyond the limit is rejected and not executed; all accepted ones are.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../test/support/eventually.ts';
import {
  makeDatabase,
  connect,
  onClient,
  type OtherProgram,
  type TestDatabase,
} from '../../test/support/test-database.ts';
import { openDatabase } from '../app/database.ts';
import { OverloadedError } from '../base/errors.ts';
import type { QueueLimits } from '../base/bounded-queue.ts';
import type { Database } from './database.ts';
import type { Query, WriteSteps } from './session.ts';

let testDatabase: TestDatabase;
let other: OtherProgram;
let database: Database;

beforeEach(async () => {
  testDatabase = await makeDatabase();
  await testDatabase.script('CREATE TABLE t (id integer)');
  other = await connect(testDatabase.config);
});

afterEach(async () => {
  await database.close();
  await other.close();
  await testDatabase[Symbol.asyncDispose]();
});

async function open(queue: QueueLimits): Promise<void> {
  database = await openDatabase(testDatabase.config, {
    readsReplicas: false,
    commitLog: null,
    closeInTurn: null,
    threads: null,
    processes: null,
    queue,
  });
}

/** Blocks every write of the server. */
async function hold(): Promise<void> {
  await other.script(
    onClient({ sqlite: 'BEGIN IMMEDIATE', postgres: 'SELECT pg_advisory_lock(7381655212)' }),
  );
}

async function release(): Promise<void> {
  await other.script(
    onClient({ sqlite: 'COMMIT', postgres: 'SELECT pg_advisory_unlock(7381655212)' }),
  );
}

function* insert(id: number): WriteSteps<number> {
  const query: Query = { sql: `INSERT INTO t (id) VALUES (${id})`, values: [] };
  yield [query];
  return id;
}

async function rows(): Promise<readonly unknown[]> {
  return (await testDatabase.sql('SELECT id FROM t ORDER BY id')).map(({ id }) => id);
}

test('rejects writes beyond the queue limit and executes those in the queue', async () => {
  await open({ length: 4, timeout: 60_000 });
  await hold();
  const writes = Array.from({ length: 10 }, (_, i) => database.transact(insert(i + 1)));
  const ends = Promise.allSettled(writes);
  await eventually(() => database.stats().waiting === 4);
  expect(await rows()).toEqual([]);
  await release();
  const rejected = (await ends).flatMap((end) => ('reason' in end ? [end.reason as unknown] : []));
  expect(rejected.map((error) => error instanceof OverloadedError)).toEqual(Array(6).fill(true));
  expect(await rows()).toEqual([1, 2, 3, 4]);
  expect(await database.transact(insert(11))).toBe(11);
});

test('rejects a write at once if its request has exceeded the queue timeout', async () => {
  await open({ length: 10, timeout: 60_000 });
  const since = performance.now() - 60_000;
  await expect(database.transact(insert(1), { since })).rejects.toBeInstanceOf(OverloadedError);
  expect(await rows()).toEqual([]);
});

test('rejects writes that exceed the queue timeout, and does not execute them later', async () => {
  await open({ length: 10, timeout: 20 });
  await hold();
  const writes = [1, 2, 3].map((id) => database.transact(insert(id)));
  const ends = await Promise.allSettled(writes);
  await release();
  expect(ends.map((end) => 'reason' in end && end.reason instanceof OverloadedError)).toEqual([
    true,
    true,
    true,
  ]);
  // The queue timeout applies to this write as well: it may have to be sent again.
  await eventually(async () => (await database.transact(insert(4))) === 4);
  expect(await rows()).toEqual([4]);
});
