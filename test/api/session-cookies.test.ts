// The refresh token of end users as a cookie: for projects and clients that enable it, with protective flags.
import { describe, expect, test } from 'vitest';
import type { TestResponse, TestApp } from '../support/app.ts';
import {
  openAccounts,
  errorOf,
  register,
  requestsTo,
  type AccountSettings,
} from '../support/accounts.ts';

function openSessions(sessions = '{}', more: AccountSettings = {}): Promise<TestApp> {
  return openAccounts({
    users: `{ jwtManagement: 'refresh', sessions: ${sessions}, register: { allowedFields: ['deviceId'] } }`,
    ...more,
  });
}

const BAD = [401, 'UnauthorizedError', 'Invalid refresh token'] as const;

describe('the refresh token as a cookie', () => {
  const wanted = { 'x-strapi-refresh-cookie': 'httpOnly' };
  const login = { identifier: 'ada', password: 'secret1' };

  function cookieOf({ headers }: TestResponse): string {
    return String(headers['set-cookie']);
  }

  test('is set only for clients that request it', async () => {
    const app = await openSessions();
    await register(app, 'ada');
    const plain = await requestsTo(app).post('/api/auth/local', login);
    expect(plain.headers['set-cookie']).toBeUndefined();
    const response = await requestsTo(app).post('/api/auth/local', login, { headers: wanted });
    expect(Object.keys(response.json<object>())).toEqual(['jwt', 'user']);
    expect(cookieOf(response)).toMatch(
      /^strapi_up_refresh=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  test('is not set by a registration or a password change, which return the token', async () => {
    const app = await openSessions();
    const user = { username: 'ada', email: 'ada@example.com', password: 'secret1' };
    const send = { headers: wanted };
    const registered = await requestsTo(app).post('/api/auth/local/register', user, send);
    expect(registered.json()).toMatchObject({ refreshToken: expect.any(String) });
    expect(registered.headers['set-cookie']).toBeUndefined();
    const { jwt } = registered.json<{ jwt: string }>();
    const passwords = { currentPassword: 'secret1', password: 'secret2' };
    const changed = await requestsTo(app).post(
      '/api/auth/change-password',
      { ...passwords, passwordConfirmation: 'secret2' },
      { as: jwt, headers: wanted },
    );
    expect(changed.json()).toMatchObject({ refreshToken: expect.any(String) });
    expect(changed.headers['set-cookie']).toBeUndefined();
  });

  test('is renewed, and removed on logout', async () => {
    const app = await openSessions('{ httpOnly: true }');
    await register(app, 'ada');
    const signedIn = await requestsTo(app).post('/api/auth/local', login);
    const [cookie = ''] = cookieOf(signedIn).split(';');
    const next = await requestsTo(app).post('/api/auth/refresh', {}, { headers: { cookie } });
    expect(Object.keys(next.json<object>())).toEqual(['jwt']);
    const [newCookie = ''] = cookieOf(next).split(';');
    const again = await requestsTo(app).post('/api/auth/refresh', {}, { headers: { cookie } });
    expect(errorOf(again)).toEqual(BAD);
    const { jwt } = next.json<{ jwt: string }>();
    const options = { as: jwt, headers: { cookie: newCookie } };
    const out = await requestsTo(app).post('/api/auth/logout', {}, options);
    expect(cookieOf(out)).toMatch(/^strapi_up_refresh=; Path=\/; Max-Age=0; HttpOnly/);
    const gone = await requestsTo(app).post(
      '/api/auth/refresh',
      {},
      { headers: { cookie: newCookie } },
    );
    expect(errorOf(gone)).toEqual(BAD);
  });

  test('is Secure in production, where plain HTTP causes no error', async () => {
    const app = await openSessions('{ httpOnly: true }', { env: { NODE_ENV: 'production' } });
    await register(app, 'ada');
    const response = await requestsTo(app).post('/api/auth/local', login);
    expect(response.status).toBe(200);
    expect(cookieOf(response)).toMatch(/; Secure$/);
  });

  test('has the configured name and attributes', async () => {
    const app = await openSessions(
      "{ httpOnly: true, cookie: { name: 'mine', path: '/api', domain: 'site.example', sameSite: 'strict', secure: true, maxAge: 5000 } }",
    );
    await register(app, 'ada');
    expect(cookieOf(await requestsTo(app).post('/api/auth/local', login))).toMatch(
      /^mine=[\w.-]+; Path=\/api; Max-Age=5; HttpOnly; SameSite=Strict; Domain=site\.example; Secure$/,
    );
  });
});
