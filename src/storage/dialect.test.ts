// The part of a search text that is matched first, as plain ASCII.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { longestPlainSubstring } from './dialect.ts';

test.each([
  ['Nowhere', 'nowhere'],
  ['article-77', 'cle-77'],
  ['Caf\u00e9 noir', 'caf'],
  ['100%_\\', '100%_\\'],
  ['kiKI\u212a\u0130', ''],
  ['', ''],
])('the longest plain part of %j is %j', (text, piece) => {
  expect(longestPlainSubstring(text)).toBe(piece);
});

test('every text that contains the search text contains its plain part', () => {
  const part = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(part, part, part, (before, text, after) => {
      for (const written of [text, text.toLowerCase(), text.toUpperCase()]) {
        const whole = `${before}${written}${after}`;
        const folded = whole.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
        expect(folded).toContain(longestPlainSubstring(text));
      }
    }),
  );
});
