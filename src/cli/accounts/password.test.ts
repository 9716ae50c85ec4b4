import { expect, test } from 'vitest';
import { askPassword, generatePassword } from './password.ts';

test('generates a unique password with all kinds of characters', () => {
  const passwords = Array.from({ length: 100 }, generatePassword);
  expect(new Set(passwords).size).toBe(100);
  for (const plain of passwords) {
    expect(plain).toMatch(/^[a-zA-Z2-9]{20}$/);
    for (const kind of [/[a-z]/, /[A-Z]/, /\d/]) expect(plain).toMatch(kind);
  }
});

test('returns a given password unchanged', async () => {
  expect(await askPassword(' a ')).toEqual({ plain: ' a ', isGenerated: false });
});
