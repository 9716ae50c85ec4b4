// Writes that wait for code share a transaction while that code waits for nothing else, and each is atomic.
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openTemporary } from '../../../test/support/temp-database.ts';
import { withInteraction } from '../interactive-database.ts';
import type { InteractiveWriteSteps, Query } from '../session.ts';

const TABLE = 'create table t(id integer primary key, name text not null unique)';

const query = (sql: string): Query => ({ sql, values: [] });

const pass = async (): Promise<void> => undefined;

const fail = async (): Promise<void> => {
  throw new Error('rejected');
};

/** Inserts a row before and one after the code. */
function* around(name: string, wait: () => Promise<void> = pass): InteractiveWriteSteps<string> {
  yield [query(`insert into t(name) values ('${name} 1')`)];
  yield { name: `the code of ${name}`, wait };
  yield [query(`insert into t(name) values ('${name} 2')`)];
  return name;
}

async function open(sql: string = TABLE) {
  // However busy the machine is, writes may join, and none is divided into slices.
  const { database, other } = openTemporary(sql, { joinTime: Number.POSITIVE_INFINITY });
  const interactive = withInteraction(database, 200, { slice: Number.POSITIVE_INFINITY });
  // So many writes show that the code waits for nothing else.
  for (let i = 0; i < 20; i += 1) await interactive.transactInteractively(around(`earlier ${i}`));
  other.exec('delete from t');
  const names = () => other.prepare('select name from t order by id').pluck().all();
  /** Runs writes at once. @returns how many rows were committed when each ended */
  const run = (writes: readonly InteractiveWriteSteps<string>[]) =>
    Promise.allSettled(
      writes.map((steps) => interactive.transactInteractively(steps).then(() => names().length)),
    );
  return { interactive, other, names, run };
}

const valuesOf = (results: readonly PromiseSettledResult<number>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message));

test('writes share a commit if their code awaits nothing but the database', async () => {
  const { run, names } = await open();
  expect(valuesOf(await run([around('a'), around('b'), around('c')]))).toEqual([6, 6, 6]);
  expect(names()).toEqual(['a 1', 'a 2', 'b 1', 'b 2', 'c 1', 'c 2']);
});

test('a write that fails is rolled back alone, even if it is the first', async () => {
  const { run, names } = await open();
  const results = await run([around('a'), around('b', fail), around('c')]);
  expect(valuesOf(results)).toEqual([4, 'rejected', 4]);
  expect(valuesOf(await run([around('d', fail), around('e')]))).toEqual(['rejected', 6]);
  expect(names()).toEqual(['a 1', 'a 2', 'c 1', 'c 2', 'e 1', 'e 2']);
});

test('writes are committed one by one after their code has awaited something else', async () => {
  const { run } = await open();
  const slow = (): Promise<void> => setTimeout(5);
  await run([around('slow', slow)]);
  expect(valuesOf(await run([around('a'), around('b'), around('c')]))).toEqual([4, 6, 8]);
});

test('a long write does not share a transaction', async () => {
  const { interactive, names } = await open();
  const counts = await Promise.all([
    interactive.transactInteractively(around('a')).then(() => names().length),
    interactive.transactInteractively(around('b'), { isLong: true }).then(() => names().length),
  ]);
  expect(counts).toEqual([2, 4]);
});

test('code that never ends fails only its own write', async () => {
  const { run, names } = await open();
  const results = await run([around('a'), around('b', () => new Promise(() => undefined))]);
  expect(valuesOf(results)).toEqual([2, expect.stringContaining('the code of b')]);
  expect(names()).toEqual(['a 1', 'a 2']);
});

test('code runs in the asynchronous context of the caller of its write', async () => {
  const { interactive } = await open();
  const caller = new AsyncLocalStorage<string>();
  const seen: unknown[] = [];
  const look = async (): Promise<void> => {
    await Promise.resolve();
    seen.push(caller.getStore());
  };
  await Promise.all(
    ['a', 'b', 'c'].map((name) =>
      caller.run(name, () => interactive.transactInteractively(around(name, look))),
    ),
  );
  expect(seen).toEqual(['a', 'b', 'c']);
});

test('callbacks run after the commit, but not if their write failed', async () => {
  const { interactive, names } = await open();
  const committed: unknown[] = [];
  const note = (name: string) => async (): Promise<void> => {
    await interactive.afterCommit(async () => void committed.push([name, names().length]));
    if (name === 'b') throw new Error('rejected');
  };
  await Promise.allSettled(
    ['a', 'b', 'c'].map((name) => interactive.transactInteractively(around(name, note(name)))),
  );
  expect(committed).toEqual([
    ['a', 4],
    ['c', 4],
  ]);
});

test('a write that ends the transaction gets its own error, and the other writes get a different one', async () => {
  const { run, names } = await open(`${TABLE};
    create trigger gone before insert on t when new.name = 'gone 2' begin select raise(rollback, 'x'); end`);
  const [a, gone, c] = await run([around('a'), around('gone'), around('c')]);
  expect(a).toMatchObject({ status: 'rejected', reason: { message: /another write/ } });
  expect(gone).toMatchObject({ status: 'rejected', reason: { kind: 'other' } });
  expect(c).toEqual({ status: 'fulfilled', value: 2 });
  expect(names()).toEqual(['c 1', 'c 2']);
});

test('closing the database waits for all writes', async () => {
  const { database, other } = openTemporary(TABLE);
  const interactive = withInteraction(database);
  const names = ['a', 'b', 'c', 'd'];
  const done = Promise.all(names.map((name) => interactive.transactInteractively(around(name))));
  await database.close();
  expect(await done).toEqual(names);
  expect(other.prepare('select count(*) from t').pluck().get()).toBe(8);
});

test('all waiting writes fail if another program holds the lock longer than the timeout', async () => {
  const { run, other } = await open();
  other.exec('begin immediate');
  const rejected = valuesOf(await run([around('a'), around('b')]));
  const message = 'Another program is writing to the database. Try again shortly.';
  expect(rejected).toEqual([message, message]);
  other.exec('commit');
  expect(valuesOf(await run([around('c')]))).toEqual([2]);
});
