import { expect, test } from 'vitest';
import { LruMap } from './lru-map.ts';

test('the entry that was not used for longest goes first', () => {
  const map = new LruMap<string, number>(2);
  map.keep('a', 1);
  map.keep('b', 2);
  expect(map.get('a')).toBe(1);
  expect(map.keep('c', 3)).toBe(3);
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3]);
});
