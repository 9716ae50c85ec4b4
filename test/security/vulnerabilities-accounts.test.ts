// Published vulnerabilities of Strapi in accounts: tokens that are accepted but should not be, guessable codes and
// passwords, sessions that survive a password change, and open redirects.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callbackOf } from '../../src/auth/providers/callback-address.ts';
import { fillTemplate } from '../../src/auth/users/mail-template.ts';
import type { TestApp } from '../support/app.ts';
import { readRows } from '../support/app-database.ts';
import { me, newAccount, openAccounts, post } from './account-app.ts';
import { CALLING_USER, callerOf } from './callers.ts';

/** The shared server; those of other settings are opened by their tests. */
let app: TestApp;
beforeAll(async () => {
  app = await openAccounts();
});
afterAll(() => app.close());

describe('CVE-2023-22893 / GHSA-583x-23h9-9m2f: unsigned tokens', () => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const payload = { id: CALLING_USER, iat: 1, exp: 4_000_000_000 };

  test.each([
    ['alg none', `${part({ alg: 'none' })}.${part(payload)}.`],
    ['alg None', `${part({ alg: 'None' })}.${part(payload)}.`],
    ['alg none with a signature', `${part({ alg: 'none' })}.${part(payload)}.e30`],
    ['no alg', `${part({})}.${part(payload)}.e30`],
    [
      'a key of its own',
      `${part({ alg: 'HS256', jwk: { kty: 'oct', k: 'e30' } })}.${part(payload)}.e30`,
    ],
    [
      'a key id that is a path',
      `${part({ alg: 'HS256', kid: '../../dev/null' })}.${part(payload)}.e30`,
    ],
    ['an empty signature', `${part({ alg: 'HS256' })}.${part(payload)}.`],
  ])('%s: 401', async (_what, token) => {
    expect((await me(app, token)).status).toBe(401);
    expect(
      (await app.request('/admin/users/me', { authorization: `Bearer ${token}` })).status,
    ).toBe(401);
  });

  test('a user token is rejected by the admin API, even if both share a secret', async () => {
    const { authorization } = await callerOf(app, 'user', []);
    expect((await app.request('/admin/users/me', { authorization })).status).toBe(401);
  });
});

describe('CVE-2019-18818: a reset code that is not a string', () => {
  test.each([{ $gt: 0 }, { $ne: null }, null, '', [], [''], {}, 0, true, { code: 'x' }])(
    '%j resets no password',
    async (code) => {
      const before = await readRows(
        app,
        `select password from up_users where id = ${CALLING_USER}`,
      );
      const body = { code, password: 'taken-over', passwordConfirmation: 'taken-over' };
      const response = await post(app, '/api/auth/reset-password', body);
      expect(response.status).toBe(400);
      expect(
        await readRows(app, `select password from up_users where id = ${CALLING_USER}`),
      ).toEqual(before);
    },
  );

  test.each([{ $gt: '' }, null, [], {}])(
    '%j does not sign in as an identifier',
    async (identifier) => {
      for (const password of ['x', null, { $gt: '' }]) {
        expect((await post(app, '/api/auth/local', { identifier, password })).status).toBe(400);
      }
    },
  );

  test.each(['', '[$ne]=x', '[]=x'])('confirmation%s confirms no address', async (query) => {
    const response = await app.request(`/api/auth/email-confirmation?confirmation${query}`, {
      authorization: null,
    });
    expect(response.status).toBe(400);
  });
});

describe('CVE-2023-39345 / GHSA-gc7p-j5xm-xxh2 and self-assigned roles: forbidden fields of a registration', () => {
  test.each([
    'role',
    'confirmed',
    'blocked',
    'provider',
    'resetPasswordToken',
    'confirmationToken',
    'id',
    'documentId',
    'createdBy',
    '__proto__',
    'constructor',
  ])('%s is rejected', async (key) => {
    const made = newAccount();
    const body = `${JSON.stringify(made).slice(0, -1)},${JSON.stringify(key)}:1}`;
    const headers = { 'content-type': 'application/json' };
    const response = await app.request('/api/auth/local/register', {
      method: 'POST',
      headers,
      authorization: null,
      body,
    });
    expect(response.status).toBe(400);
    expect(
      await readRows(app, `select id from up_users where username = '${made.username}'`),
    ).toEqual([]);
  });

  test('users cannot change their own role', async () => {
    const { authorization } = await callerOf(app, 'user', []);
    const headers = { 'content-type': 'application/json' };
    for (const url of ['/api/users/me', `/api/users/${CALLING_USER}`]) {
      const response = await app.request(url, {
        method: 'PUT',
        headers,
        authorization,
        body: '{"role":1}',
      });
      expect([403, 404, 405]).toContain(response.status);
    }
  });
});

describe('CVE-2023-38507 / GHSA-24q2-59hm-rh9r and CVE-2025-64526: bypassed rate limits', () => {
  test.each([
    ['in another letter case', (n: number) => `/api/auth/${n % 2 ? 'LOCAL' : 'local'}`],
    ['with a slash', (n: number) => `/api/auth/local${n % 2 ? '/' : ''}`],
    ['with a query', (n: number) => `/api/auth/local?${n}`],
    ['with encoded letters', (n: number) => `/api/auth/${n % 2 ? 'loca%6c' : 'local'}`],
  ])('a path %s counts as the same one', async (_what, url) => {
    await using limited = await openAccounts({ ratelimit: { max: 10, interval: 60_000 } });
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) {
      statuses.push((await post(limited, url(n), { identifier: 'x', password: 'y' })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429]);
  });

  test.each(['/api/auth/local', '/api/auth/reset-password'])(
    '%s: an address in the body that the route does not use is ignored',
    async (url) => {
      await using limited = await openAccounts({ ratelimit: { max: 10, interval: 60_000 } });
      const statuses: number[] = [];
      for (let n = 0; n < 11; n++) {
        const body = { identifier: 'x', password: 'y', code: 'z', email: `other${n}@example.com` };
        statuses.push((await post(limited, url, body)).status);
      }
      expect(statuses.at(-1)).toBe(429);
    },
  );

  test('client addresses come from the connection, not from a header', async () => {
    await using limited = await openAccounts({ ratelimit: { max: 10, interval: 60_000 } });
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++) {
      const headers = {
        'content-type': 'application/json',
        'x-forwarded-for': `10.0.0.${n}`,
        'x-real-ip': `10.0.0.${n}`,
        forwarded: `for=10.0.0.${n}`,
      };
      const request = { method: 'POST', headers, authorization: null, body: '{}' } as const;
      statuses.push((await limited.request('/api/auth/local', request)).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  test('admin sign-ins are counted together, however the path is written', async () => {
    const urls = [
      '/admin/login',
      '/ADMIN/login',
      '/admin/login/',
      '/admin/LOGIN',
      '/admin/logi%6e',
      '/admin/login?x',
    ];
    const emails = ['nobody@example.com', 'NOBODY@example.com'];
    const statuses: number[] = [];
    for (const [n, url] of urls.entries()) {
      statuses.push((await post(app, url, { email: emails[n % 2], password: 'x' })).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });
});

describe('CVE-2024-34065 / GHSA-wrvh-rcmr-9qfc: a provider sign-in that redirects to a foreign page', () => {
  test.each([
    'https://evil.example',
    'https://front.example.evil.example/',
    '//evil.example',
    'javascript:alert(1)',
    'https://front.example@evil.example/',
    'https://front.example/other',
  ])('%s is rejected', async (callback) => {
    const provider = {
      name: 'x',
      kind: 'oidc',
      issuer: '',
      api: '',
      clientId: 'a',
      clientSecret: 'b',
      scope: [],
      callback: 'https://front.example/in',
      trustEmail: false,
    } as const;
    await expect(callbackOf(provider, [callback], null)).rejects.toThrow(
      'Invalid callback URL provided',
    );
  });
});

describe('CVE-2023-22621 / GHSA-2h87-4q2w-v4hf: code in email templates', () => {
  test.each([
    '<%= process.env.SECRET %>',
    '<% global.hacked = 1 %>',
    '<%- global.process %>',
    "<%= constructor.constructor('return process')() %>",
    '${global.process}',
    '<%= USER.constructor %>',
    '<%= __proto__ %>',
    '<%= USER.__proto__ %>',
  ])('%s stays unchanged', (template) => {
    expect(fillTemplate(template, { USER: { email: 'a@b.co' } }, 'text')).toBe(template);
  });

  test('user names are escaped in HTML', () => {
    const values = { USER: { username: '<img src=x onerror=alert(1)>' } };
    expect(fillTemplate('<%= USER.username %>', values, 'html')).toBe(
      '&lt;img src=x onerror=alert(1)&gt;',
    );
  });
});
