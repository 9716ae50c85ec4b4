import { expect, test } from 'vitest';
import { PASSWORD_QUEUE } from '../../base/limits.ts';
import { OverloadedError } from '../../base/errors.ts';
import { hashText, matchesHash } from './bcrypt.ts';

const CHEAP = 4;

test('rejects hashes that exceed the queue, and computes the accepted ones correctly', async () => {
  const hash = await hashText('right', CHEAP, 'user');
  const beyond = 50;
  const requested = Array.from({ length: PASSWORD_QUEUE.length + beyond }, (_, i) => i % 2 === 0);
  const ends = await Promise.allSettled(
    requested.map(async (isRight) => [
      isRight,
      await matchesHash(isRight ? 'right' : 'wrong', hash, 'user'),
    ]),
  );
  const rejected = ends.flatMap((end) => ('reason' in end ? [end.reason as unknown] : []));
  // A few run, and a busy machine lets others wait for too long.
  expect(rejected.length).toBeGreaterThan(beyond - 10);
  expect(rejected.every((error) => error instanceof OverloadedError)).toBe(true);
  const fulfilled = ends.flatMap((end) => ('value' in end ? [end.value] : []));
  expect(fulfilled.every(([isRight, matches]) => isRight === matches)).toBe(true);
  expect(fulfilled.length + rejected.length).toBe(requested.length);
  expect(await matchesHash('right', hash, 'user')).toBe(true);
});

test('administrators do not wait for users', async () => {
  const hash = await hashText('right', CHEAP, 'administrator');
  let users = 0;
  const others = Array.from({ length: 200 }, async () => {
    await matchesHash('right', hash, 'user');
    users += 1;
  });
  expect(await matchesHash('right', hash, 'administrator')).toBe(true);
  expect(users).toBeLessThan(others.length);
  await Promise.allSettled(others);
});
