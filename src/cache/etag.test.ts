import { expect, test } from 'vitest';
import { etagOf, matchesEtag } from './etag.ts';

test('the same bytes have the same validator, others another', async () => {
  const tag = await etagOf(Buffer.from('{"data":[]}'));
  expect(tag).toMatch(/^"[a-z0-9]+-[a-z0-9]+"$/);
  expect(await etagOf(Buffer.from('{"data":[]}'))).toBe(tag);
  expect(await etagOf(Buffer.from('{"data":{}}'))).not.toBe(tag);
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
])('If-None-Match %s', (header, known) => {
  expect(matchesEtag(header, '"a"')).toBe(known);
});
