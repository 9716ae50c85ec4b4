import { expect, test } from 'vitest';
import { CACHE_BYTES, MAX_KEY_LENGTH } from './limits.ts';
import { cacheLimits, cacheSizes, LruMap, textBytes } from './lru-map.ts';

/** Bytes of an entry whose key has one character. */
const ENTRY = bytesOf('a');

function bytesOf(key: string): number {
  const map = new LruMap<string, number>('json', () => 0);
  map.set(key, 1);
  return map.bytes;
}

/** A map with room for a number of entries whose keys have one character. */
function mapOf(entries: number): LruMap<string, number> {
  return new LruMap('json', () => 0, entries * ENTRY);
}

test('evicts the least recently used entry first', () => {
  const map = mapOf(2);
  map.set('a', 1);
  map.set('b', 2);
  expect(map.get('a')).toBe(1);
  expect(map.set('c', 3)).toBe(3);
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3]);
});

test('accounts for the size of values, also of replaced ones', () => {
  const map = new LruMap<string, string>('json', (value) => value.length * ENTRY, 13 * ENTRY);
  const lengths = (): readonly number[] =>
    ['a', 'b', 'c', 'd', 'e'].map((key) => map.get(key)?.length ?? 0);
  map.set('a', 'xxxx');
  map.set('b', 'xxxx');
  map.set('a', 'xx');
  map.set('c', 'xxxx');
  expect(lengths()).toEqual([2, 4, 4, 0, 0]);
  map.set('d', 'xxxxx');
  expect(lengths()).toEqual([0, 0, 4, 5, 0]);
  expect(map.set('e', 'x'.repeat(13))).toHaveLength(13);
  expect(map.get('e')).toBe(undefined);
});

test('a used entry survives one more eviction round', () => {
  const map = mapOf(3);
  for (const [i, key] of ['a', 'b', 'c'].entries()) map.set(key, i);
  for (const key of ['a', 'b', 'c']) map.get(key);
  map.set('d', 4);
  map.get('c');
  map.set('e', 5);
  expect(['a', 'b', 'c', 'd', 'e'].map((key) => map.get(key))).toEqual([
    undefined,
    undefined,
    2,
    4,
    5,
  ]);
});

test('bounds the size of keys and values together, and evicts the oldest', () => {
  const limit = 100_000;
  const map = new LruMap<string, string>('json', textBytes, limit);
  const key = (i: number): string => `${i} ${'k'.repeat(i % 500)}`;
  for (let i = 0; i < 2000; i += 1) {
    map.set(key(i), 'v'.repeat(i % 300));
    expect(map.bytes).toBeLessThanOrEqual(limit);
  }
  expect(map.bytes).toBeGreaterThan(limit * 0.9);
  const left = Array.from({ length: 2000 }, (_, i) => i).filter(
    (i) => map.get(key(i)) !== undefined,
  );
  expect(left).toEqual(Array.from({ length: map.size }, (_, i) => 2000 - map.size + i));
});

test('stores digests of long keys', () => {
  const map = new LruMap<string, number>('json', () => 0);
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

test('adds up the sizes and limits of caches with one name', () => {
  const before = cacheSizes().get('callers') ?? 0;
  const limitBefore = cacheLimits().get('callers') ?? 0;
  const maps = [1, 2].map(() => new LruMap<string, true>('callers', () => 1_000_000));
  for (const map of maps) {
    for (let i = 0; i < 20; i += 1) map.set(String(i), true);
    expect(map.bytes).toBeLessThanOrEqual(CACHE_BYTES.callers);
    expect(map.bytes).toBeGreaterThan(CACHE_BYTES.callers - 1_100_000);
  }
  expect(cacheSizes().get('callers')).toBe(
    before + maps.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  expect(cacheLimits().get('callers')).toBe(limitBefore + 2 * CACHE_BYTES.callers);
  for (const map of maps) map.clear();
  expect(cacheSizes().get('callers')).toBe(before);
});
