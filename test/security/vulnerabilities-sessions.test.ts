// Published vulnerabilities of Strapi in passwords and sessions, and responses that reveal other accounts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestResponse, TestApp } from '../support/app.ts';
import { changeDatabase } from '../support/app-database.ts';
import {
  ACCOUNT_ACTIONS,
  me,
  newAccount,
  openAccounts,
  post,
  postAs,
  type Account,
} from './account-app.ts';
import { CALLING_USER } from './callers.ts';

async function registered(
  app: TestApp,
): Promise<Account & { readonly jwt: string; readonly refreshToken: string }> {
  const made = newAccount();
  const response = await post(app, '/api/auth/local/register', made);
  expect([response.status, response.text.slice(0, 200)]).toMatchObject([200, expect.any(String)]);
  return { ...made, ...response.json<{ readonly jwt: string; readonly refreshToken: string }>() };
}

/** The shared server; those of other settings are opened by their tests. */
let app: TestApp;
beforeAll(async () => {
  app = await openAccounts();
});
afterAll(() => app.close());

describe('CVE-2025-25298: passwords that are truncated', () => {
  const long = 'a'.repeat(73);

  test('are rejected wherever a password is set', async () => {
    const made = newAccount();
    const tries = [
      await post(app, '/api/auth/local/register', { ...made, password: long }),
      await post(app, '/api/auth/reset-password', {
        code: 'callers-reset',
        password: long,
        passwordConfirmation: long,
      }),
      await post(app, '/admin/register-admin', {
        email: 'b@example.com',
        firstname: 'B',
        password: `A1${long}`,
      }),
    ];
    expect(tries.map(({ status }) => status)).toEqual([400, 400, 400]);
  });

  test('are rejected for users created by others, and in content (D14)', async () => {
    const authorization = `Bearer ${app.token}`;
    const tries = [
      { url: '/api/users', body: { ...newAccount(), password: long, role: 1 } },
      { url: '/api/samples', body: { data: { aPassword: long } } },
    ];
    for (const request of tries) {
      expect((await postAs(app, authorization, request)).status).toBe(400);
    }
    const headers = { 'content-type': 'application/json' };
    const url = `/api/users/${CALLING_USER}`;
    const body = JSON.stringify({ password: long });
    expect((await app.request(url, { method: 'PUT', headers, body })).status).toBe(400);
  });

  test('are measured in bytes, not characters', async () => {
    const response = await post(app, '/api/auth/local/register', {
      ...newAccount(),
      password: 'ü'.repeat(37),
    });
    expect(response.status).toBe(400);
  });
});

describe('CVE-2025-3930 and CVE-2026-22706 / GHSA-hvp3-26wx-g2w4: sessions that do not end', () => {
  const refresh = (to: TestApp, refreshToken: string): Promise<TestResponse> =>
    post(to, '/api/auth/refresh', { refreshToken });

  test('a logout ends the session; its access token remains valid for ten minutes, as recorded', async () => {
    await using sessions = await openAccounts({ jwtManagement: 'refresh' });
    await changeDatabase(sessions, allow('authenticated'));
    const { jwt, refreshToken } = await registered(sessions);
    expect((await me(sessions, jwt)).status).toBe(200);
    expect(
      (await postAs(sessions, `Bearer ${jwt}`, { url: '/api/auth/logout', body: {} })).status,
    ).toBe(200);
    expect((await refresh(sessions, refreshToken)).status).toBe(401);
    const { exp, iat } = claimsOf(jwt);
    expect(exp - iat).toBeLessThanOrEqual(600);
  });

  test('a changed password ends all sessions, whatever the device (D11)', async () => {
    await using sessions = await openAccounts({ jwtManagement: 'refresh' });
    await changeDatabase(sessions, allow('authenticated'));
    const first = await registered(sessions);
    const login = { identifier: first.username, password: first.password };
    const second = (await post(sessions, '/api/auth/local', login)).json<{
      jwt: string;
      refreshToken: string;
    }>();
    const change = {
      currentPassword: first.password,
      password: 'second-password',
      passwordConfirmation: 'second-password',
    };
    const request = { url: '/api/auth/change-password', body: change };
    const changed = await postAs(sessions, `Bearer ${second.jwt}`, request);
    expect(changed.status).toBe(200);
    for (const { jwt, refreshToken } of [first, second]) {
      expect((await refresh(sessions, refreshToken)).status).toBe(401);
      expect((await me(sessions, jwt)).status).toBe(401);
    }
    expect((await me(sessions, changed.json<{ jwt: string }>().jwt)).status).toBe(200);
  });

  test('a password reset ends all sessions', async () => {
    await using sessions = await openAccounts({ jwtManagement: 'refresh' });
    await changeDatabase(sessions, allow('authenticated'));
    const { username, jwt, refreshToken } = await registered(sessions);
    await changeDatabase(
      sessions,
      `update up_users set reset_password_token = 'the-code' where username = '${username}'`,
    );
    const body = {
      code: 'the-code',
      password: 'second-password',
      passwordConfirmation: 'second-password',
    };
    expect((await post(sessions, '/api/auth/reset-password', body)).status).toBe(200);
    expect((await refresh(sessions, refreshToken)).status).toBe(401);
    expect((await me(sessions, jwt)).status).toBe(401);
    expect((await post(sessions, '/api/auth/reset-password', body)).status).toBe(400);
  });

  test('a refresh token works once, and an access token cannot refresh', async () => {
    await using sessions = await openAccounts({ jwtManagement: 'refresh' });
    await changeDatabase(sessions, allow('authenticated'));
    const { jwt, refreshToken } = await registered(sessions);
    expect((await refresh(sessions, jwt)).status).toBe(401);
    expect((await me(sessions, refreshToken)).status).toBe(401);
    expect((await refresh(sessions, refreshToken)).status).toBe(200);
    expect((await refresh(sessions, refreshToken)).status).toBe(401);
  });

  test('administrators: a logout ends the session', async () => {
    const body = { email: 'admin@example.com', password: 'Passw0rd!' };
    const response = await post(app, '/admin/login', body);
    const { accessToken } = response.json<{ data: { accessToken: string } }>().data;
    const authorization = `Bearer ${accessToken}`;
    expect((await app.request('/admin/users/me', { authorization })).status).toBe(200);
    expect((await postAs(app, authorization, { url: '/admin/logout', body: {} })).status).toBe(200);
    expect((await app.request('/admin/users/me', { authorization })).status).toBe(401);
  });
});

/** The times in a token, in seconds since 1970. */
function claimsOf(jwt: string): { readonly exp: number; readonly iat: number } {
  const text = Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString();
  return JSON.parse(text) as { readonly exp: number; readonly iat: number };
}

/** SQL that lets a role do what signed-in users do. */
function allow(role: string): string {
  return ACCOUNT_ACTIONS.map(
    (action) => `insert into up_permissions (action) values ('${action}');
        insert into up_permissions_role_lnk (permission_id, role_id)
          select (select max(id) from up_permissions), id from up_roles where type = '${role}';`,
  ).join('');
}

describe('account enumeration', () => {
  test('a wrong name and a wrong password have the same response', async () => {
    const made = newAccount();
    await post(app, '/api/auth/local/register', made);
    const [known, unknown] = [
      await post(app, '/api/auth/local', { identifier: made.username, password: 'wrong' }),
      await post(app, '/api/auth/local', { identifier: 'nobody-at-all', password: 'wrong' }),
    ];
    expect([known?.status, known?.text]).toEqual([400, unknown?.text]);
  });

  test('a blocked account is reported only with the right password', async () => {
    const made = newAccount();
    await post(app, '/api/auth/local/register', made);
    await changeDatabase(
      app,
      `update up_users set blocked = true where username = '${made.username}'`,
    );
    const wrong = await post(app, '/api/auth/local', {
      identifier: made.username,
      password: 'wrong',
    });
    expect(wrong.text).toContain('Invalid identifier or password');
  });

  test('a password reset has the same response for everyone', async () => {
    const made = newAccount();
    await post(app, '/api/auth/local/register', made);
    const [known, unknown] = [
      await post(app, '/api/auth/forgot-password', { email: made.email }),
      await post(app, '/api/auth/forgot-password', { email: 'nobody@nowhere.example' }),
    ];
    expect([known?.status, known?.text]).toEqual([unknown?.status, unknown?.text]);
  });

  test('administrators: an unknown address and a wrong password have the same response', async () => {
    const [known, unknown] = [
      await post(app, '/admin/login', { email: 'admin@example.com', password: 'wrong' }),
      await post(app, '/admin/login', { email: 'x@example.com', password: 'wrong' }),
    ];
    expect([known?.status, known?.text]).toEqual([400, unknown?.text]);
  });
});
