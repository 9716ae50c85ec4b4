// Sessions of end users (`jwtManagement: 'refresh'`): refreshed, listed, ended, and ended immediately by a new
// password.
import { describe, expect, test } from 'vitest';
import type { TestResponse, TestApp } from '../support/app.ts';
import {
  get,
  logIn,
  openAccounts,
  sharedAccounts,
  requestsTo,
  errorOf,
  register,
  type AccountSettings,
} from '../support/accounts.ts';
import { changeDatabase, readRows } from '../support/app-database.ts';
import { eventually } from '../support/eventually.ts';
import { hash, verificationCount } from '../support/fast-bcrypt.ts';
import { sqlMoment } from '../support/test-database.ts';

const openShared = sharedAccounts();

const AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36';

const REFRESH_MODE = "{ jwtManagement: 'refresh' }";

function openSessions(sessions = '{}', more: AccountSettings = {}): Promise<TestApp> {
  return openShared({
    users: `{ jwtManagement: 'refresh', sessions: ${sessions}, register: { allowedFields: ['deviceId'] } }`,
    ...more,
  });
}

interface Session {
  readonly id: string;
  readonly deviceId: string | null;
  readonly deviceName?: string;
  readonly current: boolean;
  readonly loginAt?: string;
  readonly lastActiveAt: string;
}

async function sessionsOf(app: TestApp, token: string): Promise<readonly Session[]> {
  const response = await get(app, '/api/auth/sessions', token);
  return response.json<{ data: readonly Session[] }>().data;
}

function end(app: TestApp, token: string, id: string): Promise<TestResponse> {
  const authorization = `Bearer ${token}`;
  return app.request(`/api/auth/sessions/${id}`, { method: 'DELETE', authorization });
}

function refresh(app: TestApp, refreshToken: unknown): Promise<TestResponse> {
  return requestsTo(app).post('/api/auth/refresh', { refreshToken });
}

const BAD = [401, 'UnauthorizedError', 'Invalid refresh token'] as const;
const time = expect.stringMatching(/^\d{4}-.*Z$/) as string;

function payloadOf(token: string): Record<string, unknown> {
  const [, payload = ''] = token.split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
}

describe('tokens', () => {
  test('have lifespans of minutes and of days', async () => {
    const app = await openSessions();
    const { jwt, refreshToken = '', user } = await register(app, 'ada');
    const [access, carry] = [payloadOf(jwt), payloadOf(refreshToken)];
    const userId = String(user.id);
    expect(access).toMatchObject({ userId, type: 'access', sessionId: carry['sessionId'] });
    expect(Number(access['exp']) - Number(access['iat'])).toBe(600);
    expect(carry).toMatchObject({ userId, type: 'refresh' });
    expect(Number(carry['exp']) - Number(carry['iat'])).toBe(14 * 86_400);
    const [row] = await readRows(
      app,
      'select user_id, origin, type, status, created_at, absolute_expires_at, expires_at from strapi_sessions',
    );
    expect(row?.slice(0, 4)).toEqual([userId, 'users-permissions', 'refresh', 'active']);
    expect(Number(row?.[5]) - Number(row?.[4])).toBeCloseTo(30 * 86_400_000, -3);
    expect(Math.floor(Number(row?.[6]) / 1000)).toBeCloseTo(Number(carry['exp']), -1);
  });

  test('of another kind or mode are rejected', async () => {
    const app = await openSessions();
    const { refreshToken = '', user } = await register(app, 'ada');
    const { Jwt } = await import('../../src/auth/jwt.ts');
    const legacy = await new Jwt({ secret: 'jwt-secret', algorithm: 'HS256' }).sign(
      { id: user.id },
      60,
    );
    for (const token of [refreshToken, legacy]) {
      expect(errorOf(await get(app, '/api/auth/sessions', token))).toEqual([
        401,
        'UnauthorizedError',
        'Missing or invalid credentials',
      ]);
    }
  });

  test('have the configured lifespans', async () => {
    const app = await openSessions(
      '{ accessTokenLifespan: 60, idleRefreshTokenLifespan: 120, maxRefreshTokenLifespan: 180 }',
    );
    const { jwt, refreshToken = '' } = await register(app, 'ada');
    expect(Number(payloadOf(jwt)['exp']) - Number(payloadOf(jwt)['iat'])).toBe(60);
    expect(Number(payloadOf(refreshToken)['exp']) - Number(payloadOf(refreshToken)['iat'])).toBe(
      120,
    );
  });
});

describe('refreshing', () => {
  test('works once per token, and keeps the metadata', async () => {
    const app = await openSessions();
    await register(app, 'ada');
    const { jwt, refreshToken } = await logIn(app, 'ada', { deviceId: 'phone' });
    const [before] = await sessionsOf(app, jwt);
    const response = await refresh(app, refreshToken);
    expect(response.status).toBe(200);
    const next = response.json<{ jwt: string; refreshToken: string }>();
    expect(Object.keys(next)).toEqual(['jwt', 'refreshToken']);
    const [after] = await sessionsOf(app, next.jwt);
    expect(after).toMatchObject({ deviceId: 'phone', current: true, loginAt: before?.loginAt });
    expect(after?.id).not.toBe(before?.id);
    expect(errorOf(await refresh(app, refreshToken))).toEqual(BAD);
    expect((await refresh(app, next.refreshToken)).status).toBe(200);
  });

  test('succeeds only for one of concurrent requests', async () => {
    const app = await openSessions();
    const { refreshToken } = await register(app, 'ada');
    const responses = await Promise.all([1, 2, 3].map(() => refresh(app, refreshToken)));
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 401, 401]);
  });

  test.each([
    ['expired', `expires_at = ${sqlMoment(1)}`],
    ['whose sign-in is too long ago', `absolute_expires_at = ${sqlMoment(1)}`],
    ['of another user', "user_id = '999'"],
    ['of an administrator', "origin = 'admin'"],
    ['that was revoked', "status = 'revoked'"],
  ])('rejects a session %s', async (_, change) => {
    const app = await openSessions();
    const { refreshToken } = await register(app, 'ada');
    await changeDatabase(app, `update strapi_sessions set ${change}`);
    expect(errorOf(await refresh(app, refreshToken))).toEqual(BAD);
  });

  test.each([
    ['is blocked', 'update up_users set blocked = true'],
    ['was deleted', 'delete from up_users'],
  ])('rejects a user who %s', async (_, change) => {
    const app = await openSessions();
    const { refreshToken } = await register(app, 'ada');
    await changeDatabase(app, change);
    expect(errorOf(await refresh(app, refreshToken))).toEqual(BAD);
  });

  test.each([undefined, null, '', 5, {}, ['x']])('rejects the token %j', async (token) => {
    const app = await openSessions();
    expect(errorOf(await refresh(app, token))).toEqual([
      400,
      'BadRequestError',
      'Missing refresh token',
    ]);
  });

  test('rejects invalid tokens and access tokens', async () => {
    const app = await openSessions();
    const { jwt } = await register(app, 'ada');
    expect(errorOf(await refresh(app, 'word'))).toEqual(BAD);
    expect(errorOf(await refresh(app, jwt))).toEqual(BAD);
  });
});

describe('lists', () => {
  test('show each device once, the current one first', async () => {
    const app = await openSessions();
    const first = await register(app, 'ada');
    await register(app, 'bob');
    const login = await requestsTo(app).post(
      '/api/auth/local',
      { identifier: 'ada', password: 'secret1', deviceId: 'phone' },
      { headers: { 'user-agent': AGENT } },
    );
    const { jwt } = login.json<{ jwt: string }>();
    const shown = await sessionsOf(app, jwt);
    expect(shown).toEqual([
      {
        id: payloadOf(jwt)['sessionId'],
        deviceId: 'phone',
        deviceName: 'Chrome on Linux',
        current: true,
        loginAt: time,
        lastActiveAt: time,
      },
      {
        id: payloadOf(first.jwt)['sessionId'],
        deviceId: expect.stringMatching(/^[\da-f-]{36}$/),
        current: false,
        loginAt: time,
        lastActiveAt: time,
      },
    ]);
  });

  test('show an invalid device id as null', async () => {
    const app = await openSessions();
    await register(app, 'ada');
    const { jwt } = await logIn(app, 'ada', { deviceId: 5 });
    expect((await sessionsOf(app, jwt))[0]?.deviceId).toBeNull();
  });

  test('are not available with API tokens or without a token', async () => {
    const app = await openSessions();
    for (const [path, method] of [
      ['/api/auth/sessions', 'GET'],
      ['/api/auth/sessions/x', 'DELETE'],
      ['/api/auth/logout', 'POST'],
    ] as const) {
      expect(errorOf(await app.request(path, { method }))).toEqual([
        401,
        'UnauthorizedError',
        'Missing authentication',
      ]);
      expect((await app.request(path, { method, authorization: null })).status).toBe(403);
    }
  });
});

describe('ending a session', () => {
  test('by its id keeps its access token valid until it expires', async () => {
    const app = await openSessions();
    const other = await register(app, 'ada');
    const { jwt } = await logIn(app, 'ada');
    const id = String(payloadOf(other.jwt)['sessionId']);
    const ended = await end(app, jwt, id);
    expect([ended.status, ended.json()]).toEqual([200, { data: {} }]);
    expect(errorOf(await end(app, jwt, id))).toEqual([404, 'NotFoundError', 'Session not found']);
    expect(errorOf(await refresh(app, other.refreshToken))).toEqual(BAD);
    expect((await get(app, '/api/users/me', other.jwt)).status).toBe(200);
  });

  test('is rejected if it belongs to another user', async () => {
    const app = await openSessions();
    const [ada, bob] = [await register(app, 'ada'), await register(app, 'bob')];
    const response = await end(app, bob.jwt, String(payloadOf(ada.jwt)['sessionId']));
    expect(response.status).toBe(404);
    const body = { refreshToken: ada.refreshToken };
    expect((await requestsTo(app).post('/api/auth/logout', body, { as: bob.jwt })).json()).toEqual({
      ok: true,
    });
    expect((await refresh(app, ada.refreshToken)).status).toBe(200);
  });

  test.each([
    ['the current one', {}, ['phone', 'desk']],
    ['all of a device', { deviceId: 'phone' }, ['desk', 'here']],
    ['all', { scope: 'all' }, []],
    ['none for an unknown device', { deviceId: 'fridge' }, ['phone', 'desk', 'here']],
  ])('by logging out: %s', async (_, body, left) => {
    const app = await openSessions();
    await register(app, 'ada');
    await changeDatabase(app, 'delete from strapi_sessions');
    await logIn(app, 'ada', { deviceId: 'phone' });
    await logIn(app, 'ada', { deviceId: 'desk' });
    const { jwt } = await logIn(app, 'ada', { deviceId: 'here' });
    const response = await requestsTo(app).post('/api/auth/logout', body, { as: jwt });
    expect([response.status, response.json()]).toEqual([200, { ok: true }]);
    const names = (await sessionsOf(app, jwt)).map(({ deviceId }) => deviceId);
    expect(new Set(names)).toEqual(new Set(left));
    expect(names).toHaveLength(left.length);
  });

  test('by its refresh token', async () => {
    const app = await openSessions();
    const { refreshToken } = await register(app, 'ada');
    const { jwt } = await logIn(app, 'ada');
    await requestsTo(app).post('/api/auth/logout', { refreshToken }, { as: jwt });
    expect((await sessionsOf(app, jwt)).map(({ current }) => current)).toEqual([true]);
  });

  test('does nothing without sessions', async () => {
    const app = await openSessions();
    const { jwt } = await register(app, 'ada');
    for (let i = 0; i < 2; i += 1) {
      expect((await requestsTo(app).post('/api/auth/logout', {}, { as: jwt })).json()).toEqual({
        ok: true,
      });
    }
    const noBody = await app.request('/api/auth/logout', {
      method: 'POST',
      authorization: `Bearer ${jwt}`,
    });
    expect(noBody.status).toBe(200);
  });

  test('is rejected for a device id that a row cannot store', async () => {
    const app = await openSessions();
    await register(app, 'ada');
    const body = { identifier: 'ada', password: 'secret1', deviceId: 'x'.repeat(256) };
    expect((await requestsTo(app).post('/api/auth/local', body)).status).toBe(400);
  });

  test('removes expired rows', async () => {
    // A server removes them once in a while.
    const app = await openAccounts({ users: REFRESH_MODE });
    const past = sqlMoment(Date.now() - 86_400_000);
    await changeDatabase(
      app,
      `insert into strapi_sessions (user_id, session_id, device_id, origin, expires_at)
        values ('1', 'old', 'd', 'users-permissions', ${past}), ('1', 'oldest', 'd', 'admin', ${sqlMoment(1)})`,
    );
    await register(app, 'ada');
    // Those of administrators go when one of them signs in.
    expect(
      await readRows(
        app,
        'select origin, count(*) from strapi_sessions group by origin order by origin',
      ),
    ).toEqual([
      ['admin', 1],
      ['users-permissions', 1],
    ]);
  });
});

describe('a new password ends all other sessions immediately (D11)', () => {
  const password = 'secret2';

  test.each<[string, string, object]>([
    [
      'a change',
      '/api/auth/change-password',
      { currentPassword: 'secret1', password, passwordConfirmation: password },
    ],
    [
      'a reset',
      '/api/auth/reset-password',
      { code: 'code', password, passwordConfirmation: password },
    ],
  ])('%s', async (_, path, body) => {
    const app = await openSessions();
    const other = await register(app, 'ada');
    const bob = await register(app, 'bob');
    const rotated = await refresh(app, other.refreshToken);
    const { jwt } = await logIn(app, 'ada');
    await changeDatabase(app, "update up_users set reset_password_token = 'code' where id = 1");
    const as = path.includes('change') ? jwt : null;
    const response = await requestsTo(app).post(path, body, { as });
    expect(response.status).toBe(200);
    const given = response.json<{ jwt: string; refreshToken: string }>();
    expect(Object.keys(given)).toEqual(['jwt', 'refreshToken', 'user']);
    const next = rotated.json<{ jwt: string; refreshToken: string }>();
    for (const token of [other.jwt, next.jwt, jwt]) {
      expect((await get(app, '/api/users/me', token)).status).toBe(401);
    }
    expect(errorOf(await refresh(app, next.refreshToken))).toEqual(BAD);
    expect((await get(app, '/api/users/me', given.jwt)).status).toBe(200);
    expect((await refresh(app, given.refreshToken)).status).toBe(200);
    expect((await get(app, '/api/users/me', bob.jwt)).status).toBe(200);
    expect(await sessionsOf(app, given.jwt)).toHaveLength(1);
  });

  test('and rejects sign-ins with the old one while it changes', async () => {
    const app = await openSessions();
    await register(app, 'ada');
    // Slow enough to be overtaken.
    const slow = await hash('secret1', 13);
    await changeDatabase(app, `update up_users set password = '${slow}'`);
    await changeDatabase(app, 'delete from strapi_sessions');
    const body = { identifier: 'ada', password: 'secret1' };
    const before = verificationCount();
    const login = requestsTo(app).post('/api/auth/local', body);
    await eventually(() => verificationCount() > before);
    await changeDatabase(app, "update up_users set password = 'another'");
    expect(errorOf(await login)[2]).toBe('Invalid identifier or password');
    expect(await readRows(app, 'select id from strapi_sessions')).toEqual([]);
  });

  test('but none if it is rejected', async () => {
    const app = await openSessions();
    const { jwt } = await register(app, 'ada');
    const body = { currentPassword: 'secret1', password: 'x', passwordConfirmation: 'x' };
    expect(
      (await requestsTo(app).post('/api/auth/change-password', body, { as: jwt })).status,
    ).toBe(400);
    expect(await sessionsOf(app, jwt)).toHaveLength(1);
  });
});

test('without sessions the routes do not exist', async () => {
  const app = await openAccounts();
  const { jwt } = await register(app, 'ada');
  expect((await refresh(app, 'x')).status).toBe(404);
  expect((await get(app, '/api/auth/sessions', jwt)).status).toBe(404);
  expect((await app.request('/api/auth/sessions', { authorization: null })).status).toBe(403);
});
