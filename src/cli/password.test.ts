import { expect, test } from 'vitest';
import { askPassword, generatePassword } from './password.ts';

test('a made password has signs of every kind, and is another each time', () => {
  const made = Array.from({ length: 100 }, generatePassword);
  expect(new Set(made).size).toBe(100);
  for (const plain of made) {
    expect(plain).toMatch(/^[a-zA-Z2-9]{20}$/);
    for (const kind of [/[a-z]/, /[A-Z]/, /\d/]) expect(plain).toMatch(kind);
  }
});

test('one that is given is taken as it is', async () => {
  expect(await askPassword(' a ')).toEqual({ plain: ' a ', isGenerated: false });
});
