import { expect, test } from 'vitest';
import { ChangeClock } from './change-clock.ts';

const ONE = new Set(['one']);
const BOTH = new Set(['one', 'two']);

test('a snapshot is valid until one of its tables changes', () => {
  const clock = new ChangeClock();
  const { now: before } = clock;
  expect(clock.isUnchangedSince(BOTH, before)).toBe(true);
  clock.tick(new Set(['two', 'three']));
  expect(clock.isUnchangedSince(ONE, before)).toBe(true);
  expect(clock.isUnchangedSince(BOTH, before)).toBe(false);
  expect(clock.isUnchangedSince(BOTH, clock.now)).toBe(true);
});

test('a change of unknown tables counts as a change of every table', () => {
  const clock = new ChangeClock();
  clock.tick(ONE);
  const { now: before } = clock;
  clock.tick(null);
  expect(clock.isUnchangedSince(ONE, before)).toBe(false);
  expect(clock.isUnchangedSince(new Set(['other']), before)).toBe(false);
  expect(clock.isUnchangedSince(ONE, clock.now)).toBe(true);
});
