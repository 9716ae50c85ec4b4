import { expect, test } from 'vitest';
import { toBuffer, joinTexts } from './body.ts';

/** Longer than a body that stays a string. */
const MANY = Array.from({ length: 200_000 }, (_, i) => `,${i % 10}`);

test.each([
  ['nothing', []],
  ['a short body', ['[', '{"a":"é"}', ']']],
  ['a long one of ASCII', MANY],
  ['a long one with Latin letters', [...MANY, 'é', ...MANY]],
  ['a long one with all letters', ['語', ...MANY, '😀é']],
])('joins the bytes of %s', (_name, texts) => {
  expect(toBuffer(joinTexts(texts)).equals(Buffer.from(texts.join('')))).toBe(true);
});

test('returns a string for a short body and a buffer for a long one', () => {
  expect(joinTexts(['a', 'é'])).toBe('aé');
  expect(joinTexts(MANY)).toBeInstanceOf(Buffer);
});
