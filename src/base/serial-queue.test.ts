import { expect, test } from 'vitest';
import { SerialQueue } from './serial-queue.ts';

test('runs work in the order of the calls, also after work that fails', async () => {
  const queue = new SerialQueue();
  const log: string[] = [];
  const add = (name: string, turns: number): Promise<string> =>
    queue.run(async () => {
      log.push(`begin ${name}`);
      for (let i = 0; i < turns; i += 1) await Promise.resolve();
      log.push(`end ${name}`);
      if (name === 'b') throw new Error('b failed');
      return name;
    });
  const results = await Promise.allSettled([add('a', 3), add('b', 0), add('c', 1)]);
  expect(results).toEqual([
    { status: 'fulfilled', value: 'a' },
    { status: 'rejected', reason: new Error('b failed') },
    { status: 'fulfilled', value: 'c' },
  ]);
  expect(log).toEqual(['begin a', 'end a', 'begin b', 'end b', 'begin c', 'end c']);
});

test('is idle when work that other work has added has ended', async () => {
  const queue = new SerialQueue();
  let done = 0;
  const work = async (): Promise<void> => {
    done += 1;
    if (done < 3) void queue.run(work);
  };
  void queue.run(work);
  await queue.idle();
  expect(done).toBe(3);
});
