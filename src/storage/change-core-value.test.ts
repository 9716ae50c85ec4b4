// Settings that change in part (docs/strapi/differences.md, D20).
import { expect, test } from 'vitest';
import { mergedJson } from './change-core-value.ts';

test('what is not named keeps its value, at every level', () => {
  const before = { a: 1, b: { c: 2, d: { e: 3, f: 4 } }, list: [1, 2] };
  const change = { b: { d: { f: 5 } }, list: [3], g: null };
  expect(mergedJson(before, change)).toEqual({
    a: 1,
    b: { c: 2, d: { e: 3, f: 5 } },
    list: [3],
    g: null,
  });
});

test('an object replaces what is none, and null replaces an object', () => {
  expect(mergedJson({ a: 1, b: { c: 1 } }, { a: { x: 1 }, b: null })).toEqual({
    a: { x: 1 },
    b: null,
  });
});

test('names that every object inherits are names like others', () => {
  const change = JSON.parse('{"constructor":{"a":1},"__proto__":{"b":2}}') as { readonly a: 1 };
  expect(Object.entries(mergedJson({}, change))).toEqual([
    ['constructor', { a: 1 }],
    ['__proto__', { b: 2 }],
  ]);
});
