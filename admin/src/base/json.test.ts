import { expect, test } from 'vitest';
import { isEqualJson, isJsonObject, objectsOf } from './json.ts';

test('compares values by content, ignoring the order of keys', () => {
  expect(isEqualJson({ a: [1, { b: null }], c: 2 }, { c: 2, a: [1, { b: null }] })).toBe(true);
  expect(isEqualJson({ a: 1 }, { a: 1, b: 2 })).toBe(false);
  expect(isEqualJson([1, 2], [2, 1])).toBe(false);
  expect(isEqualJson(null, {})).toBe(false);
});

test('detects objects', () => {
  expect([{}, [], null, 'x'].map(isJsonObject)).toEqual([true, false, false, false]);
  expect(objectsOf([{ a: 1 }, 2, null])).toEqual([{ a: 1 }]);
});
