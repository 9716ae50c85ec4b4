// Administrators sign in, refresh their session and sign out (docs/strapi/administration.md, "Administrators").
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ADA, call, cookieIn, errorOf, meOf, registerAdmin } from '../support/admin.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { changeDatabase, readValue } from '../support/app-database.ts';
import { RestoredServer } from '../support/restored-server.ts';
import { sqlMoment } from '../support/test-database.ts';
import { storeToken } from '../support/stored-token.ts';

let app: TestApp;
/** Session of the first administrator, who is registered. */
let token: string;
let cookie: string;

const server = new RestoredServer(async () => {
  const opened = await openTestApp({ limitsSignIns: false });
  const response = await call(opened, '/admin/register-admin', { method: 'POST', body: ADA });
  token = response.json<{ data: { token: string } }>().data.token;
  cookie = cookieIn(response).pair;
  return opened;
});

beforeEach(async () => {
  app = await server.restored();
});

afterAll(() => server.close());

const INVALID = {
  status: 401,
  name: 'UnauthorizedError',
  message: 'Missing or invalid credentials',
};

function login(body: unknown, headers: Readonly<Record<string, string>> = {}) {
  return call(app, '/admin/login', { method: 'POST', body, headers });
}

function me(by: string | null) {
  return meOf(app, by);
}

async function tokenOf(response: Promise<{ json<T>(): T }>): Promise<string> {
  return (await response).json<{ data: { token: string } }>().data.token;
}

const { email, password } = ADA;

test.each(['production', 'development'])(
  'cookies have no Secure attribute over plain HTTP in %s',
  async (NODE_ENV) => {
    await using other = await openTestApp({ env: { NODE_ENV } });
    await registerAdmin(other);
    const response = await call(other, '/admin/login', { method: 'POST', body: ADA });
    expect(cookieIn(response).flags).toBe('Path=/admin; HttpOnly; SameSite=Lax');
  },
);

test('caches store no response, since each may contain a token', async () => {
  await using other = await openTestApp();
  const post = (path: string, headers = {}) =>
    call(other, path, { method: 'POST', body: ADA, headers });
  const registered = await post('/admin/register-admin');
  const signedIn = await post('/admin/login');
  const refreshed = await post('/admin/access-token', { cookie: cookieIn(signedIn).pair });
  const latest = await tokenOf(Promise.resolve(refreshed));
  const responses = [registered, signedIn, refreshed, await meOf(other, latest)];
  responses.push(await call(other, '/admin/logout', { method: 'POST', token: latest }));
  expect(responses.map(({ status, headers }) => [status, headers['cache-control']])).toEqual(
    responses.map(() => [200, 'no-store']),
  );
});

describe('signing in', () => {
  test('accepts the email address in any letter case; the response has no roles', async () => {
    const response = await login({ email: 'ADA@Example.com', password });
    const { data } = response.json<{ data: { token: string; user: Record<string, unknown> } }>();
    expect(data.user).toMatchObject({ id: 1, email });
    expect(data.user).not.toHaveProperty('roles');
    expect(response.text).not.toMatch(/\$2[aby]\$|resetPasswordToken|registrationToken/);
    expect((await me(data.token)).status).toBe(200);
  });

  test('accepts a form', async () => {
    const response = await app.request('/admin/login', {
      method: 'POST',
      authorization: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ email, password }).toString(),
    });
    expect(response.status).toBe(200);
  });

  test.each([
    [{ email, password: 'Passw0rd?' }, 'Invalid credentials'],
    [{ email: 'eve@example.com', password }, 'Invalid credentials'],
    [{ email: 5, password: 5 }, 'Invalid credentials'],
    [{ email: `a'; drop table admin_users; --`, password }, 'Invalid credentials'],
    [{ email, password: ['a'] }, 'Missing credentials'],
    [{ email: { $ne: null }, password }, 'Missing credentials'],
    [{ email: null, password: null }, 'Missing credentials'],
    [undefined, 'Missing credentials'],
  ])('rejects %j', async (body, message) => {
    const response = await login(body);
    expect(errorOf(response)).toEqual({
      status: 400,
      name: 'ApplicationError',
      message,
      details: {},
    });
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  test('rejects an administrator without a password hash', async () => {
    for (const stored of ['null', `'Passw0rd!'`, `''`]) {
      await changeDatabase(app, `update admin_users set password = ${stored}`);
      expect(errorOf(await login({ email, password }))).toMatchObject({
        message: 'Invalid credentials',
      });
    }
  });

  test.each(['is_active = false', 'blocked = true'])(
    'rejects an administrator whose %s, and existing tokens',
    async (state) => {
      await changeDatabase(app, `update admin_users set ${state}`);
      expect(errorOf(await login({ email, password }))).toMatchObject({
        name: 'ApplicationError',
        message: 'User not active',
      });
      expect(errorOf(await login({ email, password: 'Wrong1234' }))).toMatchObject({
        message: 'Invalid credentials',
      });
      expect(errorOf(await me(token))).toMatchObject(INVALID);
    },
  );

  test('rejects the sixth attempt in five minutes for an address and a client', async () => {
    await using limited = await openTestApp();
    await registerAdmin(limited);
    app = limited;
    for (let left = 4; left >= 0; left -= 1) {
      const response = await login({ email, password: 'Wrong1234' });
      expect([response.status, response.headers['x-ratelimit-remaining']]).toEqual([
        400,
        String(left),
      ]);
    }
    const rejected = await login({ email: email.toUpperCase(), password });
    expect(errorOf(rejected)).toEqual({
      status: 429,
      name: 'RateLimitError',
      message: 'Too many requests, please try again later.',
      details: {},
    });
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(200);
    expect((await login({ email: 'eve@example.com', password })).status).toBe(400);
  });
});

describe('a session', () => {
  const refresh = (pair: string | null) =>
    call(app, '/admin/access-token', {
      method: 'POST',
      ...(pair === null ? {} : { headers: { cookie: pair } }),
    });

  test('has a cookie that is limited to /admin, hidden from scripts and deleted with the browser session', async () => {
    const response = await login({ email, password });
    expect(cookieIn(response).flags).toBe('Path=/admin; HttpOnly; SameSite=Lax');
    const kept = await login({ email, password, rememberMe: true });
    expect(cookieIn(kept).flags).toMatch(
      /^Path=\/admin; Max-Age=(?:12095\d\d|1209600); HttpOnly; SameSite=Lax$/,
    );
  });

  test('is refreshed only once per refresh cookie', async () => {
    const response = await refresh(cookie);
    expect(response.status).toBe(200);
    const next = await tokenOf(Promise.resolve(response));
    expect((await me(next)).status).toBe(200);
    expect(errorOf(await refresh(cookie))).toMatchObject({
      status: 401,
      message: 'Invalid refresh token',
    });
    expect((await refresh(cookieIn(response).pair)).status).toBe(200);
  });

  test('is refreshed by only one of concurrent requests', async () => {
    const responses = await Promise.all([1, 2, 3, 4].map(() => refresh(cookie)));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 401, 401, 401,
    ]);
  });

  test.each([
    [null, 'Missing refresh token'],
    ['strapi_admin_refresh=', 'Invalid refresh token'],
    ['strapi_admin_refresh=a.b.c', 'Invalid refresh token'],
  ])('is not refreshed with %j', async (pair, message) => {
    expect(errorOf(await refresh(pair))).toMatchObject({ status: 401, message });
  });

  test('has access and refresh tokens that are not interchangeable', async () => {
    const [, refreshToken = ''] = cookie.split('=');
    expect(errorOf(await me(refreshToken))).toMatchObject(INVALID);
    expect((await refresh(`strapi_admin_refresh=${token}`)).status).toBe(401);
  });

  test('is not valid for the content API, whose tokens are not valid for the admin API', async () => {
    const content = await call(app, '/api/authors', { token });
    expect(errorOf(content)).toMatchObject(INVALID);
    expect(errorOf(await me(app.token))).toMatchObject(INVALID);
  });

  test.each([
    [`expires_at = ${sqlMoment(1)}`],
    [`absolute_expires_at = ${sqlMoment(1)}`],
    [`status = 'revoked'`],
    [`origin = 'users-permissions'`],
    [`user_id = '2'`],
  ])('with %s grants no access', async (change) => {
    await changeDatabase(app, `update strapi_sessions set ${change}`);
    expect(errorOf(await me(token))).toMatchObject(INVALID);
    expect((await refresh(cookie)).status).toBe(401);
  });

  test('is removed by a later sign-in once it has expired, unless it belongs to an end user', async () => {
    await changeDatabase(
      app,
      `update strapi_sessions set expires_at = ${sqlMoment(1)};
       insert into strapi_sessions (session_id, origin, expires_at) values ('u', 'users-permissions', ${sqlMoment(1)})`,
    );
    await login({ email, password });
    const left = `select string_agg(origin, ',' order by origin) from strapi_sessions`;
    expect(await readValue(app, left)).toBe('admin,users-permissions');
  });

  test('ends with all others on sign-out, or only with those of the device', async () => {
    const other = await tokenOf(login({ email, password }));
    const ended = await call(app, '/admin/logout', {
      method: 'POST',
      token,
      body: { deviceId: '00000000-0000-4000-8000-000000000000' },
    });
    expect([ended.status, ended.json()]).toEqual([200, { data: {} }]);
    expect(cookieIn(ended)).toEqual({
      pair: 'strapi_admin_refresh=',
      flags: 'Path=/admin; Max-Age=0; HttpOnly; SameSite=Lax',
    });
    expect((await me(token)).status).toBe(401);
    expect((await refresh(cookie)).status).toBe(401);
    expect((await me(other)).status).toBe(200);
    const third = await tokenOf(login({ email, password }));
    await call(app, '/admin/logout', { method: 'POST', token: other });
    expect((await me(third)).status).toBe(401);
    expect((await call(app, '/admin/logout', { method: 'POST' })).status).toBe(401);
  });

  test.each([
    ['Basic abc'],
    ['Bearer'],
    ['Bearer a b'],
    [`Bearer eyJhbGciOiJub25lIn0.eyJ1c2VySWQiOiIxIiwic2Vzc2lvbklkIjoieCIsInR5cGUiOiJhY2Nlc3MifQ.`],
  ])('is not identified by the header %j', async (authorization) => {
    const response = await app.request('/admin/users/me', { authorization });
    expect(errorOf(response)).toMatchObject(INVALID);
  });
});

describe('an API token of the kind admin', () => {
  beforeEach(async () => {
    await storeToken(app, 'inner', { kind: 'admin' });
    await changeDatabase(
      app,
      `insert into strapi_api_tokens_admin_user_owner_lnk (api_token_id, user_id)
        values ((select id from strapi_api_tokens where name = 'inner'), 1)`,
    );
  });

  /** Lets the token do something. */
  async function grant(action: string, conditions = '[]'): Promise<void> {
    await changeDatabase(
      app,
      `insert into admin_permissions (action, conditions) values ('${action}', '${conditions}');
       insert into admin_permissions_api_token_lnk (permission_id, api_token_id)
        values ((select max(id) from admin_permissions), (select id from strapi_api_tokens where name = 'inner'));`,
    );
  }

  const tokens = () => call(app, '/admin/api-tokens', { token: 'inner' });

  test('acts as its owner, within its unconditional permissions', async () => {
    expect((await me('inner')).json()).toMatchObject({ data: { email } });
    expect(errorOf(await tokens())).toEqual({
      status: 403,
      name: 'PolicyError',
      message: 'Policy Failed',
      details: {},
    });
    await grant('admin::api-tokens.read', '["admin::is-creator"]');
    expect((await tokens()).status).toBe(403);
    await grant('admin::api-tokens.read');
    expect((await tokens()).status).toBe(200);
    expect((await call(app, '/api/authors', { token: 'inner' })).status).toBe(401);
  });

  test('cannot list or end the sessions of its owner (D22)', async () => {
    const sessions = '/admin/users/me/sessions';
    for (const [method, path] of [
      ['GET', sessions],
      ['DELETE', sessions],
      ['DELETE', `${sessions}?keepCurrent=true`],
      ['DELETE', `${sessions}/0`],
    ] as const) {
      const response = await call(app, path, { method, token: 'inner' });
      expect(errorOf(response), path).toMatchObject({ status: 403, name: 'ForbiddenError' });
    }
    const logout = await call(app, '/admin/logout', { method: 'POST', token: 'inner' });
    expect(logout.status).toBe(200);
    expect((await me(token)).status).toBe(200);
  });

  test('is limited to the permissions of its owner', async () => {
    await grant('admin::api-tokens.read');
    await changeDatabase(app, 'update admin_users_roles_lnk set role_id = 3');
    expect((await tokens()).status).toBe(403);
  });

  test.each([
    [`update strapi_api_tokens set expires_at = ${sqlMoment(1)}`, 'Token expired'],
    ['update admin_users set is_active = false', 'Token owner is deactivated'],
    ['update admin_users set blocked = true', 'Token owner is deactivated'],
    ['delete from admin_users', 'Token owner not found'],
  ])('%s: 401', async (change, message) => {
    await changeDatabase(app, change);
    expect(errorOf(await me('inner'))).toMatchObject({ status: 401, message });
  });
});

test('an administrator has the permissions of the role', async () => {
  await changeDatabase(app, 'update admin_users_roles_lnk set role_id = 2');
  const locales = await call(app, '/i18n/locales', { token });
  expect(locales.status).toBe(200);
  for (const [method, path] of [
    ['GET', '/i18n/iso-locales'],
    ['POST', '/i18n/locales'],
    ['PUT', '/i18n/locales/1'],
    ['DELETE', '/i18n/locales/1'],
    ['GET', '/admin/api-tokens'],
    ['POST', '/admin/api-tokens'],
    ['GET', '/admin/api-tokens/1'],
    ['PUT', '/admin/api-tokens/1'],
    ['DELETE', '/admin/api-tokens/1'],
    ['POST', '/admin/api-tokens/1/regenerate'],
    ['GET', '/users-permissions/advanced'],
    ['PUT', '/users-permissions/advanced'],
    ['GET', '/users-permissions/providers'],
    ['PUT', '/users-permissions/providers'],
    ['GET', '/users-permissions/email-templates'],
    ['PUT', '/users-permissions/email-templates'],
    ['GET', '/upload/settings'],
    ['PUT', '/upload/settings'],
  ] as const) {
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
    const response = await call(app, path, { method, token, ...body });
    expect([method, path, response.status]).toEqual([method, path, 403]);
    expect([path, (await call(app, path, { method, ...body })).status]).toEqual([path, 401]);
  }
});
