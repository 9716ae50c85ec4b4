import { expect, test } from 'vitest';
import { LruMap } from './lru-map.ts';

test('what was not used for longest goes first', () => {
  const map = new LruMap<string, number>(2);
  map.keep('a', 1);
  map.keep('b', 2);
  expect(map.get('a')).toBe(1);
  expect(map.keep('c', 3)).toBe(3);
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3]);
});

test('values are weighed, also one that takes the place of another', () => {
  const map = new LruMap<string, string>(10, (value) => value.length);
  map.keep('a', 'xxxx');
  map.keep('b', 'xxxx');
  map.keep('a', 'xx');
  map.keep('c', 'xxxx');
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual(['xx', 'xxxx', 'xxxx']);
  map.keep('d', 'xxxxx');
  expect([map.get('a'), map.get('b'), map.get('c'), map.get('d')]).toEqual([
    undefined,
    undefined,
    'xxxx',
    'xxxxx',
  ]);
});
