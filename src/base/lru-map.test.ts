import { expect, test } from 'vitest';
import { MAX_KEY_LENGTH } from './limits.ts';
import { LruMap } from './lru-map.ts';

test('what was not used lately goes first', () => {
  const map = new LruMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  expect(map.get('a')).toBe(1);
  expect(map.set('c', 3)).toBe(3);
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3]);
});

test('values are weighed, also one that takes the place of another', () => {
  const map = new LruMap<string, string>(10, (value) => value.length);
  const lengths = (): readonly number[] =>
    ['a', 'b', 'c', 'd', 'e'].map((key) => map.get(key)?.length ?? 0);
  map.set('a', 'xxxx');
  map.set('b', 'xxxx');
  map.set('a', 'xx');
  map.set('c', 'xxxx');
  expect(lengths()).toEqual([2, 4, 4, 0, 0]);
  map.set('d', 'xxxxx');
  expect(lengths()).toEqual([0, 0, 4, 5, 0]);
  expect(map.set('e', 'x'.repeat(11))).toHaveLength(11);
  expect(map.get('e')).toBe(undefined);
});

test('what is used has another turn each time, and no more', () => {
  const map = new LruMap<number, number>(3);
  for (const n of [1, 2, 3]) map.set(n, n);
  for (const n of [1, 2, 3]) map.get(n);
  map.set(4, 4);
  map.get(3);
  map.set(5, 5);
  expect([1, 2, 3, 4, 5].map((n) => map.get(n))).toEqual([undefined, undefined, 3, 4, 5]);
});

test('no key that it stores is longer than the limit, and long keys find their values', () => {
  const map = new LruMap<string, number>(100);
  const keys = Array.from(
    { length: 20 },
    (_, i) => 'x'.repeat(50_000) + String(i).padStart(2, '0'),
  );
  for (const [i, key] of keys.entries()) map.set(key, i);
  expect(keys.map((key) => map.get(key))).toEqual(keys.map((_, i) => i));
  const lengths = [...map.keys()].map((key) => String(key).length);
  expect(lengths).toHaveLength(20);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(MAX_KEY_LENGTH);
});
