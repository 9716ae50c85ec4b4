import { expect, test } from 'vitest';
import { Works } from '../../test/support/works.ts';
import { OverloadedError } from '../base/errors.ts';
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

test('rejects work that would wait behind too many others, or too long', async () => {
  const mutex = new KeyedMutex<number>({ length: 1, timeout: 50 });
  let end = (): void => undefined;
  const running = mutex.run(1, () => new Promise<void>((resolve) => (end = resolve)));
  let began = 0;
  const work = async (): Promise<number> => (began += 1);
  const late = mutex.run(1, work);
  await expect(mutex.run(1, work)).rejects.toThrow(OverloadedError);
  expect(await mutex.run(2, work)).toBe(1);
  await expect(late).rejects.toThrow(OverloadedError);
  end();
  await running;
  expect(await mutex.run(1, work)).toBe(2);
});
