import { expect, test } from 'vitest';
import { Works } from '../../test/support/works.ts';
import { KeyedMutex } from './keyed-mutex.ts';

test('runs work on one key in turn, and on different keys at once', async () => {
  const [one, other] = [new Works(), new Works()];
  const turns = new KeyedMutex<string>();
  const ends = await Promise.allSettled([
    turns.run('a', () => one.work(1, true)),
    turns.run('b', () => other.work(1)),
    turns.run('a', () => one.work(2)),
    turns.run('a', () => one.work(3)),
    turns.run('b', () => other.work(2)),
  ]);
  expect(ends.map(({ status }) => status === 'fulfilled')).toEqual([false, true, true, true, true]);
  expect([one.max, one.done]).toEqual([1, [1, 2, 3]]);
  expect([other.max, other.done]).toEqual([1, [1, 2]]);
});
