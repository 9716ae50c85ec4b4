import { describe, expect, test } from 'vitest';
import { cookieOf, cookieText } from './cookies.ts';

describe('a cookie by name', () => {
  test.each([
    [undefined, null],
    ['', null],
    ['a=1', '1'],
    ['b=2; a=1; a=3', '1'],
    ['xa=2', null],
    ['a=x=y', 'x=y'],
    ['a=', ''],
    [' ; a=1;', '1'],
  ])('in %j is %j', (cookie, value) => {
    expect(cookieOf({ headers: cookie === undefined ? {} : { cookie } }, 'a')).toBe(value);
  });
});

test('cookies are hidden from scripts and other sites', () => {
  const cookie = { name: 'a', value: '1', path: '/api', maxAge: 60 };
  expect(cookieText({ ...cookie, isSecure: false })).toBe(
    'a=1; Path=/api; Max-Age=60; HttpOnly; SameSite=Lax',
  );
  expect(cookieText({ ...cookie, isSecure: true })).toMatch(/; Secure$/);
});

test('cookies have the flags that a project configures', () => {
  const cookie = { name: 'a', value: '1', path: '/', maxAge: null, isSecure: true } as const;
  expect(cookieText({ ...cookie, sameSite: 'None', domain: 'site.example' })).toBe(
    'a=1; Path=/; HttpOnly; SameSite=None; Domain=site.example; Secure',
  );
});
