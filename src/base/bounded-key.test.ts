import { expect, test } from 'vitest';
import { boundedKey } from './bounded-key.ts';
import { MAX_KEY_LENGTH } from './limits.ts';

test('a text up to the limit is its own key', () => {
  for (const text of ['', 'a', 'x'.repeat(MAX_KEY_LENGTH)]) expect(boundedKey(text)).toBe(text);
});

test('a longer text is keyed by a short digest of all of it', () => {
  const long = 'x'.repeat(50_000);
  const keys = [`${long}a`, `${long}b`, `a${long}`].map(boundedKey);
  expect(new Set(keys).size).toBe(3);
  expect(Math.max(...keys.map(({ length }) => length))).toBeLessThan(100);
});

test('the digest of a long text is not the key of any short text', () => {
  const digest = boundedKey('x'.repeat(50_000));
  expect(boundedKey(digest)).not.toBe(digest);
});
