import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_JSON_DEPTH } from '../../base/limits.ts';
import { toJson, toParamValue } from './program-values.ts';

const read = (value: unknown): unknown => toJson(value, 'x');

test('keeps JSON values unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.stringify(read(value))).toBe(JSON.stringify(value));
    }),
  );
});

class Point {
  readonly x: number = 1;
}

test.each<[string, unknown, unknown]>([
  ['a Date', new Date(0), '1970-01-01T00:00:00.000Z'],
  ['a bigint', 2n ** 63n, '9223372036854775808'],
  ['a key without value', { a: undefined, b: null }, { b: null }],
  [
    'an object with toJSON()',
    { a: { toJSON: () => [new Date(0)] } },
    { a: ['1970-01-01T00:00:00.000Z'] },
  ],
  ['an object without prototype', Object.assign(Object.create(null) as object, { a: 1 }), { a: 1 }],
  [
    'a key with the name of an inherited one',
    JSON.parse('{"a":{"constructor":1}}'),
    { a: { constructor: 1 } },
  ],
])('%s', (_what, value, expected) => {
  expect(read(value)).toEqual(expected);
});

test('keeps a key that every object inherits', () => {
  const value: unknown = JSON.parse('{"__proto__":{"a":1}}');
  expect(JSON.stringify(read(value))).toBe('{"__proto__":{"a":1}}');
});

test.each<[string, unknown, string]>([
  ['undefined', undefined, 'x. '],
  ['undefined in a list', { a: [1, undefined] }, 'x.a.1. '],
  ['NaN', [Number.NaN], 'x.0. '],
  ['an infinity', { a: -Infinity }, 'received: -Infinity'],
  ['a Map', new Map([[1, 2]]), 'received: Map'],
  ['an object of a class', { a: new Point() }, 'received: Point'],
  ['a function', { a: read }, 'received: function'],
  ['a symbol', Symbol('a'), 'received: symbol'],
  ['an invalid Date', new Date('x'), 'received: an invalid Date'],
])('rejects %s', (_what, value, message) => {
  expect(() => read(value)).toThrow(message);
});

test('limits the depth', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
  expect(() => read(nested(MAX_JSON_DEPTH))).not.toThrow();
  expect(() => read(nested(MAX_JSON_DEPTH + 1))).toThrow('500 levels at most');
});

test('parameters may contain dates and bigints, and null only in filters', () => {
  const since = new Date(0);
  const filters = { a: null, b: 2n ** 63n, c: { $gt: since } };
  const given = { sort: null, populate: { d: null, e: { filters } }, fields: undefined };
  expect(toParamValue(given, 'x')).toEqual({ populate: { e: { filters } } });
});

test('rejects a key without a value in filters of parameters', () => {
  const given = { populate: { b: { filters: { c: undefined } } } };
  expect(() => toParamValue(given, 'x')).toThrow('x.populate.b.filters.c. ');
});
