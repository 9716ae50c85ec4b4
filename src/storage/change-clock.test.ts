import { expect, test } from 'vitest';
import { ChangeClock } from './change-clock.ts';

const ONE = new Set(['one']);
const BOTH = new Set(['one', 'two']);

test('what was read stands until one of its tables changes', () => {
  const clock = new ChangeClock();
  const { now: before } = clock;
  expect(clock.isUnchangedSince(BOTH, before)).toBe(true);
  clock.tick(new Set(['two', 'three']));
  expect(clock.isUnchangedSince(ONE, before)).toBe(true);
  expect(clock.isUnchangedSince(BOTH, before)).toBe(false);
  expect(clock.isUnchangedSince(BOTH, clock.now)).toBe(true);
});

test('a change of anything is a change of every table, also of those that changed before', () => {
  const clock = new ChangeClock();
  clock.tick(ONE);
  const { now: before } = clock;
  clock.tick(null);
  expect(clock.isUnchangedSince(ONE, before)).toBe(false);
  expect(clock.isUnchangedSince(new Set(['other']), before)).toBe(false);
  expect(clock.isUnchangedSince(ONE, clock.now)).toBe(true);
});
