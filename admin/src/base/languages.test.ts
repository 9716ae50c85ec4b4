import { expect, test } from 'vitest';
import { chooseLanguage, isRightToLeft } from './languages.ts';

test('selects the first supported language', () => {
  expect(chooseLanguage(['nl', 'de-AT', 'en'])).toBe('de');
  expect(chooseLanguage(['ja'])).toBe('en');
  expect(chooseLanguage([])).toBe('en');
});

test('Arabic is written from right to left', () => {
  expect(isRightToLeft('ar')).toBe(true);
  expect(isRightToLeft('fr')).toBe(false);
});
