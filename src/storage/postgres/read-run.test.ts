// Reads that move to another server at any step.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makePostgresDatabase,
  type PostgresDatabase,
} from '../../../test/support/postgres-database.ts';
import type { Query, ReadSteps } from '../session.ts';
import { UnavailableError } from '../errors.ts';
import type { Connection } from './connection.ts';
import { ConnectionPool } from './pool.ts';
import { ReadRun } from './read-run.ts';

const STEPS = 20;

let server: PostgresDatabase;
let pool: ConnectionPool;

beforeAll(async () => {
  server = await makePostgresDatabase();
  pool = new ConnectionPool(server.config);
});

afterAll(async () => {
  await pool.close();
  await server.drop();
});

const query = (sql: string): Query => ({ sql, values: [] });

/** Counts to `STEPS` in as many steps. @param lose Returns a statement that ends the connection, or `null` */
function* counting(lose: (step: number) => string | null): ReadSteps<readonly number[]> {
  const counted: number[] = [];
  for (let step = 1; step <= STEPS; step += 1) {
    const end = lose(step);
    const queries = [query(`SELECT ${step}`), ...(end === null ? [] : [query(end)])];
    const [[row] = []] = yield queries;
    counted.push(Number(row?.[0]));
  }
  return counted;
}

const END = 'SELECT pg_terminate_backend(pg_backend_pid())';

const on = <T>(work: (connection: Connection) => Promise<T>): Promise<T> => pool.use(work);

/** Runs it on a connection that is lost in a step, then continues on another. */
async function countedAfter(lost: number): Promise<readonly number[]> {
  let isLost = false;
  const run = new ReadRun(
    counting((step) => {
      if (step !== lost || isLost) return null;
      isLost = true;
      return `DO $$ BEGIN IF current_setting('quoin.first', true) = 'yes' THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF; END $$`;
    }),
  );
  try {
    return await on(async (connection) => {
      await connection.script(`SET quoin.first = 'yes'`);
      return await run.onReplica(connection);
    });
  } catch (error) {
    if (run.lossIn(error) === null) throw error;
    return await on((connection) => run.onPrimary(connection));
  }
}

const all = Array.from({ length: STEPS }, (_, i) => i + 1);

test.each([0, 1, 2, 10, 16])(
  'a read whose connection is lost in step %i returns its full result',
  async (lost) => {
    expect(await countedAfter(lost)).toEqual(all);
  },
);

test('a read with too many steps to replay fails', async () => {
  await expect(countedAfter(STEPS)).rejects.toBeInstanceOf(UnavailableError);
});

test('a read that never got a connection starts on the primary', async () => {
  const run = new ReadRun(counting(() => null));
  expect(run.lossIn(new UnavailableError('unreachable', { cause: null }))).toBeInstanceOf(
    UnavailableError,
  );
  expect(run.lossIn(new Error('other'))).toBeNull();
  expect(await on((connection) => run.onPrimary(connection))).toEqual(all);
});

test('a read that exceeds its timeout does not run again', async () => {
  function* slow(): ReadSteps<unknown> {
    return yield [query('SET LOCAL statement_timeout = 50'), query('SELECT pg_sleep(5)')];
  }
  const run = new ReadRun(slow());
  const error = await on(async (connection) => {
    await connection.script('BEGIN');
    try {
      return await run.onReplica(connection);
    } finally {
      await connection.script('ROLLBACK');
    }
  }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ status: 503 });
  expect(run.lossIn(error)).toBeNull();
});

test('throws inside the read if replayed rows differ', async () => {
  let seen: unknown = null;
  function* changing(): ReadSteps<unknown> {
    try {
      yield [query('SELECT clock_timestamp()')];
      return yield [query(END)];
    } catch (error) {
      seen = error;
      throw error;
    }
  }
  const run = new ReadRun(changing());
  const lost = await on((connection) => run.onReplica(connection)).catch((e: unknown) => e);
  expect(run.lossIn(lost)).toBeInstanceOf(UnavailableError);
  await expect(on((connection) => run.onPrimary(connection))).rejects.toMatchObject({
    status: 503,
  });
  expect(seen).toBeInstanceOf(UnavailableError);
});
