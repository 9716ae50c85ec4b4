import { createCipheriv, scryptSync } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { cipher, decipher } from './encryption.ts';

const PLAIN = Buffer.from('what an archive says, é 😀 '.repeat(5000));

test('what is encrypted comes out again with the same key', async () => {
  const hidden = await buffer(Readable.from([PLAIN]).pipe(await cipher('open sesame')));
  expect(hidden.includes('archive')).toBe(false);
  const shown = await buffer(Readable.from([hidden]).pipe(await decipher('open sesame')));
  expect(shown.equals(PLAIN)).toBe(true);
});

test('the cipher is the one that Strapi reads and writes', async () => {
  const theirs = createCipheriv('aes-128-ecb', scryptSync('key', '', 16), null);
  const expected = Buffer.concat([theirs.update(PLAIN), theirs.final()]);
  const ours = await buffer(Readable.from([PLAIN]).pipe(await cipher('key')));
  expect(ours.equals(expected)).toBe(true);
});

test('another key gives an error', async () => {
  const hidden = await buffer(Readable.from([PLAIN]).pipe(await cipher('one')));
  await expect(buffer(Readable.from([hidden]).pipe(await decipher('other')))).rejects.toThrow();
});
