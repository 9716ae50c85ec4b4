// What the durations of earlier reads say about the next one.
import { expect, test } from 'vitest';
import { ReadTimes } from './read-times.ts';

test('the first reads of a shape compile, so that only several slow ones are slow', () => {
  const { times, job } = recorded([62]);
  expect(times.areAllAbove(job, 50)).toBe(false);
  times.record(job, 60);
  expect(times.areAllAbove(job, 50)).toBe(false);
  times.record(job, 58);
  expect(times.areAllAbove(job, 50)).toBe(true);
});

test('a read that takes ten times the limit is slow at once, and so is one that was ended', () => {
  const { times, job } = recorded([501]);
  expect(times.areAllAbove(job, 50)).toBe(true);
  const ended = recorded([]);
  ended.times.recordTimeout(ended.job, 10_000);
  expect(ended.times.areAllAbove(ended.job, 50)).toBe(true);
});

test('one fast read is enough to be fast', () => {
  const { times, job } = recorded([62, 8, 70]);
  expect(times.areAllAbove(job, 50)).toBe(false);
});

test('a shape that was never read is not slow', () => {
  const { times, job } = recorded([]);
  expect(times.areAllAbove(job, 50)).toBe(false);
});

function recorded(durations: readonly number[]): {
  readonly times: ReadTimes;
  readonly job: Parameters<ReadTimes['minimum']>[0];
} {
  const times = new ReadTimes();
  const job = { compiled: {}, pagination: null };
  for (const took of durations) times.record(job, took);
  return { times, job };
}
