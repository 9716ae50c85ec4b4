import { createCipheriv, scryptSync } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { cipher, decipher } from './encryption.ts';

const PLAIN = Buffer.from('the content of an archive, é 😀 '.repeat(5000));

test('decrypts data with the same key', async () => {
  const hidden = await buffer(Readable.from([PLAIN]).pipe(await cipher('open sesame')));
  expect(hidden.includes('archive')).toBe(false);
  const shown = await buffer(Readable.from([hidden]).pipe(await decipher('open sesame')));
  expect(shown.equals(PLAIN)).toBe(true);
});

test('uses Strapi’s cipher', async () => {
  const theirs = createCipheriv('aes-128-ecb', scryptSync('key', '', 16), null);
  const expected = Buffer.concat([theirs.update(PLAIN), theirs.final()]);
  const ours = await buffer(Readable.from([PLAIN]).pipe(await cipher('key')));
  expect(ours.equals(expected)).toBe(true);
});

test('throws with another key', async () => {
  const hidden = await buffer(Readable.from([PLAIN]).pipe(await cipher('one')));
  await expect(buffer(Readable.from([hidden]).pipe(await decipher('other')))).rejects.toThrow();
});
