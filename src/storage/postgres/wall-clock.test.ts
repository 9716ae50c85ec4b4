import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromServer, toWallClock } from './wall-clock.ts';

/** Milliseconds from the year 1 to 9999. */
const times = fc.integer({
  min: Date.UTC(1, 0, 2) - 62_000_000_000_000,
  max: Date.UTC(9999, 11, 30),
});

test('converts a timestamp to local time and back', () => {
  fc.assert(fc.property(times, (time) => fromServer(toWallClock(time)) === time));
});

test.each([
  ['2024-02-29 12:00:00', '2024-02-29T12:00:00.000'],
  ['2024-02-29 12:00:00.5', '2024-02-29T12:00:00.500'],
  ['2024-02-29 12:00:00.123456', '2024-02-29T12:00:00.123'],
  ['0099-01-01 00:00:00', '0099-01-01T00:00:00.000'],
])('%s without a time zone is local time', (text, local) => {
  expect(fromServer(text)).toBe(new Date(local).getTime());
});

describe('with a time zone', () => {
  test.each([
    ['2024-02-29 12:00:00+00', '2024-02-29T12:00:00.000Z'],
    ['2024-02-29 12:00:00.25-05', '2024-02-29T17:00:00.250Z'],
    ['2024-02-29 12:00:00+05:30', '2024-02-29T06:30:00.000Z'],
  ])('%s', (text, utc) => {
    expect(new Date(fromServer(text)).toISOString()).toBe(utc);
  });
});

test('returns NaN for text that is not a timestamp', () => {
  expect([fromServer('infinity'), fromServer('soon')]).toEqual([Number.NaN, Number.NaN]);
});

test('converts years BC', () => {
  const time = new Date(2000, 0, 1).setFullYear(-43);
  expect(toWallClock(time)).toBe('0044-01-01 00:00:00.000 BC');
  expect(fromServer('0044-01-01 00:00:00 BC')).toBe(time);
});
