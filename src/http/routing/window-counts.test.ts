import { expect, test } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { WindowCounts, type WindowCount } from './window-counts.ts';

const LONG = 3_600_000;

function count(counts: WindowCounts, key: string, client: string | null = null): WindowCount {
  return counts.count({ key, client });
}

test('counts each key separately, up to the maximum of a window', () => {
  const counts = new WindowCounts({ max: 2, interval: LONG });
  const results = ['a', 'a', 'b', 'a'].map((key) => count(counts, key));
  expect(results.map(({ isExceeded, remaining }) => [isExceeded, remaining])).toEqual([
    [false, 1],
    [false, 0],
    [false, 1],
    [true, 0],
  ]);
  expect(results.every(({ resetIn }) => resetIn > 0 && resetIn <= LONG)).toBe(true);
});

test('starts a new window after the end of the last one, without its keys', async () => {
  const counts = new WindowCounts({ max: 1, interval: 1 }, { total: 10, client: 1 });
  count(counts, 'a', 'client');
  await eventually(() => !count(counts, 'b', 'client').isExceeded && counts.size === 1);
  expect(count(counts, 'c', 'other').isExceeded).toBe(false);
});

test('stores a limited number of keys: those whose windows end last', () => {
  const counts = new WindowCounts({ max: 1, interval: LONG }, { total: 100, client: 1 });
  for (let i = 0; i < 1000; i += 1) count(counts, String(i));
  expect(counts.size).toBe(100);
  const isKnown = (i: number): boolean => count(counts, String(i)).isExceeded;
  expect([isKnown(999), isKnown(900), isKnown(899)]).toEqual([true, true, false]);
});

test('a client with too many keys does not evict the keys of others: its further keys are counted together', () => {
  const counts = new WindowCounts({ max: 2, interval: LONG }, { total: 100, client: 10 });
  for (let i = 0; i < 10; i += 1) count(counts, `a${i}`, 'a');
  const further = Array.from({ length: 1000 }, (_, i) => count(counts, `a${10 + i}`, 'a'));
  expect(further.filter(({ isExceeded }) => !isExceeded)).toHaveLength(2);
  expect(counts.size).toBe(11);
  expect([0, 1].map(() => count(counts, 'a0', 'a').isExceeded)).toEqual([false, true]);
  expect(count(counts, 'b0', 'b')).toMatchObject({ isExceeded: false, remaining: 1 });
});
