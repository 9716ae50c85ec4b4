// Values that are created when they are first needed.
import { expect, test } from 'vitest';
import { onDemand } from './on-demand.ts';

test('creates a value once for concurrent callers', async () => {
  let count = 0;
  const value = onDemand(() => Promise.resolve(++count));
  expect(count).toBe(0);
  expect(await Promise.all([value(), value()])).toEqual([1, 1]);
  expect(await value()).toBe(1);
});

test('does not cache a failure', async () => {
  let count = 0;
  const value = onDemand(async () => {
    count += 1;
    if (count === 1) throw new Error('not yet');
    return Promise.resolve(count);
  });
  await expect(value()).rejects.toThrow('not yet');
  expect(await value()).toBe(2);
});
