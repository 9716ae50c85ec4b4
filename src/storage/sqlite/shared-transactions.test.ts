// Concurrent writes share a transaction, and each is atomic.
import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openTemporary } from '../../../test/support/temp-database.ts';
import { ConstraintError } from '../errors.ts';
import { withInteraction } from '../interactive-database.ts';
import type { Query, WriteSteps } from '../session.ts';
import { openSqlite } from './driver.ts';

const TABLE = 'create table t(id integer primary key, name text not null unique)';

/** However busy the machine is. */
const ONE_TRANSACTION = { joinTime: Number.POSITIVE_INFINITY };

const query = (sql: string): Query => ({ sql, values: [] });

/** Inserts two rows, the second after looking at the first. */
function* pair(name: string, after: () => void = () => undefined): WriteSteps<string> {
  yield [query(`insert into t(name) values ('${name}')`)];
  const [rows = []] = yield [query(`select name from t where name = '${name}'`)];
  after();
  yield [query(`insert into t(name) values ('${name} again')`)];
  return String(rows[0]?.[0]);
}

const fail = (): never => {
  throw new Error('rejected');
};

describe('concurrent writes', () => {
  test('run in order and return their values', async () => {
    const { database, other } = openTemporary(TABLE, ONE_TRANSACTION);
    const names = ['a', 'b', 'c'];
    expect(await Promise.all(names.map((name) => database.transact(pair(name))))).toEqual(names);
    expect(other.prepare('select name from t order by id').pluck().all()).toEqual(
      names.flatMap((name) => [name, `${name} again`]),
    );
  });

  test('form one commit: the data version changes once', async () => {
    const { database, other } = openTemporary(TABLE, ONE_TRANSACTION);
    const versions = new Set<unknown>();
    other.pragma('data_version');
    const before = other.pragma('data_version', { simple: true });
    await Promise.all(
      ['a', 'b'].map((name) =>
        database
          .transact(pair(name))
          .then(() => versions.add(other.pragma('data_version', { simple: true }))),
      ),
    );
    expect([...versions]).toHaveLength(1);
    expect([...versions]).not.toEqual([before]);
  });

  test('include the writes of the next turns of the event loop', async () => {
    const { database } = openTemporary(TABLE, ONE_TRANSACTION);
    const before = database.stats().transactions;
    const writes = [database.transact(pair('a')), database.transact(pair('b'))];
    for (const name of ['c', 'd']) {
      await setImmediate();
      writes.push(database.transact(pair(name)));
    }
    await Promise.all(writes);
    expect(database.stats().transactions - before).toBe(1);
  });

  test('are committed except for one that throws', async () => {
    const { database, other } = openTemporary(TABLE, ONE_TRANSACTION);
    const done = await Promise.allSettled([
      database.transact(pair('a')),
      database.transact(pair('b', fail)),
      database.transact(pair('c')),
    ]);
    expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(other.prepare('select count(*) from t').pluck().get()).toBe(4);
  });

  test('are committed if the first one throws', async () => {
    const { database, other } = openTemporary(TABLE, ONE_TRANSACTION);
    const before = database.version();
    await expect(database.transact(pair('alone', fail))).rejects.toThrow('rejected');
    expect(database.version()).toBe(before);
    const done = await Promise.allSettled([
      database.transact(pair('a', fail)),
      database.transact(pair('b')),
      database.transact(pair('c')),
    ]);
    expect(done.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(other.prepare('select name from t order by id').pluck().all()).toEqual([
      'b',
      'b again',
      'c',
      'c again',
    ]);
  });

  test('beyond the limit of a transaction run in the next one', async () => {
    const { database, other } = openTemporary(TABLE, ONE_TRANSACTION);
    await Promise.all(Array.from({ length: 200 }, (_, i) => database.transact(pair(`n${i}`))));
    expect(other.prepare('select count(*) from t').pluck().get()).toBe(400);
  });

  test('can catch their own errors', async () => {
    const { database } = openTemporary(TABLE, ONE_TRANSACTION);
    const caught = await database.transact(
      (function* (): WriteSteps<unknown> {
        try {
          yield [query('insert into t(name) values (null)')];
        } catch (error) {
          return error;
        }
        return null;
      })(),
    );
    expect(caught).toBeInstanceOf(ConstraintError);
  });

  test('run in order with transactions of sessions', async () => {
    const { database, other } = openTemporary(TABLE, ONE_TRANSACTION);
    const order: string[] = [];
    await Promise.all([
      database.runInTransaction(async (session) => {
        await session.run(query("insert into t(name) values ('start')"));
        order.push('start');
      }),
      database.transact(pair('a')).then(() => order.push('a')),
      database.runInTransaction(async () => void order.push('later')),
    ]);
    expect(order).toEqual(['start', 'a', 'later']);
    expect(other.prepare('select count(*) from t').pluck().get()).toBe(3);
  });

  test('all fail if another program holds the lock longer than the timeout', async () => {
    const { database, other } = openTemporary(TABLE, ONE_TRANSACTION);
    other.exec('begin immediate');
    const first = database.transact(pair('a'));
    const second = database.transact(pair('b'));
    await expect(first).rejects.toThrow('Another program');
    await expect(second).rejects.toThrow('Another program');
    other.exec('commit');
    expect(await database.transact(pair('c'))).toBe('c');
  });
});

describe('a write that ends the shared transaction', () => {
  const LOSING = `${TABLE};
    create trigger gone before insert on t when new.name = 'gone' begin select raise(rollback, 'x'); end`;

  test('gets its own error; earlier writes fail without a constraint error, later ones are committed', async () => {
    const { database, other } = openTemporary(LOSING, ONE_TRANSACTION);
    const [a, gone, c] = await Promise.allSettled([
      database.transact(pair('a')),
      database.transact(pair('gone')),
      database.transact(pair('c')),
    ]);
    expect(a).toMatchObject({ status: 'rejected', reason: { message: /another write/ } });
    expect(a).not.toHaveProperty('reason.kind');
    expect(gone).toMatchObject({ status: 'rejected', reason: { kind: 'other' } });
    expect(c).toEqual({ status: 'fulfilled', value: 'c' });
    expect(other.prepare('select name from t').pluck().all()).toEqual(['c', 'c again']);
  });
});

test('writes after a long one run in another transaction', async () => {
  const { database, other } = openTemporary(TABLE);
  const count = other.prepare('select count(*) from t').pluck();
  const long = (): void => {
    const end = performance.now() + 50;
    while (performance.now() < end);
  };
  const counts = await Promise.all(
    ['a', 'b', 'c'].map((name) => database.transact(pair(name, long)).then(() => count.get())),
  );
  expect(counts).toEqual([2, 4, 6]);
});

test('a write that arrives while another waits for the lock has its own timeout', async () => {
  const { file, other } = openTemporary(TABLE);
  const database = openSqlite(file, { busyTimeout: 200 });
  onTestFinished(() => database.close());
  other.exec('begin immediate');
  const rejected = expect(database.transact(pair('a'))).rejects.toThrow('Another program');
  // The wait begins in the next iteration of the event loop.
  for (let turn = 0; turn < 3; turn += 1) await setImmediate();
  const late = database.transact(pair('b'));
  await rejected;
  other.exec('commit');
  expect(await late).toBe('b');
});

test.each([
  ["insert into t(name) values ('a'), ('a')", 'unique', ['name']],
  ['insert into t(name) values (null)', 'notNull', ['name']],
])('%s: the kind of the constraint error is %s', async (sql, kind, columns) => {
  const { database } = openTemporary(TABLE);
  const rejected = database.transact(
    (function* (): WriteSteps<void> {
      yield [query(sql)];
    })(),
  );
  await expect(rejected).rejects.toMatchObject({ kind, table: 't', columns });
});

describe('a long write', () => {
  /** Every statement takes longer than a slice. */
  const SLICES = { joinTime: 0 };

  /** Inserts rows, and counts the turns of the event loop in between. */
  function* rows(turns: () => number, seen: Set<number>): WriteSteps<number> {
    for (const name of ['a', 'b', 'c', 'd']) {
      yield [query(`insert into t(name) values ('long ${name}')`)];
      seen.add(turns());
    }
    return seen.size;
  }

  /** Counts turns of the event loop while work runs. */
  async function counting<T>(work: (turns: () => number) => Promise<T>): Promise<T> {
    let turns = 0;
    let isRunning = true;
    const count = async (): Promise<void> => {
      while (isRunning) {
        turns += 1;
        await setImmediate();
      }
    };
    const counted = count();
    try {
      return await work(() => turns);
    } finally {
      isRunning = false;
      await counted;
    }
  }

  test('lets others run between its statements, and is committed as a whole', async () => {
    const { database, other } = openTemporary(TABLE, SLICES);
    const stored = other.prepare('select count(*) from t').pluck();
    const visible = new Set<unknown>();
    const turns = await counting((turn) =>
      database.transact(
        rows(() => {
          visible.add(stored.get());
          return turn();
        }, new Set()),
      ),
    );
    expect(turns).toBeGreaterThan(1);
    expect([...visible]).toEqual([0]);
    expect(stored.get()).toBe(4);
  });

  test('is rolled back as a whole, without the writes that waited', async () => {
    const { database, other } = openTemporary(TABLE, SLICES);
    const turn = (): number => 0;
    function* failing(): WriteSteps<void> {
      yield* rows(turn, new Set());
      yield [query("insert into t(name) values ('long a')")];
    }
    const done = await Promise.allSettled([
      database.transact(failing()),
      database.transact(pair('e')),
      database.transact(failing()),
      database.transact(pair('f', fail)),
    ]);
    expect(done.map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    expect(done[0]).toMatchObject({ reason: expect.any(ConstraintError) as unknown });
    expect(other.prepare('select name from t order by id').pluck().all()).toEqual(['e', 'e again']);
  });

  test('that joins a transaction keeps the writes before it', async () => {
    const { database, other } = openTemporary(TABLE, { joinTime: 1000 });
    function* late(): WriteSteps<void> {
      const end = performance.now() + 1500;
      while (performance.now() < end) yield [query('select 1')];
      yield [query("insert into t(name) values ('a')")];
    }
    const done = await Promise.allSettled([
      database.transact(pair('a')),
      database.transact(late()),
    ]);
    expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(other.prepare('select name from t order by id').pluck().all()).toEqual(['a', 'a again']);
  });

  test('that waits for code lets others run as well', async () => {
    const { database } = openTemporary(TABLE);
    const seen = await counting((turn) =>
      withInteraction(database).transactInteractively(
        (function* () {
          const turns = new Set<number>();
          const end = performance.now() + 200;
          while (performance.now() < end) {
            yield [query('select 1')];
            turns.add(turn());
          }
          return turns.size;
        })(),
      ),
    );
    expect(seen).toBeGreaterThan(1);
  });
});
