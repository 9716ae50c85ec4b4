// Cancellation of reads on the server: for clients that disconnect, and after a timeout.
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import {
  makePostgresDatabase,
  type PostgresDatabase,
} from '../../../test/support/postgres-database.ts';
import type { Database } from '../database.ts';
import type { Cancellation } from '../cancellation.ts';
import type { Query, ReadSteps, Row } from '../session.ts';
import { openPostgres } from './driver.ts';
import type { PostgresOptions } from './pool.ts';

let server: PostgresDatabase;
let other: Client;

beforeAll(async () => {
  server = await makePostgresDatabase();
  other = new Client({ ...server.config, ssl: false });
  await other.connect();
  await other.query('CREATE TABLE t (id integer); INSERT INTO t VALUES (1)');
});

afterAll(async () => {
  await other.end();
  await server.drop();
});

async function open(options: Partial<PostgresOptions> = {}): Promise<Database> {
  const database = await openPostgres({ ...server.config, ...options });
  onTestFinished(() => database.close());
  return database;
}

function* runStatements(...sqls: readonly string[]): ReadSteps<readonly (readonly Row[])[]> {
  return yield sqls.map((sql): Query => ({ sql, values: [] }));
}

const SELECT = 'SELECT id FROM t';

/** How many statements wait for the lock of another transaction. */
async function waiting(): Promise<number> {
  // Otherwise a transaction sees the processes of its first query.
  await other.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await other.query<{ count: number }>(
    `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

/** Blocks every read of the table. @returns a function that releases the lock */
async function lock(): Promise<() => Promise<unknown>> {
  await other.query('BEGIN; LOCK TABLE t IN ACCESS EXCLUSIVE MODE');
  return () => other.query('ROLLBACK');
}

/** A client that can disconnect. */
class TestClient {
  readonly #cancels = new Set<() => void>();
  #hasLeft = false;

  get hasListeners(): boolean {
    return this.#cancels.size > 0;
  }

  readonly cancellation: Cancellation = (cancel) => {
    if (this.#hasLeft) cancel();
    else this.#cancels.add(cancel);
    return () => this.#cancels.delete(cancel);
  };

  leave(): void {
    this.#hasLeft = true;
    for (const cancel of this.#cancels) cancel();
  }
}

test('cancels a running statement and frees its connection for the next read', async () => {
  const database = await open({ pool: { min: 0, max: 1 } });
  const unlock = await lock();
  const client = new TestClient();
  const read = database.read(runStatements('SELECT 1', SELECT, 'SELECT 2'), {
    cancellation: client.cancellation,
  });
  const rejected = expect(read).rejects.toMatchObject({ reason: 'canceled' });
  await eventually(async () => (await waiting()) === 1);
  client.leave();
  await rejected;
  await eventually(async () => (await waiting()) === 0);
  expect(await database.read(runStatements('SELECT 3'))).toEqual([[[3]]]);
  await unlock();
  expect(await database.read(runStatements(SELECT))).toEqual([[[1]]]);
  expect(client.hasListeners).toBe(false);
});

test('drops a read that waits for a connection without sending a statement', async () => {
  const database = await open({ pool: { min: 0, max: 1 } });
  const unlock = await lock();
  const before = database.stats().statements;
  const first = database.read(runStatements(SELECT));
  await eventually(async () => (await waiting()) === 1);
  const client = new TestClient();
  const second = database.read(runStatements(SELECT), { cancellation: client.cancellation });
  const rejected = expect(second).rejects.toMatchObject({ reason: 'canceled' });
  client.leave();
  await rejected;
  const third = database.read(runStatements('SELECT 3'));
  await unlock();
  expect(await Promise.all([first, third])).toEqual([[[[1]]], [[[3]]]]);
  await eventually(() => database.stats().statements === before + 2);
});

test('sends no statement for a client that has already disconnected', async () => {
  const database = await open();
  const before = database.stats().statements;
  const client = new TestClient();
  client.leave();
  const read = database.read(runStatements(SELECT), { cancellation: client.cancellation });
  await expect(read).rejects.toMatchObject({ reason: 'canceled' });
  expect(database.stats().statements).toBe(before);
});

test('ignores a cancellation after the response', async () => {
  const database = await open({ pool: { min: 0, max: 1 } });
  const client = new TestClient();
  const steps = runStatements('SELECT pg_backend_pid()');
  const [[[process] = []] = []] = await database.read(steps, { cancellation: client.cancellation });
  expect(client.hasListeners).toBe(false);
  client.leave();
  expect(await database.read(runStatements('SELECT pg_backend_pid()'))).toEqual([[[process]]]);
});

test('sends no further step of a canceled read', async () => {
  const database = await open();
  const before = database.stats().statements;
  const client = new TestClient();
  const steps: string[] = [];
  function* selects(): ReadSteps<void> {
    for (const step of ['SELECT 1', 'SELECT 2']) {
      steps.push(step);
      yield [{ sql: step, values: [] }];
      client.leave();
    }
  }
  await expect(
    database.read(selects(), { cancellation: client.cancellation }),
  ).rejects.toMatchObject({
    reason: 'canceled',
  });
  expect(steps).toEqual(['SELECT 1', 'SELECT 2']);
  expect(database.stats().statements).toBe(before + 1);
});

test('reads have their own timeout; writes use the statement timeout', async () => {
  const database = await open({ readTimeout: 1000 });
  const unlock = await lock();
  await expect(database.read(runStatements(SELECT))).rejects.toMatchObject({
    status: 503,
    message: 'The request took too long and was canceled. Request less data, or try again later.',
  });
  // The server may still have to handle the cancellation.
  await eventually(async () => (await waiting()) === 0);
  await unlock();
  const limits = await Promise.all([
    database.read(runStatements('SHOW statement_timeout')),
    database.transact(runStatements('SHOW statement_timeout')),
  ]);
  expect(limits).toEqual([[[['1s']]], [[['1min']]]]);
});

test('the timeout of a read includes all of its statements', async () => {
  const database = await open({ readTimeout: 1500, pool: { min: 0, max: 1 } });
  function* endless(): ReadSteps<never> {
    for (;;) yield [{ sql: 'SELECT 1 FROM pg_sleep(0.01)', values: [] }];
  }
  await expect(database.read(endless())).rejects.toMatchObject({ reason: 'readTimeout' });
  expect(await database.read(runStatements('SELECT 3'))).toEqual([[[3]]]);
});

test('the lower timeout applies to reads, and 0 means no timeout', async () => {
  const limitOf = async (options: Partial<PostgresOptions>): Promise<unknown> => {
    const [[[limit] = []] = []] = await (
      await open(options)
    ).read(runStatements('SHOW statement_timeout'));
    return limit;
  };
  expect(await limitOf({ readTimeout: 5000, statementTimeout: 2000 })).toBe('2s');
  expect(await limitOf({ readTimeout: 0, statementTimeout: 2000 })).toBe('2s');
  expect(await limitOf({ readTimeout: 5000, statementTimeout: 0 })).toBe('5s');
  expect(await limitOf({ statementTimeout: 0 })).toBe('0');
});
