import { expect, test } from 'vitest';
import { boundedKey } from './bounded-key.ts';
import { MAX_KEY_LENGTH } from './limits.ts';

test('returns a text up to the limit unchanged', () => {
  for (const text of ['', 'a', 'x'.repeat(MAX_KEY_LENGTH)]) expect(boundedKey(text)).toBe(text);
});

test('returns a short digest of a longer text', () => {
  const long = 'x'.repeat(50_000);
  const keys = [`${long}a`, `${long}b`, `a${long}`].map(boundedKey);
  expect(new Set(keys).size).toBe(3);
  expect(Math.max(...keys.map(({ length }) => length))).toBeLessThan(100);
});

test('a digest is never the key of a short text', () => {
  const digest = boundedKey('x'.repeat(50_000));
  expect(boundedKey(digest)).not.toBe(digest);
});
