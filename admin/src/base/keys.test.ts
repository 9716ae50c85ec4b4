import { expect, test } from 'vitest';
import { matchesShortcut, type KeyPress } from './keys.ts';

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

test('a shortcut requires exactly its modifiers', () => {
  expect(matchesShortcut(press('s', { ctrlKey: true }), 'Ctrl+S')).toBe(true);
  expect(matchesShortcut(press('s'), 'Ctrl+S')).toBe(false);
  expect(matchesShortcut(press('S', { ctrlKey: true, shiftKey: true }), 'Ctrl+S')).toBe(false);
  expect(
    matchesShortcut(press('Enter', { ctrlKey: true, shiftKey: true }), 'Ctrl+Shift+Enter'),
  ).toBe(true);
});

test('the command key counts as Ctrl', () => {
  expect(matchesShortcut(press('s', { metaKey: true }), 'Ctrl+S')).toBe(true);
});

test('a symbol may require Shift on some keyboards', () => {
  expect(matchesShortcut(press('/', { shiftKey: true }), '/')).toBe(true);
  expect(matchesShortcut(press('N', { shiftKey: true }), 'n')).toBe(false);
});
