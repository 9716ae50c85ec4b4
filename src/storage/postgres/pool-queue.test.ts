// Queue for a connection: a limited number of reads, and writes with priority.
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { makePostgresDatabase } from '../../../test/support/postgres-database.ts';
import { OverloadedError } from '../../base/errors.ts';
import type { Query, ReadSteps, Row, WriteSteps } from '../session.ts';
import { openPostgres } from './driver.ts';

function* runStatements(sql: string): ReadSteps<Row | undefined> {
  const query: Query = { sql, values: [] };
  return (yield [query])[0]?.[0];
}

function* write(sql: string): WriteSteps<void> {
  yield [{ sql, values: [] }];
}

test('rejects reads beyond the queue limit, and runs a write before waiting reads', async () => {
  const { config, drop } = await makePostgresDatabase();
  const other = new Client({ ...config, ssl: false });
  await other.connect();
  await other.query('CREATE TABLE busy (id integer); CREATE TABLE t (id integer)');
  const database = await openPostgres({
    ...config,
    pool: { min: 0, max: 1 },
    queue: { length: 2, timeout: 60_000 },
  });
  onTestFinished(async () => {
    await database.close();
    await other.end();
    await drop();
  });
  await other.query('BEGIN; LOCK TABLE busy IN ACCESS EXCLUSIVE MODE');
  // Commits are not awaited: the connection is busy until the server has confirmed.
  await eventually(() => database.stats().servers[0]?.inUse === 0);
  const first = database.read(runStatements('SELECT count(*) FROM busy'));
  const count = 'SELECT count(*) FROM t';
  const accepted = [1, 2].map(() => database.read(runStatements(count)));
  await expect(database.read(runStatements(count))).rejects.toBeInstanceOf(OverloadedError);
  const written = database.transact(write('INSERT INTO t (id) VALUES (1)'));
  await eventually(() => database.stats().servers[0]?.waiting === 3);
  await other.query('ROLLBACK');
  expect(await first).toEqual([0]);
  await written;
  expect(await Promise.all(accepted)).toEqual([[1], [1]]);
  expect(await database.read(runStatements(count))).toEqual([1]);
});
