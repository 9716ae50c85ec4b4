import { expect, test } from 'vitest';
import { paramsKey } from './params-key.ts';

test('equal parameters have equal keys', () => {
  const params = () => ({ filters: { title: { $in: ['a', 'b'] } }, limit: 5, sort: null });
  expect(paramsKey(params())).toBe(paramsKey(params()));
});

test.each([
  [{ a: 1 }, { a: '1' }],
  [{ a: true }, { a: 'true' }],
  [{ a: null }, { a: 'null' }],
  [{ a: [] }, { a: {} }],
  [{ a: ['b', 'c'] }, { a: ['b,c'] }],
  [{ a: 'x', b: 'y' }, { a: 'x","b":"y' }],
  [{ a: { b: 1 } }, { a: {}, b: 1 }],
])('different parameters have different keys: %j, %j', (one, other) => {
  expect(paramsKey(one)).not.toBe(paramsKey(other));
});

test.each([
  ['undefined', { a: undefined }],
  ['NaN', { a: NaN }],
  ['a date', { a: new Date(0) }],
  ['a function', { a: () => 1 }],
  ['a big integer', { a: [1n] }],
  ['an object of a class', { a: new Map() }],
])('parameters with %s have no key', (_, params) => {
  expect(paramsKey(params)).toBeNull();
});
