// Row ids in paths.
import { expect, test } from 'vitest';
import { rowIdOf } from './row-id.ts';

test.each([
  ['1', 1],
  ['01', 1],
  [' 1', 1],
  ['1.0', 1],
  ['1e0', 1],
  ['1e2', 100],
  ['0', 0],
  ['2147483647', 2147483647],
])('parses %j as %j', (text, id) => {
  expect(rowIdOf(text)).toBe(id);
});

test.each([
  '',
  ' ',
  'me',
  '-1',
  '1abc',
  '0x1',
  '1.5',
  '2147483648',
  '99999999999999999999',
  'Infinity',
  '1\0',
  '٣',
])('rejects %j', (text) => {
  expect(rowIdOf(text)).toBeNull();
});
