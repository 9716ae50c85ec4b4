import { expect, test } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { WindowCounts } from './window-counts.ts';

const LONG = 3_600_000;

test('counts up to the maximum of a window, each key alone', () => {
  const counts = new WindowCounts({ max: 2, interval: LONG });
  const results = ['a', 'a', 'b', 'a'].map((key) => counts.count(key));
  expect(results.map(({ isExceeded, remaining }) => [isExceeded, remaining])).toEqual([
    [false, 1],
    [false, 0],
    [false, 1],
    [true, 0],
  ]);
  expect(results.every(({ resetIn }) => resetIn > 0 && resetIn <= LONG)).toBe(true);
});

test('starts a new window after the end of one, and forgets the keys of it', async () => {
  const counts = new WindowCounts({ max: 1, interval: 1 });
  counts.count('a');
  await eventually(() => !counts.count('b').isExceeded && counts.size === 1);
  expect(counts.count('c').isExceeded).toBe(false);
});

test('remembers a bounded number of keys: those whose windows end last', () => {
  const counts = new WindowCounts({ max: 1, interval: LONG }, 100);
  for (let i = 0; i < 1000; i += 1) counts.count(`${i} ${'x'.repeat(i)}`);
  expect(counts.size).toBe(100);
  const isKnown = (i: number): boolean => counts.count(`${i} ${'x'.repeat(i)}`).isExceeded;
  expect([isKnown(999), isKnown(900), isKnown(899)]).toEqual([true, true, false]);
});
