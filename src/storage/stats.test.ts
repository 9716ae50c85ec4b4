// Counters of a database.
import { expect, test } from 'vitest';
import { openScratch } from '../../test/support/scratch-database.ts';
import { onClient } from '../../test/support/test-database.ts';
import type { Query, ReadSteps, WriteSteps } from './session.ts';

const TABLE = 'create table t(name text unique)';
const INSERT = onClient({
  sqlite: 'insert into t(name) values (?)',
  postgres: 'insert into t(name) values ($1)',
});

const query = (sql: string, ...values: readonly string[]): Query => ({ sql, values });

function* insert(name: string): WriteSteps<void> {
  yield [query(INSERT, name)];
}

test('counts reads, writes, transactions and statements', async () => {
  const { database } = await openScratch(TABLE);
  const before = database.stats();
  await database.read(
    (function* () {
      yield [query('select 1'), query('select 2')];
    })(),
  );
  const read = database.stats();
  expect(read.reads - before.reads).toBe(1);
  expect(read.statements - before.statements).toBe(2);
  const writes = ['a', 'b', 'b', 'c'].map((name) => database.transact(insert(name)));
  expect(database.stats().waiting).toBe(4);
  const ends = (await Promise.allSettled(writes)).map(({ status }) => status);
  expect(ends).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  await database.runInTransaction((session) => session.run(query(INSERT, 'd')));
  const after = database.stats();
  expect(after.writes - read.writes).toBe(5);
  expect(after.waiting).toBe(0);
  // Waiting writes share a transaction, but only for a limited time.
  expect(after.transactions - read.transactions).toBeLessThanOrEqual(5);
  expect(after.transactions - read.transactions).toBeGreaterThan(1);
  expect(after.statements - read.statements).toBeGreaterThanOrEqual(5);
});

test('counts the connections in use', async () => {
  const { database } = await openScratch(TABLE);
  const inUse = await database.read(
    (function* (): ReadSteps<readonly unknown[]> {
      yield [query('select 1')];
      return database.stats().servers.map(({ inUse: count, waiting }) => [count, waiting]);
    })(),
  );
  expect(inUse).toEqual(onClient({ sqlite: [], postgres: [[1, 0]] }));
});
