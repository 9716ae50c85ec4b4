import { expect, test } from 'vitest';
import { MAX_AUTHORITY_LENGTH } from './limits.ts';
import { parseUrl } from './urls.ts';

/** Different characters outside of ASCII. */
const host = String.fromCodePoint(...Array.from({ length: 20_000 }, (_, i) => 0x4e00 + i));

test.each([
  ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
  ['HTTP:\\\\Example.com', 'http://example.com/'],
  ['mailto:ada@example.com', 'mailto:ada@example.com'],
  [
    `https://bücher.example/${'x'.repeat(10_000)}`,
    `https://xn--bcher-kva.example/${'x'.repeat(10_000)}`,
  ],
])('parses %.30s', (text, href) => {
  expect(parseUrl(text)?.href).toBe(href);
});

test.each([
  '',
  'example.com',
  '//example.com',
  'http://',
  `http://${host.repeat(15)}`,
  `http:${host}`,
  `\t\n http://\t${host}.com/`,
  `http:${'/'.repeat(MAX_AUTHORITY_LENGTH)}${host}`,
  `http://a:${host}@b`,
])('rejects %j', (text) => {
  expect(parseUrl(text)).toBeNull();
});

test('parses relative URLs', () => {
  const base = new URL('https://example.com/a/b');
  expect(parseUrl('../c', base)?.href).toBe('https://example.com/c');
  expect(parseUrl(`//${host}`, base)).toBeNull();
});
