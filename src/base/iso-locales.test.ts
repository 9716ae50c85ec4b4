import { expect, test } from 'vitest';
import { isoCodes, isoLocales, isoName } from './iso-locales.ts';

test('contains every code once, with a name', () => {
  expect(isoCodes).toHaveLength(627);
  expect(new Set(isoCodes).size).toBe(627);
  expect(isoLocales().filter(({ name }) => name.trim() === '')).toEqual([]);
});

test.each([
  ['en', 'English (en)'],
  ['fr-CA', 'French (Canada) (fr-CA)'],
  ['ab', 'Abkhazian (Abkhazia)'],
  ['zh-CN', 'Chinese (Simplified, China) (zh-CN)'],
  ['tzm-Latn-MA', 'Central Morocco Tamazight (Latin, Morocco) (tzm-Latn-MA) '],
])('%s is %s', (code, name) => {
  expect(isoName(code)).toBe(name);
});
