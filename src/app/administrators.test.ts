import { expect, test } from 'vitest';
import { adminCookie, adminRateLimit } from './administrators.ts';

function configured(raw: Readonly<Record<string, unknown>>) {
  return {
    admin: {
      apiTokenSalt: '',
      authSecret: '',
      transferTokenSalt: '',
      encryptionKey: '',
      url: '/admin',
      serveAdminPanel: true,
      raw,
    },
  };
}

const USUAL = { enabled: true, interval: 300_000, max: 5 };

test.each([
  [undefined, USUAL],
  [{ enabled: false }, { ...USUAL, enabled: false }],
  [
    { max: 3, interval: { min: 1, sec: 30 } },
    { ...USUAL, max: 3, interval: 90_000 },
  ],
  [{ interval: 60_000 }, { ...USUAL, interval: 60_000 }],
  [{ interval: { hour: 2 } }, { ...USUAL, interval: 7_200_000 }],
  [{ max: 0, interval: 'soon' }, USUAL],
  [{ max: 'many', interval: { min: 'x' } }, USUAL],
])('tries to sign in, of rateLimit %j', (rateLimit, expected) => {
  expect(adminRateLimit(configured({ rateLimit }))).toEqual(expected);
});

test.each([
  [undefined, { path: '/admin', isSecure: null }],
  [
    { path: '/', secure: true },
    { path: '/', isSecure: true },
  ],
  [
    { path: '/a; Domain=evil', secure: 'yes' },
    { path: '/admin', isSecure: null },
  ],
])('the cookie, of %j', (cookie, expected) => {
  expect(adminCookie(configured({ auth: { cookie } }))).toEqual(expected);
});
