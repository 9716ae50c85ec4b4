import { expect, test } from 'vitest';
import { openTemporary } from '../../test/support/temp-database.ts';
import { asOneTransaction } from './one-transaction.ts';
import type { Query, Reading, Writing } from './session.ts';

const TABLE = 'create table t(id integer primary key, name text unique)';

const query = (sql: string, ...values: readonly string[]): Query => ({ sql, values });

function* insert(...names: readonly string[]): Writing<number> {
  for (const name of names) yield [query('insert into t(name) values (?)', name)];
  const [rows = []] = yield [query('select count(*) from t')];
  return Number(rows[0]?.[0]);
}

function* names(): Reading<readonly unknown[]> {
  const [rows = []] = yield [query('select name from t order by id')];
  return rows.map(([name]) => name);
}

test('nobody else sees what is written before the end; a writing that fails is undone alone', async () => {
  const { database, other } = openTemporary(TABLE);
  const count = other.prepare('select count(*) from t').pluck();
  await database.write(async (session) => {
    const inside = asOneTransaction(database, session);
    expect(await inside.transact(insert('a'))).toBe(1);
    await expect(inside.transact(insert('b', 'a'))).rejects.toThrow('refuses the values of name');
    const [c, d] = await Promise.all([inside.transact(insert('c')), inside.transact(insert('d'))]);
    expect([c, d]).toEqual([2, 3]);
    expect(await inside.read(names())).toEqual(['a', 'c', 'd']);
    expect(count.get()).toBe(0);
    await inside.close();
  });
  expect(await database.read(names())).toEqual(['a', 'c', 'd']);
});

test('what is thrown at the end undoes all of it', async () => {
  const { database } = openTemporary(TABLE);
  const work = database.write(async (session) => {
    const inside = asOneTransaction(database, session);
    const before = inside.version();
    await inside.transact(insert('a'));
    await inside.write(async (same) => same.run(query('insert into t(name) values (?)', 'b')));
    expect(inside.version()).not.toBe(before);
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect(await database.read(names())).toEqual([]);
});

const ROLLBACK_TRIGGER =
  "create trigger gone before insert on t when new.name = 'gone' begin select raise(rollback, 'gone'); end";

test('where the database ends the transaction by itself, nothing that comes then is kept', async () => {
  const { database, other } = openTemporary(`${TABLE};${ROLLBACK_TRIGGER}`);
  const work = database.write(async (session) => {
    const inside = asOneTransaction(database, session);
    await inside.transact(insert('a'));
    const lost = inside.transact(insert('b', 'gone'));
    await expect(lost).rejects.toMatchObject({ message: 'the transaction is lost' });
    await expect(lost).rejects.toHaveProperty('cause.kind', 'other');
    await expect(inside.transact(insert('c'))).rejects.toThrow('has ended');
  });
  await expect(work).rejects.toThrow('no transaction');
  expect(other.prepare('select count(*) from t').pluck().get()).toBe(0);
  expect(await database.transact(insert('d'))).toBe(1);
});
