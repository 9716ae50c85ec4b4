// Classification of reads by the durations of earlier ones.
import { expect, test } from 'vitest';
import { ReadTimes } from './read-times.ts';

test('classifies a shape as slow only after several slow reads, since the first ones are compiled', () => {
  const { times, job } = recorded([62]);
  expect(times.areAllAbove(job, 50)).toBe(false);
  times.record(job, 60);
  expect(times.areAllAbove(job, 50)).toBe(false);
  times.record(job, 58);
  expect(times.areAllAbove(job, 50)).toBe(true);
});

test('classifies a shape as slow after one read of ten times the limit, or after a timeout', () => {
  const { times, job } = recorded([501]);
  expect(times.areAllAbove(job, 50)).toBe(true);
  const ended = recorded([]);
  ended.times.recordTimeout(ended.job, 10_000);
  expect(ended.times.areAllAbove(ended.job, 50)).toBe(true);
});

test('classifies a shape as fast after one fast read', () => {
  const { times, job } = recorded([62, 8, 70]);
  expect(times.areAllAbove(job, 50)).toBe(false);
});

test('does not classify a shape without reads as slow', () => {
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
