import { expect, test } from 'vitest';
import { Gate } from './gate.ts';
import { Turns } from './turns.ts';

/** Work that ends when it is told to, and how much of it is running. */
class Works {
  running = 0;
  most = 0;
  readonly done: number[] = [];

  async work(i: number, isFailing: boolean = false): Promise<number> {
    this.running += 1;
    this.most = Math.max(this.most, this.running);
    await new Promise((resolve) => setImmediate(resolve));
    this.running -= 1;
    this.done.push(i);
    if (isFailing) throw new Error(`no ${i}`);
    return i;
  }
}

test('so many get in, the others wait in a row, whatever becomes of those before', async () => {
  const works = new Works();
  const gate = new Gate(2);
  const all = [0, 1, 2, 3, 4, 5].map((i) => gate.run(() => works.work(i, i === 1)));
  const ends = await Promise.allSettled(all);
  expect(ends.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    ...Array<string>(4).fill('fulfilled'),
  ]);
  expect(works.most).toBe(2);
  expect(works.done).toEqual([0, 1, 2, 3, 4, 5]);
  expect(await gate.run(() => works.work(6))).toBe(6);
});

test('work on one thing waits for its turn, work on others does not', async () => {
  const [one, other] = [new Works(), new Works()];
  const turns = new Turns<string>();
  const ends = await Promise.allSettled([
    turns.run('a', () => one.work(1, true)),
    turns.run('b', () => other.work(1)),
    turns.run('a', () => one.work(2)),
    turns.run('a', () => one.work(3)),
    turns.run('b', () => other.work(2)),
  ]);
  expect(ends.map(({ status }) => status === 'fulfilled')).toEqual([false, true, true, true, true]);
  expect([one.most, one.done]).toEqual([1, [1, 2, 3]]);
  expect([other.most, other.done]).toEqual([1, [1, 2]]);
});
