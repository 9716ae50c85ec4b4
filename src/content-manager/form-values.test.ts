import { expect, test } from 'vitest';
import { orderKey } from './form-values.ts';

test('keys of a list of any length sort alphabetically', () => {
  const keys = Array.from({ length: 4000 }, (_, index) => orderKey(index));
  expect([keys[0], keys[9], keys[61], keys[62], keys[62 + 62 * 62]]).toEqual([
    'a0',
    'a9',
    'az',
    'b00',
    'c000',
  ]);
  expect(keys.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(keys);
  expect(new Set(keys).size).toBe(keys.length);
});
