import { expect, test } from 'vitest';
import { isEmail } from './email.ts';

test.each([
  'a@b.co',
  'A@B.CO',
  'first.last+tag@sub.example.com',
  "!#$%&'*+-/=?^_`{|}~@a.bc",
  'ä@ö.ü',
  'a@1.b',
  'a@1-_~.2.b',
  'a@b.c1.d',
  'a@b..c.d',
  'a@b.c.d-e',
  '"a b"@c.de',
  '" a"@c.de',
  '"a@b"@c.de',
  '"\\""@c.de',
  '"a \r\n b"@c.de',
  '""@c.de',
])('accepts %j', (text) => {
  expect(isEmail(text)).toBe(true);
});

test.each([
  '',
  'nope',
  'a@b',
  '@b.co',
  'a@',
  ' a@b.co',
  'a@b.co ',
  'a@b.co\n',
  'a b@c.de',
  '.a@b.co',
  'a.@b.co',
  'a..b@c.de',
  'a@b@c.de',
  'a@.b.co',
  'a@-b.co',
  'a@b-.co',
  'a@b.1',
  'a@b.c1',
  'a@b.co-',
  'a@b.co.',
  'a@b_c',
  '"a"b@c.de',
  '"a@c.de',
  '"a\nb"@c.de',
  '"\\\n"@c.de',
  '"a\0"@c.de',
  '😀@b.co',
  'a@😀.co',
])('rejects %j', (text) => {
  expect(isEmail(text)).toBe(false);
});

test.each([
  ['local parts', 'a.'.repeat(500_000)],
  ['quoted blanks', `"${' \r\n '.repeat(250_000)}`],
  ['escapes', `"${'\\'.repeat(1_000_001)}`],
  ['domains', `a@${'a.'.repeat(500_000)}1`],
])('reads long %s in linear time', (_, text) => {
  expect(isEmail(text)).toBe(false);
});
