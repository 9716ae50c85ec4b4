import { expect, test } from 'vitest';
import xxhash from 'xxhash-wasm';
import { etagOf, matchesEtag } from './etag.ts';

test('equal bodies have equal entity tags, different ones differ', async () => {
  const tag = await etagOf(Buffer.from('{"data":[]}'));
  expect(tag).toMatch(/^"[a-z0-9]+-[a-z0-9]+"$/);
  expect(await etagOf(Buffer.from('{"data":[]}'))).toBe(tag);
  expect(await etagOf(Buffer.from('{"data":{}}'))).not.toBe(tag);
});

test('hashes all bytes of a large body without leaking memory', async () => {
  const body = Buffer.alloc(20_000_001, 'a');
  const small = body.subarray(0, 10);
  await etagOf(small);
  const before = process.memoryUsage().external;
  const tag = await etagOf(body);
  expect(process.memoryUsage().external - before).toBeLessThan(1_000_000);
  expect(tag.startsWith(`"${(await xxhash()).h64Raw(body).toString(36)}-`)).toBe(true);
});

test.each<[string | undefined, boolean]>([
  [undefined, false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['"b",W/"a"', true],
  ['*', true],
  [' * ', true],
  ['"b"', false],
  ['a', false],
  ['', false],
  ['"aa"', false],
])('If-None-Match %s', (header, matches) => {
  expect(matchesEtag(header, '"a"')).toBe(matches);
});
