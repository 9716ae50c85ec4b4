import { expect, test } from 'vitest';
import { eventually } from '../../test/support/eventually.ts';
import { BoundedQueue, UNBOUNDED } from './bounded-queue.ts';
import { OverloadedError } from './errors.ts';

const never = (): void => {
  throw new Error('nothing expires here');
};

test('returns entries in order, and rejects those beyond the limit', () => {
  const queue = new BoundedQueue<number>({ length: 3, timeout: 60_000 }, never);
  for (const item of [1, 2, 3]) queue.push(item);
  expect(() => queue.push(4)).toThrow(OverloadedError);
  expect([queue.length, queue.rejected, queue.isFull]).toEqual([3, 1, true]);
  expect(queue.shift()).toBe(1);
  queue.push(5);
  expect([queue.shift(), queue.shift(), queue.shift(), queue.shift()]).toEqual([
    2,
    3,
    5,
    undefined,
  ]);
});

test('expires entries after the timeout, oldest first, once each', async () => {
  const expired: number[] = [];
  const queue = new BoundedQueue<number>({ length: 10, timeout: 5 }, (item, error) => {
    expect(error).toBeInstanceOf(OverloadedError);
    expired.push(item);
  });
  queue.push(1);
  queue.push(2);
  expect(queue.shift()).toBe(1);
  queue.push(3);
  await eventually(() => expired.length === 2);
  expect(expired).toEqual([2, 3]);
  queue.push(4);
  await eventually(() => expired.length === 3);
  expect([queue.length, queue.rejected]).toEqual([0, 3]);
});

test('measures the timeout of an entry from the start of its wait', () => {
  let time = 1000;
  const expired: number[] = [];
  const limits = { length: 10, timeout: 100 };
  const queue = new BoundedQueue<number>(limits, (item) => expired.push(item), { now: () => time });
  queue.push(1);
  queue.push(2, 950);
  expect(() => queue.push(3, 900)).toThrow(OverloadedError);
  expect([queue.first, queue.length, queue.rejected]).toEqual([2, 2, 1]);
  time = 1050;
  queue.expire();
  expect([expired, queue.items]).toEqual([[2], [1]]);
  time = 1100;
  queue.expire();
  expect([expired, queue.rejected]).toEqual([[2, 1], 3]);
});

test('takes the entries pushed before a mark, regardless of when their wait began', () => {
  const queue = new BoundedQueue<number>({ length: 10, timeout: 60_000 }, () => undefined);
  const now = performance.now();
  queue.push(1, now);
  queue.push(2, now - 10);
  const { mark } = queue;
  queue.push(3, now - 20);
  expect(queue.takeUntil(mark)).toEqual([2, 1]);
  expect(queue.items).toEqual([3]);
});

test('rejects an entry whose expected wait exceeds the timeout', () => {
  let time = 0;
  const clock = { now: () => time };
  const queue = new BoundedQueue<number>({ length: 1000, timeout: 2000 }, never, clock);
  for (let item = 0; item < 200; item += 1) queue.push(item);
  const leave = (count: number, milliseconds: number): void => {
    for (let i = 0; i < count; i += 1) {
      time += milliseconds / count;
      queue.shift();
    }
  };
  // Too few to derive a rate.
  leave(10, 10_000);
  expect(queue.isFull).toBe(false);
  // 20 in 11 seconds: 170 would take much longer than two seconds.
  leave(10, 1000);
  expect([queue.length, queue.isFull]).toEqual([180, true]);
  expect(() => queue.push(200)).toThrow(OverloadedError);
  leave(100, 500);
  expect([queue.length, queue.isFull]).toEqual([80, false]);
  queue.push(201);
  leave(81, 60_000);
  expect([queue.length, queue.isFull]).toEqual([0, false]);
});

test('takes entries pushed before a mark, and removes single entries', () => {
  const queue = new BoundedQueue<string>(UNBOUNDED, never);
  for (const item of ['a', 'b', 'c']) queue.push(item);
  const { mark } = queue;
  queue.push('d');
  expect(queue.shift()).toBe('a');
  expect(queue.remove('b')).toBe(true);
  expect(queue.remove('b')).toBe(false);
  expect(queue.takeUntil(mark)).toEqual(['c']);
  expect(queue.takeUntil(mark)).toEqual([]);
  expect(queue.shift()).toBe('d');
});
