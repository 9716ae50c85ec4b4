import { expect, test } from 'vitest';
import { toBuffer, joinTexts } from './body.ts';

/** Longer than what stays text. */
const MANY = Array.from({ length: 200_000 }, (_, i) => `,${i % 10}`);

test.each([
  ['nothing', []],
  ['a short body', ['[', '{"a":"é"}', ']']],
  ['a long one of ASCII', MANY],
  ['a long one with Latin letters', [...MANY, 'é', ...MANY]],
  ['a long one with all letters', ['語', ...MANY, '😀é']],
])('%s has the bytes of its texts', (_name, texts) => {
  expect(toBuffer(joinTexts(texts)).equals(Buffer.from(texts.join('')))).toBe(true);
});

test('only a long body is written as bytes', () => {
  expect(joinTexts(['a', 'é'])).toBe('aé');
  expect(joinTexts(MANY)).toBeInstanceOf(Buffer);
});
