import { expect, test } from 'vitest';
import { openScratch } from '../../test/support/scratch-database.ts';
import { onClient } from '../../test/support/test-database.ts';
import { asOneTransaction } from './one-transaction.ts';
import type { Query, ReadSteps, WriteSteps } from './session.ts';
import { UnavailableError } from './errors.ts';

const TABLE = onClient({
  sqlite: 'create table t(id integer primary key, name text unique)',
  postgres: 'create table t(id serial primary key, name text unique)',
});

const INSERT = onClient({
  sqlite: 'insert into t(name) values (?)',
  postgres: 'insert into t(name) values ($1)',
});

const query = (sql: string, ...values: readonly string[]): Query => ({ sql, values });

function* insert(...names: readonly string[]): WriteSteps<number> {
  for (const name of names) yield [query(INSERT, name)];
  const [rows = []] = yield [query('select count(*) from t')];
  return Number(rows[0]?.[0]);
}

function* names(): ReadSteps<readonly unknown[]> {
  const [rows = []] = yield [query('select name from t order by id')];
  return rows.map(([name]) => name);
}

test('hides writes from other connections until the commit, and rolls back only a write that fails', async () => {
  const { database, column } = await openScratch(TABLE);
  await database.runInTransaction(async (session) => {
    const inside = asOneTransaction(database, session);
    expect(await inside.transact(insert('a'))).toBe(1);
    await expect(inside.transact(insert('b', 'a'))).rejects.toThrow('rejects the values of name');
    const [c, d] = await Promise.all([inside.transact(insert('c')), inside.transact(insert('d'))]);
    expect([c, d]).toEqual([2, 3]);
    expect(await inside.read(names())).toEqual(['a', 'c', 'd']);
    expect(await column('select name from t')).toEqual([]);
    await inside.close();
  });
  expect(await database.read(names())).toEqual(['a', 'c', 'd']);
});

test('rolls back everything if the callback throws at the end', async () => {
  const { database } = await openScratch(TABLE);
  const work = database.runInTransaction(async (session) => {
    const inside = asOneTransaction(database, session);
    const before = inside.version();
    await inside.transact(insert('a'));
    await inside.runInTransaction(async (same) => same.run(query(INSERT, 'b')));
    expect(inside.version()).not.toBe(before);
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect(await database.read(names())).toEqual([]);
});

/** Ends the transaction: on SQLite by a trigger, on PostgreSQL by terminating the connection. */
const ENDING = onClient({
  sqlite: `create trigger gone before insert on t when new.name = 'gone' begin select raise(rollback, 'gone'); end`,
  postgres: `create function gone() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return new; end$$;
    create trigger gone before insert on t for each row when (new.name = 'gone') execute function gone()`,
});

/** The errors of later writes. */
const LOST = onClient<Readonly<Record<'inside' | 'outside', string | typeof UnavailableError>>>({
  sqlite: { inside: 'has ended', outside: 'no transaction' },
  postgres: { inside: UnavailableError, outside: UnavailableError },
});

test('rejects later writes if the database itself ends the transaction', async () => {
  const { database, column } = await openScratch(`${TABLE};${ENDING}`);
  const work = database.runInTransaction(async (session) => {
    const inside = asOneTransaction(database, session);
    await inside.transact(insert('a'));
    const lost = inside.transact(insert('b', 'gone'));
    await expect(lost).rejects.toMatchObject({ message: 'the transaction is lost' });
    await expect(inside.transact(insert('c'))).rejects.toThrow(LOST.inside);
  });
  await expect(work).rejects.toThrow(LOST.outside);
  expect(await column('select name from t')).toEqual([]);
  expect(await database.transact(insert('d'))).toBe(1);
});
