import { describe, expect, test } from 'vitest';
import type { PlanScalar, ValueType } from '../plan.ts';
import { castValue } from './values.ts';

describe('casts a text to the type of the attribute', () => {
  test.each<[ValueType, string, PlanScalar]>([
    ['integer', ' 37 ', 37],
    ['integer', '3.7e1', 37],
    ['decimal', '-0.5', -0.5],
    ['biginteger', '9223372036854775807', 9223372036854775807n],
    ['biginteger', '+5', 5n],
    ['boolean', 'f', false],
    ['boolean', '', false],
    ['boolean', 'banana', true],
    ['date', '2024-02-29T23:00:00Z', '2024-02-29'],
    ['time', '10:20:30', '10:20:30.000'],
    ['time', '10:20:30.5', '10:20:30.500'],
    ['datetime', '2024-05-06T12:20:30+02:00', Date.UTC(2024, 4, 6, 10, 20, 30)],
    ['datetime', '1714990830000', 1714990830000],
    ['timestamp', '0', 0],
    ['id', '2.0', 2],
    ['id', 'abc', 'abc'],
    ['json', '42', '42'],
    ['string', ' as is ', ' as is '],
  ])('%s %j', (type, text, value) => {
    expect(castValue(type, text)).toBe(value);
  });

  test.each<[ValueType, string, string]>([
    ['integer', 'abc', 'Expected a number'],
    ['integer', '', 'Expected a number'],
    ['float', 'Infinity', 'Expected a number'],
    ['biginteger', '12.5', 'Expected an integer'],
    ['biginteger', '9223372036854775808', '64-bit integer'],
    ['date', '2024-5-6', 'Invalid format, expected yyyy-MM-dd'],
    ['date', '2024-02-30', 'Invalid date'],
    ['time', '10:20', 'Invalid time format'],
    ['datetime', 'banana', 'Invalid format, expected a timestamp or an ISO date'],
    [
      'datetime',
      `2024-01-01T00:00:00${'+'.repeat(100)}`,
      'Invalid format, expected a timestamp or an ISO date',
    ],
    ['datetime', '9'.repeat(30), 'Invalid format, expected a timestamp or an ISO date'],
    ['string', 'a\0b', 'NUL'],
  ])('rejects %s %j', (type, text, message) => {
    expect(() => castValue(type, text)).toThrow(message);
  });
});
