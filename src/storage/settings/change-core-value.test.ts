// Partial changes of settings (docs/strapi/differences.md, D20).
import { expect, test } from 'vitest';
import { mergedJson } from './change-core-value.ts';

test('keeps values that the change does not name, at every level', () => {
  const before = { a: 1, b: { c: 2, d: { e: 3, f: 4 } }, list: [1, 2] };
  const change = { b: { d: { f: 5 } }, list: [3], g: null };
  expect(mergedJson(before, change)).toEqual({
    a: 1,
    b: { c: 2, d: { e: 3, f: 5 } },
    list: [3],
    g: null,
  });
});

test('replaces a scalar with an object, and an object with null', () => {
  expect(mergedJson({ a: 1, b: { c: 1 } }, { a: { x: 1 }, b: null })).toEqual({
    a: { x: 1 },
    b: null,
  });
});

test('merges keys called constructor and __proto__ like any other', () => {
  const change = JSON.parse('{"constructor":{"a":1},"__proto__":{"b":2}}') as { readonly a: 1 };
  expect(Object.entries(mergedJson({}, change))).toEqual([
    ['constructor', { a: 1 }],
    ['__proto__', { b: 2 }],
  ]);
});
