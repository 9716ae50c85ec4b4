import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openTemporary } from '../../../test/support/temp-database.ts';
import { runInSession, type Query, type ReadSteps, type Row, type Session } from '../session.ts';
import { openSqlite } from './driver.ts';

const query = (sql: string): Query => ({ sql, values: [] });

function* rowsOf(sql: string): ReadSteps<readonly Row[]> {
  const [rows = []] = yield [query(sql)];
  return rows;
}

const TABLE = 'create table t(id integer primary key, name text); insert into t(name) values (1)';

describe('both connections', () => {
  test.each([
    ['journal_mode', 'wal'],
    ['synchronous', 2],
    ['foreign_keys', 1],
  ])('%s is %s', async (pragma, value) => {
    const { database } = openTemporary();
    expect(await database.read(rowsOf(`pragma ${pragma}`))).toEqual([[value]]);
    const written = await database.runInTransaction((session) =>
      session.rows(query(`pragma ${pragma}`)),
    );
    expect(written).toEqual([[value]]);
  });
});

test('the write connection never waits for a lock inside SQLite, which would block the event loop', async () => {
  const { database } = openTemporary();
  const timeout = query('pragma busy_timeout');
  expect(await database.runInTransaction((session) => session.rows(timeout))).toEqual([[0]]);
  expect(await database.read(rowsOf(timeout.sql))).toEqual([[5000]]);
});

describe('reads', () => {
  test('see one snapshot, regardless of commits between their statements', async () => {
    const { database, other } = openTemporary(TABLE);
    const counts = await database.read(
      (function* (): ReadSteps<readonly unknown[]> {
        const [before] = yield [query('select count(*) from t')];
        other.exec('insert into t(name) values (2)');
        const [after] = yield [query('select count(*) from t')];
        return [before?.[0]?.[0], after?.[0]?.[0]];
      })(),
    );
    expect(counts).toEqual([1, 1]);
    expect(await database.read(rowsOf('select count(*) from t'))).toEqual([[2]]);
  });

  test('work after one that failed', async () => {
    const { database } = openTemporary(TABLE);
    await expect(database.read(rowsOf('select missing from t'))).rejects.toThrow('no such column');
    expect(await database.read(rowsOf('select id from t'))).toEqual([[1]]);
  });

  test('run their finally blocks when a statement fails', async () => {
    const { database } = openTemporary(TABLE);
    const { steps, isClosed } = closing('select missing from t');
    await expect(database.read(steps)).rejects.toThrow('no such column');
    expect(isClosed()).toBe(true);
    const inside = closing('select missing from t');
    const work = database.runInTransaction((session) => runInSession(session, inside.steps));
    await expect(work).rejects.toThrow('no such column');
    expect(inside.isClosed()).toBe(true);
  });

  test('throw the first error, also if SQLite has ended the transaction by itself', async () => {
    const { database } = openTemporary(TABLE);
    const twice = 'insert or rollback into t(id) values (1) returning id';
    await expect(database.read(rowsOf(twice))).rejects.toThrow('UNIQUE constraint failed');
    expect(await database.read(rowsOf('select id from t'))).toEqual([[1]]);
  });
});

describe('writes', () => {
  test('are rolled back as a whole if a statement fails', async () => {
    const { database } = openTemporary(TABLE);
    const work = database.runInTransaction(async (session) => {
      await session.run(query('insert into t(name) values (2)'));
      await session.run(query('insert into nowhere values (1)'));
    });
    await expect(work).rejects.toThrow('no such table');
    expect(await database.read(rowsOf('select count(*) from t'))).toEqual([[1]]);
  });

  test('wait for the previous one, also if it fails', async () => {
    const { database } = openTemporary(TABLE);
    const order: string[] = [];
    const write = (name: string, fails: boolean): Promise<void> =>
      database.runInTransaction(async (session) => {
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

  test('wait for the lock of another program without blocking reads', async () => {
    const { database, other } = openTemporary(TABLE);
    other.exec('begin immediate; insert into t(name) values (2)');
    const write = database.runInTransaction((session) =>
      session.run(query('insert into t(name) values (3)')),
    );
    await setImmediate();
    expect(await database.read(rowsOf('select count(*) from t'))).toEqual([[1]]);
    other.exec('commit');
    await write;
    expect(await database.read(rowsOf('select count(*) from t'))).toEqual([[3]]);
  });

  test('fail after the busy timeout, and the next one can take the lock', async () => {
    const { file, other } = openTemporary(TABLE);
    const database = openSqlite(file, { busyTimeout: 30 });
    onTestFinished(() => database.close());
    other.exec('begin immediate');
    const add = () =>
      database.runInTransaction((session) => session.run(query('insert into t(name) values (2)')));
    await expect(add()).rejects.toMatchObject({
      name: 'ServiceUnavailableError',
      cause: { message: 'database is locked' },
    });
    other.exec('rollback');
    await add();
    expect(await database.read(rowsOf('select count(*) from t'))).toEqual([[2]]);
  });

  test.each([
    ['a statement', (session: Session) => session.run(query('delete from t'))],
    ['rows', (session: Session) => session.rows(query('delete from t returning id'))],
    ['a script', (session: Session) => session.script('delete from t')],
  ])('end with their session: %s after it is rejected', async (_what, use) => {
    const { database } = openTemporary(TABLE);
    const sessions: Session[] = [];
    await database.runInTransaction(async (session) => {
      sessions.push(session);
    });
    await database
      .runInTransaction(async (session) => {
        sessions.push(session);
        throw new Error('no');
      })
      .catch(() => undefined);
    await database.runInTransaction(async () => {
      for (const session of sessions)
        await expect(use(session)).rejects.toThrow('This transaction has ended');
    });
    expect(sessions).toHaveLength(2);
    expect(await database.read(rowsOf('select id from t'))).toEqual([[1]]);
  });
});

/** A read of one statement that records whether its finally block ran. */
function closing(sql: string): { readonly steps: ReadSteps<void>; isClosed(): boolean } {
  let closed = false;
  function* steps(): ReadSteps<void> {
    try {
      yield [query(sql)];
    } finally {
      closed = true;
    }
  }
  return { steps: steps(), isClosed: () => closed };
}
