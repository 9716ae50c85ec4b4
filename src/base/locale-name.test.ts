import { expect, test } from 'vitest';
import { localeName } from './locale-name.ts';

test.each([
  ['en', 'English (en)'],
  ['fr-CA', 'French (Canada) (fr-CA)'],
  ['pt-BR', 'Portuguese (Brazil) (pt-BR)'],
  ['zh-Hans-CN', 'Chinese (Simplified, China) (zh-Hans-CN)'],
  ['FR', null],
  ['pt-br', null],
  ['xx', null],
  ['fr fr', null],
  ['', null],
])('%j', (code, name) => {
  expect(localeName(code)).toBe(name);
});
