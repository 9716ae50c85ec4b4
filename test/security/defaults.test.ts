// Secure defaults: response headers, CORS, cookie flags, body limits, and no secrets in the output, whatever fails.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestResponse, TestApp, TestRequest } from '../support/app.ts';
import { changeDatabase, readRows, rejectChanges } from '../support/app-database.ts';
import { CALLING_USER } from './callers.ts';
import { openConfigured } from './configured-app.ts';
import { LogTap } from './log-tap.ts';

const AUTH = [
  'callback',
  'register',
  'forgotPassword',
  'resetPassword',
  'changePassword',
  'refresh',
  'connect',
  'sendEmailConfirmation',
  'emailConfirmation',
].map((name) => `plugin::users-permissions.auth.${name}`);

let app: TestApp;
beforeAll(async () => {
  app = await openConfigured({ actions: AUTH });
});
afterAll(() => app.close());

const JSON_TYPE = { 'content-type': 'application/json' };

function post(
  to: TestApp,
  url: string,
  body: unknown,
  more: Partial<TestRequest> = {},
): Promise<TestResponse> {
  return to.request(url, {
    method: 'POST',
    headers: JSON_TYPE,
    authorization: null,
    body: JSON.stringify(body),
    ...more,
  });
}

describe('headers', () => {
  const RESPONSES: readonly (readonly [string, string, TestRequest])[] = [
    ['a list', '/api/authors', {}],
    ['a rejection', '/api/authors?filters[x]=1', {}],
    ['no credentials', '/api/authors', { authorization: 'Bearer x' }],
    ['no permission', '/api/authors', { authorization: null }],
    ['nothing there', '/nothing', {}],
    ['another method', '/api/authors', { method: 'PATCH' }],
    ['broken JSON', '/api/authors', { method: 'POST', headers: JSON_TYPE, body: '{' }],
    [
      'too much',
      '/api/authors',
      { method: 'POST', headers: JSON_TYPE, body: `"${'x'.repeat(2_000_000)}"` },
    ],
    ['the administration', '/admin/users/me', { authorization: null }],
    ['health', '/_health', {}],
    ['the front page', '/', {}],
    ['a broken path', '/%zz', {}],
    [
      'a preflight',
      '/api/authors',
      {
        method: 'OPTIONS',
        headers: { origin: 'https://a.example', 'access-control-request-method': 'PUT' },
      },
    ],
  ];

  test.each(RESPONSES)('%s: has security headers and no cookie', async (_what, url, request) => {
    const { headers } = await app.request(url, request);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': expect.stringContaining('max-age=31536000'),
      'content-security-policy': expect.stringContaining("script-src-attr 'none'"),
      'x-permitted-cross-domain-policies': 'none',
    });
    expect(headers['content-security-policy']).toMatch(/object-src 'none'/);
    expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/);
    expect(headers).not.toHaveProperty('set-cookie');
    expect(headers).not.toHaveProperty('server');
    expect(String(headers['x-powered-by'])).not.toMatch(/\d/);
  });
});

describe('CVE-2025-53092: CORS', () => {
  const requested = (to: TestApp, origin: string): Promise<TestResponse> =>
    to.request('/api/authors', { headers: { origin } });

  test('allows only the listed origins', async () => {
    const middlewares = `module.exports = ['strapi::errors', 'strapi::security',
      { name: 'strapi::cors', config: { origin: ['https://front.example'] } }, 'strapi::body'];`;
    await using strict = await openConfigured({ files: { 'config/middlewares.js': middlewares } });
    const allowed = 'access-control-allow-origin';
    expect((await requested(strict, 'https://front.example')).headers[allowed]).toBe(
      'https://front.example',
    );
    for (const origin of [
      'https://evil.example',
      'null',
      'https://front.example.evil.example',
      'http://front.example',
      'https://front.example:8443',
      'HTTPS://FRONT.EXAMPLE/',
    ]) {
      expect([origin, (await requested(strict, origin)).headers[allowed]]).toEqual([
        origin,
        undefined,
      ]);
    }
  });

  test('responses for one origin are not cached for another', async () => {
    expect(String((await requested(app, 'https://a.example')).headers['vary'])).toMatch(/Origin/i);
  });
});

describe('cookies', () => {
  function cookieOf({ headers }: TestResponse, name: string): string {
    const all = [headers['set-cookie'] ?? []].flat().map(String);
    return all.find((each) => each.startsWith(`${name}=`)) ?? `no ${name} in ${all.join()}`;
  }

  test('of administrators are HttpOnly and SameSite, and Secure with TLS', async () => {
    const body = { email: 'admin@example.com', password: 'Passw0rd!' };
    const plain = cookieOf(await post(app, '/admin/login', body), 'strapi_admin_refresh');
    expect(plain).toMatch(/; HttpOnly/i);
    expect(plain).toMatch(/; SameSite=(?:Lax|Strict)/i);
  });

  test('of users are also HttpOnly and SameSite, and Secure with TLS', async () => {
    const users = { jwtManagement: 'refresh', sessions: { httpOnly: true } };
    await using cookies = await openConfigured({ users, actions: AUTH });
    const body = { username: 'cookie', email: 'cookie@example.com', password: 'cookie-password' };
    expect((await post(cookies, '/api/auth/local/register', body)).status).toBe(200);
    const login = { identifier: body.username, password: body.password };
    const signedIn = await post(cookies, '/api/auth/local', login);
    const cookie = cookieOf(signedIn, 'strapi_up_refresh');
    expect(cookie).toMatch(/; HttpOnly/i);
    expect(cookie).toMatch(/; SameSite=(?:Lax|Strict)/i);
    expect(signedIn.json()).not.toHaveProperty('refreshToken');
    expect(signedIn.headers['cache-control']).toBe('no-store');
  });
});

describe('logs and storage', () => {
  const SECRETS = {
    password: 'pass-word-of-mine-1',
    newPassword: 'New-pass-word-2',
    token: 'token-nobody-knows-3',
    code: 'code-of-a-reset-4',
    refresh: 'refresh-token-5',
    key: 'caller-full-access',
  };

  /** Requests that are rejected, or fail, with secrets in each part of them. */
  async function stumble(to: TestApp): Promise<void> {
    const { password, newPassword, token, code, refresh, key } = SECRETS;
    const authorization = `Bearer ${token}`;
    await post(to, '/api/auth/local', { identifier: 'caller', password });
    await post(to, '/api/auth/local/register', { username: 'x', email: 'y', password });
    await post(to, '/api/auth/local/register', {
      username: 'logged',
      email: 'logged@example.com',
      password,
    });
    await post(to, '/api/auth/reset-password', {
      code,
      password: newPassword,
      passwordConfirmation: newPassword,
    });
    await post(
      to,
      '/api/auth/change-password',
      { currentPassword: password, password: newPassword, passwordConfirmation: newPassword },
      { authorization: `Bearer ${key}` },
    );
    await post(to, '/api/auth/refresh', { refreshToken: refresh });
    await post(to, '/admin/login', { email: 'admin@example.com', password });
    await post(to, '/admin/register-admin', {
      email: 'a@example.com',
      firstname: 'A',
      password: newPassword,
    });
    await post(
      to,
      '/admin/access-token',
      {},
      { headers: { ...JSON_TYPE, cookie: `strapi_admin_refresh=${refresh}` } },
    );
    await post(
      to,
      '/api/users',
      { username: 'z', email: 'z@example.com', password, role: 1 },
      { authorization: `Bearer ${key}` },
    );
    await post(
      to,
      '/api/samples',
      { data: { aPassword: password } },
      { authorization: `Bearer ${key}` },
    );
    await to.request('/api/authors', { authorization });
    await to.request(`/api/authors?access_token=${token}&token=${token}`, { authorization });
    await to.request(`/api/auth/email-confirmation?confirmation=${code}`, { authorization: null });
    await to.request(`/api/auth/google/callback?access_token=${token}`, { authorization: null });
    await to.request(`/api/connect/google/callback?code=${code}&state=${token}`, {
      authorization: null,
    });
    await to.request('/api/users/me', { authorization });
    await to.request('/admin/users/me', { authorization });
  }

  function printed(tap: LogTap): readonly string[] {
    return Object.values(SECRETS).filter((secret) => tap.text.includes(secret));
  }

  test('contain no secrets of a rejected request', async () => {
    using tap = new LogTap();
    await stumble(app);
    await tap.settle();
    expect(printed(tap)).toEqual([]);
  });

  test('contain no secrets of a failed request', async () => {
    await using broken = await openConfigured({ actions: AUTH });
    await changeDatabase(
      broken,
      `update up_users set reset_password_token = '${SECRETS.code}' where id = ${CALLING_USER}`,
    );
    await rejectChanges(
      broken,
      { before: 'insert', table: 'up_users' },
      { before: 'update', table: 'up_users' },
      { before: 'insert', table: 'strapi_sessions' },
      { before: 'insert', table: 'samples' },
    );
    using tap = new LogTap();
    await stumble(broken);
    for (const table of [
      'samples',
      'strapi_sessions',
      'up_users',
      'strapi_api_tokens',
      'admin_users',
    ]) {
      await changeDatabase(broken, `alter table ${table} rename to gone_${table}`);
      await stumble(broken);
    }
    await tap.settle();
    expect(tap.text).toMatch(/"level":50/);
    expect(printed(tap)).toEqual([]);
  });

  test('contain only hashes', async () => {
    const text = JSON.stringify([
      await readRows(app, 'select * from up_users'),
      await readRows(app, 'select * from admin_users'),
      await readRows(app, 'select access_key from strapi_api_tokens'),
      await readRows(app, 'select * from strapi_sessions'),
      await readRows(app, 'select * from samples'),
    ]);
    for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret);
  });
});
