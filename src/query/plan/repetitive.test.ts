import { expect, test } from 'vitest';
import { MAX_LIKE_COST, MAX_PATTERN_LENGTH } from '../../base/limits.ts';
import { isRepetitive } from './repetitive.ts';

const SENTENCE =
  'The quick brown fox jumps over the lazy dog, and the lazy dog does not so much as look up. ';

test.each([
  ['an empty text', ''],
  ['a word', 'kangaroo'],
  ['one letter up to the limit', 'a'.repeat(MAX_LIKE_COST)],
  ['a word with doubled letters', 'Mississippi bookkeeper'],
  ['a sentence', SENTENCE],
  ['a phone number', '+49 000 000 0001'],
  ['a repetition after a different first letter', `x${'ab'.repeat(300)}`],
  ['a documentId', 'm28d4fw5254uqhw53yn1bya5'],
])('%s is not repetitive', (_, text) => {
  expect(isRepetitive(text)).toBe(false);
});

test.each([
  ['one letter', 'a'.repeat(MAX_LIKE_COST + 1)],
  ['one letter in both cases', 'aA'.repeat(10)],
  ['one letter with a different last letter', `${'a'.repeat(999)}b`],
  ['two alternating letters', 'ab'.repeat(50)],
  ['a wildcard of LIKE', '%'.repeat(20)],
  ['a letter beyond ASCII', 'é'.repeat(20)],
  ['a repeated word', 'kangaroo '.repeat(100)],
])('%s is repetitive', (_, text) => {
  expect(isRepetitive(text.slice(0, MAX_PATTERN_LENGTH))).toBe(true);
});
