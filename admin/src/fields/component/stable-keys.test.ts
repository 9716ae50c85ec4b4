import { expect, test } from 'vitest';
import { keysOf } from './stable-keys.ts';

const BEFORE = { ids: ['new-1', 5, 'new-2'], keys: ['new-1', '5', 'new-2'] };

test('a stored item keeps its key', () => {
  expect(keysOf(BEFORE, [8, 5, 9])).toEqual(['new-1', '5', 'new-2']);
});

test('moved items keep their keys, and others get new ones', () => {
  expect(keysOf(BEFORE, [5, 'new-1', 'new-2'])).toEqual(['5', 'new-1', 'new-2']);
  expect(keysOf(BEFORE, [5, 7])).toEqual(['5', '7']);
});
