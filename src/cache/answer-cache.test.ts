import { expect, test } from 'vitest';
import { AnswerCache, type Answer } from './answer-cache.ts';

const KILOBYTE = 1024;

function answer(tables: readonly string[], size = KILOBYTE): Answer {
  const heads = { head: 'head', headOfKnown: 'head' };
  return { ...heads, body: Buffer.alloc(size), etag: '"x"', tables: new Set(tables) };
}

function opened(limit = 100 * KILOBYTE): {
  readonly cache: AnswerCache;
  keep(asked: string, given?: Answer, since?: number): void;
  has(asked: string): boolean;
} {
  const cache = new AnswerCache(limit);
  const audience = () => cache.audience('all');
  return {
    cache,
    keep: (asked, given = answer(['one']), since = cache.moment) =>
      cache.keep({ audience: audience(), asked }, given, since),
    has: (asked) => audience().answers.has(asked),
  };
}

test('is kept for its audience only', () => {
  const { cache, keep, has } = opened();
  keep('/a');
  expect(has('/a')).toBe(true);
  expect(cache.audience('others').answers.has('/a')).toBe(false);
});

test('is forgotten when one of its tables changes, and only then', () => {
  const { cache, keep, has } = opened();
  keep('/a', answer(['one', 'two']));
  keep('/b', answer(['two', 'three']));
  cache.forget(new Set(['nothing of it']));
  expect([has('/a'), has('/b')]).toEqual([true, true]);
  cache.forget(new Set(['one']));
  expect([has('/a'), has('/b')]).toEqual([false, true]);
  cache.forget(new Set(['three']));
  expect(has('/b')).toBe(false);
});

test('all are forgotten where anything may have changed', () => {
  const { cache, keep, has } = opened();
  const former = cache.audience('all');
  keep('/a');
  cache.forget(null);
  expect(has('/a')).toBe(false);
  expect(former.answers.size).toBe(0);
});

test('what was read before a change and arrives after it is not kept', () => {
  const { cache, keep, has } = opened();
  const before = cache.moment;
  cache.forget(new Set(['one']));
  keep('/a', answer(['one']), before);
  keep('/b', answer(['two']), before);
  expect([has('/a'), has('/b')]).toEqual([false, true]);
});

test('audiences are bounded', () => {
  const { cache, keep, has } = opened();
  keep('/a');
  for (let i = 0; i < 2000; i += 1) cache.audience(`role ${i}`);
  expect(has('/a')).toBe(false);
});

test('the bytes are bounded: what was not asked for goes first', () => {
  const { cache, keep, has } = opened(20 * KILOBYTE);
  for (let i = 0; i < 12; i += 1) keep(`/${i}`);
  const first = cache.audience('all').answers.get('/0');
  if (!first) throw new Error('it is not kept');
  first.isUsed = true;
  for (let i = 12; i < 20; i += 1) keep(`/${i}`);
  expect([has('/0'), has('/1'), has('/19')]).toEqual([true, false, true]);
  for (let i = 20; i < 60; i += 1) keep(`/${i}`);
  expect(has('/0')).toBe(false);
});

test('an answer that would push out too many others is not kept', () => {
  const { keep, has } = opened(20 * KILOBYTE);
  keep('/small');
  keep('/large', answer(['one'], 3 * KILOBYTE));
  expect([has('/small'), has('/large')]).toEqual([true, false]);
});

test('an answer takes the place of the one before, in weight too', () => {
  const { keep, has } = opened(20 * KILOBYTE);
  keep('/other');
  for (let i = 0; i < 100; i += 1) keep('/a');
  expect([has('/a'), has('/other')]).toEqual([true, true]);
});
