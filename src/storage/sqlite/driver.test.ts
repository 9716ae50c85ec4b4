import { describe, expect, test } from 'vitest';
import { openTemporary } from '../../../test/support/temp-database.ts';
import type { Query, Reading, Row } from '../session.ts';

const query = (sql: string): Query => ({ sql, values: [] });

function* rowsOf(sql: string): Reading<readonly Row[]> {
  const [rows = []] = yield [query(sql)];
  return rows;
}

const TABLE = 'create table t(id integer primary key, name text); insert into t(name) values (1)';

describe('both connections', () => {
  test.each([
    ['journal_mode', 'wal'],
    ['synchronous', 2],
    ['foreign_keys', 1],
    ['busy_timeout', 5000],
  ])('%s is %s', async (pragma, value) => {
    const { database } = openTemporary();
    expect(await database.read(rowsOf(`pragma ${pragma}`))).toEqual([[value]]);
    const written = await database.write((session) => session.rows(query(`pragma ${pragma}`)));
    expect(written).toEqual([[value]]);
  });
});

describe('reads', () => {
  test('see one snapshot, whatever is committed between their statements', async () => {
    const { database, other } = openTemporary(TABLE);
    const counts = await database.read(
      (function* (): Reading<readonly unknown[]> {
        const [before] = yield [query('select count(*) from t')];
        other.exec('insert into t(name) values (2)');
        const [after] = yield [query('select count(*) from t')];
        return [before?.[0]?.[0], after?.[0]?.[0]];
      })(),
    );
    expect(counts).toEqual([1, 1]);
    expect(await database.read(rowsOf('select count(*) from t'))).toEqual([[2]]);
  });

  test('go on after one that failed', async () => {
    const { database } = openTemporary(TABLE);
    await expect(database.read(rowsOf('select missing from t'))).rejects.toThrow('no such column');
    expect(await database.read(rowsOf('select id from t'))).toEqual([[1]]);
  });
});

describe('writes', () => {
  test('are undone as a whole when one statement fails', async () => {
    const { database } = openTemporary(TABLE);
    const work = database.write(async (session) => {
      await session.run(query('insert into t(name) values (2)'));
      await session.run(query('insert into nowhere values (1)'));
    });
    await expect(work).rejects.toThrow('no such table');
    expect(await database.read(rowsOf('select count(*) from t'))).toEqual([[1]]);
  });

  test('wait for the one before, also where that fails', async () => {
    const { database } = openTemporary(TABLE);
    const order: string[] = [];
    const write = (name: string, fails: boolean): Promise<void> =>
      database.write(async (session) => {
        order.push(`${name} begins`);
        await session.run(query('insert into t(name) values (3)'));
        await Promise.resolve();
        order.push(`${name} ends`);
        if (fails) throw new Error(name);
      });
    const results = await Promise.allSettled([write('a', true), write('b', false)]);
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(await database.read(rowsOf('select count(*) from t'))).toEqual([[2]]);
  });
});

test('the version moves with every commit, our own and of others', async () => {
  const { database, other } = openTemporary(TABLE);
  const versions = [database.version(), database.version()];
  await database.write((session) => session.run(query('insert into t(name) values (2)')));
  versions.push(database.version());
  other.exec('insert into t(name) values (3)');
  versions.push(database.version());
  expect(versions[0]).toBe(versions[1]);
  expect(new Set(versions).size).toBe(3);
});
