// Concurrent reads: as many steps as the longest one, each with its own rows.
import { expect, test } from 'vitest';
import type { Query, ReadSteps } from './session.ts';
import { concurrently } from './concurrently.ts';

function query(sql: string): Query {
  return { sql, values: [] };
}

/** Reads each list of statements in one step, and records the rows. */
function* steps(lists: readonly (readonly string[])[], given: string[]): ReadSteps<void> {
  for (const list of lists) {
    const rows = yield list.map(query);
    given.push(rows.map(String).join());
  }
}

/** Returns the text of each statement as its rows. @returns what was sent, step by step */
function run(steps: ReadSteps<unknown>): readonly string[] {
  const sent: string[] = [];
  let step = steps.next();
  while (!step.done) {
    sent.push(step.value.map(({ sql }) => sql).join());
    step = steps.next(step.value.map(({ sql }) => [[sql]]));
  }
  return sent;
}

test('sends the next steps together, and returns each step’s rows to its coroutine', () => {
  const given: string[][] = [[], [], [], []];
  const readings = [[['a'], ['b', 'c'], ['d']], [], [['e', 'f']], [[], ['g']]].map((lists, i) =>
    steps(lists, given[i] ?? []),
  );
  expect(run(concurrently(readings))).toEqual(['a,e,f,g', 'b,c', 'd']);
  expect(given).toEqual([['a', 'b,c', 'd'], [], ['e,f'], ['', 'g']]);
});

test('returns the results in the order of the coroutines', () => {
  function* named(name: string, count: number): ReadSteps<string> {
    for (let i = 0; i < count; i++) yield [query(name)];
    return name;
  }
  const steps = concurrently([named('long', 3), named('short', 1)]);
  let step = steps.next();
  while (!step.done) step = steps.next(step.value.map(() => []));
  expect(step.value).toEqual(['long', 'short']);
});

test('sends an unread statement with the next step of its own coroutine', () => {
  function* writes(): ReadSteps<void> {
    yield [{ ...query('insert'), unread: true }];
    yield [query('read back')];
    yield [{ ...query('delete'), unread: true }];
  }
  expect(run(concurrently([writes(), steps([['a'], ['b']], [])]))).toEqual([
    'insert,read back,a',
    'delete,b',
  ]);
});

test('has no steps without coroutines', () => {
  expect(run(concurrently([]))).toEqual([]);
});

test('an error ends all coroutines', () => {
  const ended: string[] = [];
  function* watched(name: string, fails: boolean): ReadSteps<void> {
    try {
      yield [query(name)];
      if (fails) throw new Error(`${name} failed`);
      yield [query(name)];
    } finally {
      ended.push(name);
    }
  }
  expect(() => run(concurrently([watched('a', false), watched('b', true)]))).toThrow('b failed');
  expect(ended.toSorted()).toEqual(['a', 'b']);
  const lost = concurrently([watched('c', false), watched('d', false)]);
  lost.next();
  expect(() => lost.throw(new Error('no connection'))).toThrow('no connection');
  expect(ended.toSorted()).toEqual(['a', 'b', 'c', 'd']);
});
