import { expect, test } from 'vitest';
import { deepJson, numberOf, stringOf } from './json.ts';

const VALUES: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -0,
  1.5,
  1e21,
  '',
  ' 7 ',
  'a',
  [],
  [5],
  ['6'],
  [1, [2, null], 'a'],
  [[]],
  [null],
  {},
  { a: 1 },
  [{}],
];

test.each(VALUES.map((value) => [value]))('%j: as String and Number', (value) => {
  expect(stringOf(value)).toBe(String(value));
  expect(numberOf(value)).toBe(Number(value));
});

test('calls no methods', () => {
  const value = { toString: 1, valueOf: 1 };
  expect(() => String(value)).toThrow(TypeError);
  expect([stringOf(value), stringOf([value, 1])]).toEqual(['[object Object]', '[object Object],1']);
  expect(numberOf(value)).toBeNaN();
});

test.each([
  null,
  'a "b"',
  [],
  {},
  [[], [1, { a: null }], 'x'],
  { a: {}, 'b"': [true, { c: -0.5 }], d: '\u2028' },
])('deepJson prints %j like JSON.stringify', (value) => {
  expect(deepJson(value)).toBe(JSON.stringify(value));
});
