import { expect, test } from 'vitest';
import { ResponseStore, type StoredResponse } from './response-store.ts';

const KILOBYTE = 1024;

function response(tables: readonly string[], size = KILOBYTE): StoredResponse {
  const heads = { head: 'head', notModifiedHead: 'head' };
  return { ...heads, body: Buffer.alloc(size), etag: '"x"', tables: new Set(tables) };
}

function open(limit = 100 * KILOBYTE): {
  readonly cache: ResponseStore;
  store(key: string, given?: StoredResponse, since?: number): void;
  has(key: string): boolean;
} {
  const cache = new ResponseStore(limit);
  const audience = () => cache.audience('all');
  return {
    cache,
    store: (key, given = response(['one']), since = cache.now) =>
      cache.store({ audience: audience(), key }, given, since),
    has: (key) => audience().responses.has(key),
  };
}

test('stores a response for its audience only', () => {
  const { cache, store, has } = open();
  store('/a');
  expect(has('/a')).toBe(true);
  expect(cache.audience('others').responses.has('/a')).toBe(false);
});

test('invalidates a response when one of its tables changes', () => {
  const { cache, store, has } = open();
  store('/a', response(['one', 'two']));
  store('/b', response(['two', 'three']));
  cache.invalidate(new Set(['unrelated']));
  expect([has('/a'), has('/b')]).toEqual([true, true]);
  cache.invalidate(new Set(['one']));
  expect([has('/a'), has('/b')]).toEqual([false, true]);
  cache.invalidate(new Set(['three']));
  expect(has('/b')).toBe(false);
});

test('invalidates all responses if unknown tables changed', () => {
  const { cache, store, has } = open();
  const former = cache.audience('all');
  store('/a');
  cache.invalidate(null);
  expect(has('/a')).toBe(false);
  expect(former.responses.size).toBe(0);
});

test('does not store a response read before a change of its tables', () => {
  const { cache, store, has } = open();
  const before = cache.now;
  cache.invalidate(new Set(['one']));
  store('/a', response(['one']), before);
  store('/b', response(['two']), before);
  expect([has('/a'), has('/b')]).toEqual([false, true]);
});

test('bounds the number of audiences', () => {
  const { cache, store, has } = open();
  store('/a');
  for (let i = 0; i < 2000; i += 1) cache.audience(`role ${i}`);
  expect(has('/a')).toBe(false);
});

test('bounds the bytes, and evicts unused responses first', () => {
  const { cache, store, has } = open(20 * KILOBYTE);
  for (let i = 0; i < 12; i += 1) store(`/${i}`);
  const first = cache.audience('all').responses.get('/0');
  if (!first) throw new Error('not stored');
  first.isUsed = true;
  for (let i = 12; i < 20; i += 1) store(`/${i}`);
  expect([has('/0'), has('/1'), has('/19')]).toEqual([true, false, true]);
  for (let i = 20; i < 60; i += 1) store(`/${i}`);
  expect(has('/0')).toBe(false);
});

test('does not store a response that would evict too many others', () => {
  const { store, has } = open(20 * KILOBYTE);
  store('/small');
  store('/large', response(['one'], 3 * KILOBYTE));
  expect([has('/small'), has('/large')]).toEqual([true, false]);
});

test('replaces the previous response of a key, and its size', () => {
  const { store, has } = open(20 * KILOBYTE);
  store('/other');
  for (let i = 0; i < 100; i += 1) store('/a');
  expect([has('/a'), has('/other')]).toEqual([true, true]);
});
