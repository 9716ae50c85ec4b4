import { expect, test } from 'vitest';
import { parseTime, shortTime } from './time.ts';

const now = new Date(2026, 10, 20, 15, 0);

test('formats today as the hour, yesterday as a word, and others as dates', () => {
  expect(shortTime(new Date(2026, 10, 20, 10, 42), now, 'en-GB')).toBe('10:42');
  expect(shortTime(new Date(2026, 10, 19, 23, 59), now, 'en')).toBe('yesterday');
  expect(shortTime(new Date(2026, 10, 18, 1, 0), now, 'en-GB')).toBe('18 Nov');
  expect(shortTime(new Date(2025, 10, 18, 1, 0), now, 'en-GB')).toBe('18 Nov 2025');
});

test('parses timestamps, and rejects other values', () => {
  expect(parseTime('2026-11-20T10:00:00.000Z')?.getTime()).toBe(Date.UTC(2026, 10, 20, 10));
  expect(parseTime('soon')).toBeNull();
  expect(parseTime(null)).toBeNull();
});
