import { createHmac } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import {
  requestsTo,
  openAccounts,
  register,
  rowsOf,
  setAdvanced,
} from '../../test/support/accounts.ts';
import type { TestApp } from '../../test/support/app.ts';
import { createUserTokens } from '../app/user-tokens.ts';
import { createEngine } from '../app/engine.ts';
import { AppError } from '../base/errors.ts';
import { Authenticator } from './authenticate.ts';

async function authenticatorOf({ project, store }: TestApp): Promise<Authenticator> {
  const engine = await createEngine(project, store);
  return new Authenticator({
    database: store.database,
    tables: engine.context,
    tokenSalt: project.config.admin.apiTokenSalt,
    userTokens: createUserTokens(project.config),
  });
}

/** Kind of the caller, or why they are nobody. */
async function callerOf(authenticator: Authenticator, header: string | undefined): Promise<string> {
  try {
    return (await authenticator.authenticate(header)).kind;
  } catch (error) {
    return error instanceof AppError ? `${error.status} ${error.message}` : String(error);
  }
}

const NOBODY = '401 Missing or invalid credentials';
const LOCKED_OUT = '401 Invalid credentials';

test('who asks, by the form of the header', async () => {
  const app = await openAccounts();
  const { jwt } = await register(app, 'ada');
  const authenticator = await authenticatorOf(app);
  const table: readonly (readonly [string | undefined, string])[] = [
    [undefined, 'public'],
    ['', 'public'],
    [jwt, 'public'],
    [`Basic ${jwt}`, 'public'],
    ['Bearer', 'public'],
    [`Bearer ${jwt} ${jwt}`, 'public'],
    [`Bearer ${jwt}`, 'user'],
    [`bEARER \t ${jwt}  `, 'user'],
    [`Bearer ${app.token}`, 'token'],
    ['Bearer nobody', NOBODY],
    ['Bearer a.b.c', NOBODY],
  ];
  for (const [header, caller] of table) expect(await callerOf(authenticator, header)).toBe(caller);
});

test('a caller is looked up once, as long as nothing changes', async () => {
  const app = await openAccounts();
  const { jwt } = await register(app, 'ada');
  const authenticator = await authenticatorOf(app);
  const headers = [undefined, `Bearer ${jwt}`, `Bearer ${app.token}`];
  for (const header of headers) await callerOf(authenticator, header);
  await authenticator.settled();
  for (const header of headers) await callerOf(authenticator, header);
  const read = vi.spyOn(app.store.database, 'read');
  for (const header of headers) await callerOf(authenticator, header);
  expect(read).not.toHaveBeenCalled();
});

function signed(payload: object, head: object = { alg: 'HS256' }, secret = 'jwt-secret'): string {
  const text = [head, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `Bearer ${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

test('which tokens name a user', async () => {
  const app = await openAccounts();
  await register(app, 'ada');
  const authenticator = await authenticatorOf(app);
  const now = Math.floor(Date.now() / 1000);
  const table: readonly (readonly [string, string])[] = [
    [signed({ id: 1 }), 'user'],
    [signed({ id: '1' }), 'user'],
    [signed({ id: 1, exp: now + 60 }), 'user'],
    [signed({ id: 1, exp: now - 60 }), NOBODY],
    [signed({ id: 1 }, { alg: 'none' }), NOBODY],
    [signed({ id: 1 }, { alg: 'HS512' }), NOBODY],
    [signed({ id: 1 }, { alg: 'HS256' }, 'other'), NOBODY],
    [signed({}), NOBODY],
    [signed({ userId: '1', sessionId: 'x', type: 'access' }), NOBODY],
    [signed({ id: 2 }), LOCKED_OUT],
    [signed({ id: -1 }), LOCKED_OUT],
  ];
  for (const [header, caller] of table)
    expect(await callerOf(authenticator, header), header).toBe(caller);
});

describe('a token ends with what its user may', () => {
  test.each([
    ['gone', 'delete from up_users returning id'],
    ['blocked', 'update up_users set blocked = 1 returning id'],
  ])('who is %s', async (_, change) => {
    const app = await openAccounts();
    const header = `Bearer ${(await register(app, 'ada')).jwt}`;
    const authenticator = await authenticatorOf(app);
    expect(await callerOf(authenticator, header)).toBe('user');
    await rowsOf(app, change);
    expect(await callerOf(authenticator, header)).toBe(LOCKED_OUT);
  });

  test('who has not confirmed an address, from when that is asked for', async () => {
    const app = await openAccounts();
    const header = `Bearer ${(await register(app, 'ada')).jwt}`;
    await rowsOf(app, 'update up_users set confirmed = 0 returning id');
    const authenticator = await authenticatorOf(app);
    expect(await callerOf(authenticator, header)).toBe('user');
    await setAdvanced(app, { email_confirmation: true });
    expect(await callerOf(authenticator, header)).toBe(LOCKED_OUT);
    await rowsOf(app, 'update up_users set confirmed = 1 returning id');
    expect(await callerOf(authenticator, header)).toBe('user');
  });

  test('a user without a role may nothing', async () => {
    const app = await openAccounts();
    const header = `Bearer ${(await register(app, 'ada')).jwt}`;
    await rowsOf(app, 'delete from up_users_role_lnk returning id');
    const caller = await (await authenticatorOf(app)).authenticate(header);
    expect([caller.kind, [...caller.actions]]).toEqual(['user', []]);
  });

  test('a session that was ended before its time', async () => {
    const app = await openAccounts({ users: "{ jwtManagement: 'refresh' }" });
    const header = `Bearer ${(await register(app, 'ada')).jwt}`;
    const authenticator = await authenticatorOf(app);
    expect(await callerOf(authenticator, header)).toBe('user');
    await rowsOf(app, "update strapi_sessions set status = 'revoked' returning id");
    expect(await callerOf(authenticator, header)).toBe(NOBODY);
    await rowsOf(app, 'delete from strapi_sessions returning id');
    expect(await callerOf(authenticator, header)).toBe('user');
  });
});

test('API tokens end, and a public role without permissions is nobody', async () => {
  const app = await openAccounts();
  const authenticator = await authenticatorOf(app);
  const header = `Bearer ${app.token}`;
  await rowsOf(app, 'update strapi_api_tokens set expires_at = 1 returning id');
  expect(await callerOf(authenticator, header)).toBe('401 Token expired');
  await rowsOf(app, "update strapi_api_tokens set expires_at = null, kind = 'admin' returning id");
  expect(await callerOf(authenticator, header)).toBe(NOBODY);
  await rowsOf(app, 'delete from up_permissions_role_lnk returning id');
  expect(await callerOf(authenticator, undefined)).toBe(NOBODY);
});

test('permissions hold from the next request on, for tokens that were given before', async () => {
  const app = await openAccounts();
  const header = `Bearer ${(await register(app, 'ada')).jwt}`;
  const authenticator = await authenticatorOf(app);
  const may = async (): Promise<boolean> =>
    (await authenticator.authenticate(header)).actions.has('api::author.author.find');
  expect(await may()).toBe(false);
  const permissions = { 'api::author': { controllers: { author: { find: { enabled: true } } } } };
  const put = await app.request('/api/users-permissions/roles/1', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ permissions }),
  });
  expect(put.status).toBe(200);
  expect(await may()).toBe(true);
  expect(
    (await requestsTo(app).post('/api/auth/change-password', {}, { as: header.slice(7) })).status,
  ).toBe(403);
});
