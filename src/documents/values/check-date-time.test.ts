import { describe, expect, test } from 'vitest';
import type { RawAttribute, ScalarType } from '../../schema/types.ts';
import { checkDateTime } from './check-date-time.ts';
import { limitsOf } from './scalar-limits.ts';
import type { ScalarResult } from './scalar-result.ts';

function check(type: ScalarType, value: unknown): ScalarResult {
  const raw: RawAttribute = { type, unique: true };
  const flags = { private: false, searchable: true, writable: true, localized: false };
  const limits = limitsOf({ kind: 'scalar', name: 'a', type, ...flags, raw });
  return checkDateTime(value, { type, label: 'a', draft: false, limits });
}

describe('valid dates and times', () => {
  test.each<[ScalarType, unknown, unknown]>([
    ['date', '2024-02-29', '2024-02-29'],
    ['date', '2024-02-29junk', '2024-02-29'],
    ['time', '23:59:59.1', '23:59:59.100'],
    ['time', '00:00:00', '00:00:00.000'],
    ['datetime', '2024-02-29T10:20:30+02:00', Date.UTC(2024, 1, 29, 8, 20, 30)],
    ['datetime', '2024-02-29T10:20:30.123456Z', Date.UTC(2024, 1, 29, 10, 20, 30, 123)],
    ['datetime', '20240229', new Date(2024, 1, 29).getTime()],
    ['datetime', 2024, new Date(2024, 0, 1).getTime()],
    ['datetime', ['2024-W01-1'], new Date(2024, 0, 1).getTime()],
    ['datetime', 1_709_202_030_000, 1_709_202_030_000],
    ['timestamp', '-5', -5],
  ])('%s %j', (type, value, stored) => {
    expect(check(type, value)).toMatchObject({
      value: stored,
      echo: value,
      deferredMessage: null,
      lookUp: true,
    });
  });
});

describe('reports invalid dates and times last', () => {
  const date = 'Invalid format, expected yyyy-MM-dd';
  const time = 'Invalid time format, expected HH:mm:ss.SSS';
  const instant = 'Invalid format, expected a timestamp or an ISO date';
  test.each<[ScalarType, unknown, string]>([
    ['date', '2024-1-1', date],
    ['date', '2024-13-01', date],
    ['date', 20_240_101, date],
    ['date', '', date],
    ['date', '2023-02-29', 'Invalid date'],
    ['date', '0000-01-01', 'Invalid date'],
    ['time', '24:00:00', time],
    ['time', '10:20', time],
    ['time', '10:20:30.1234', time],
    ['time', '', time],
    ['time', 5, 'Expected a string, got a number'],
    ['time', ['10:20:30'], 'Expected a string, got a object'],
    ['datetime', 'nope', instant],
    ['datetime', '2024-02-30T00:00:00Z', instant],
    ['datetime', '', instant],
    ['datetime', true, instant],
    ['datetime', {}, instant],
    ['datetime', 1.5, instant],
    ['datetime', 8_640_000_000_000_001, instant],
    ['datetime', '-012345-01-01', instant],
    ['datetime', `2024-01-01T${'+'.repeat(1_000_000)}\n`, instant],
    ['timestamp', 'nope', instant],
  ])('%s %j', (type, value, late) => {
    expect(check(type, value)).toEqual({
      value: undefined,
      echo: value,
      failures: [],
      deferredMessage: late,
      lookUp: false,
    });
  });
});
