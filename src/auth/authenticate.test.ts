import { createHmac } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { requestsTo, register, setAdvanced, sharedAccounts } from '../../test/support/accounts.ts';
import type { TestApp } from '../../test/support/app.ts';
import { changeDatabase } from '../../test/support/app-database.ts';
import { onClient, sqlMoment } from '../../test/support/test-database.ts';
import { createUserTokens } from '../app/accounts/user-tokens.ts';
import { createEngine } from '../app/engine.ts';
import { AppError } from '../base/errors.ts';
import { Authenticator } from './authenticate.ts';

const openAccounts = sharedAccounts();

async function authenticatorOf({ project, store }: TestApp): Promise<Authenticator> {
  const engine = await createEngine(project, store);
  return new Authenticator({
    database: store.database,
    tables: engine.context,
    tokenSalt: project.config.admin.apiTokenSalt,
    userTokens: createUserTokens(project.config),
    locale: engine.locale,
  });
}

/** Kind of the caller, or the reason for the 401. */
async function callerOf(authenticator: Authenticator, header: string | undefined): Promise<string> {
  try {
    return (await authenticator.authenticate(header)).kind;
  } catch (error) {
    return error instanceof AppError ? `${error.status} ${error.message}` : String(error);
  }
}

const NOBODY = '401 Missing or invalid credentials';
const LOCKED_OUT = '401 Invalid credentials';

test('identifies the caller by the format of the header', async () => {
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

/** Commits of others to PostgreSQL are not notified unless the database is attached. */
const MUST_ASK = onClient({ sqlite: false, postgres: true });

test('looks up a caller once while nothing changes', async () => {
  const app = await openAccounts();
  const { jwt } = await register(app, 'ada');
  const authenticator = await authenticatorOf(app);
  const headers = [undefined, `Bearer ${jwt}`, `Bearer ${app.token}`];
  for (const header of headers) await callerOf(authenticator, header);
  await authenticator.flush();
  for (const header of headers) await callerOf(authenticator, header);
  const read = vi.spyOn(app.store.database, 'read');
  for (const header of headers) await callerOf(authenticator, header);
  expect(read.mock.calls.length > 0).toBe(MUST_ASK);
});

function signed(payload: object, head: object = { alg: 'HS256' }, secret = 'jwt-secret'): string {
  const text = [head, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `Bearer ${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

test('accepts user tokens with a valid id and expiry', async () => {
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

describe('a user’s token is rejected', () => {
  test.each([
    ['gone', 'delete from up_users'],
    ['blocked', 'update up_users set blocked = true'],
  ])('if the user is %s', async (_, change) => {
    const app = await openAccounts();
    const header = `Bearer ${(await register(app, 'ada')).jwt}`;
    const authenticator = await authenticatorOf(app);
    expect(await callerOf(authenticator, header)).toBe('user');
    await changeDatabase(app, change);
    expect(await callerOf(authenticator, header)).toBe(LOCKED_OUT);
  });

  test('if confirmation is required and the address is unconfirmed', async () => {
    const app = await openAccounts();
    const header = `Bearer ${(await register(app, 'ada')).jwt}`;
    await changeDatabase(app, 'update up_users set confirmed = false');
    const authenticator = await authenticatorOf(app);
    expect(await callerOf(authenticator, header)).toBe('user');
    await setAdvanced(app, { email_confirmation: true });
    expect(await callerOf(authenticator, header)).toBe(LOCKED_OUT);
    await changeDatabase(app, 'update up_users set confirmed = true');
    expect(await callerOf(authenticator, header)).toBe('user');
  });

  test('or allows nothing if the user has no role', async () => {
    const app = await openAccounts();
    const header = `Bearer ${(await register(app, 'ada')).jwt}`;
    await changeDatabase(app, 'delete from up_users_role_lnk');
    const caller = await (await authenticatorOf(app)).authenticate(header);
    expect([caller.kind, [...caller.actions]]).toEqual(['user', []]);
  });

  test('after its session is revoked', async () => {
    const app = await openAccounts({ users: "{ jwtManagement: 'refresh' }" });
    const header = `Bearer ${(await register(app, 'ada')).jwt}`;
    const authenticator = await authenticatorOf(app);
    expect(await callerOf(authenticator, header)).toBe('user');
    await changeDatabase(app, "update strapi_sessions set status = 'revoked'");
    expect(await callerOf(authenticator, header)).toBe(NOBODY);
    await changeDatabase(app, 'delete from strapi_sessions');
    expect(await callerOf(authenticator, header)).toBe('user');
  });
});

test('rejects expired API tokens, and a public caller without permissions gets none', async () => {
  const app = await openAccounts();
  const authenticator = await authenticatorOf(app);
  const header = `Bearer ${app.token}`;
  await changeDatabase(app, `update strapi_api_tokens set expires_at = ${sqlMoment(1)}`);
  expect(await callerOf(authenticator, header)).toBe('401 Token expired');
  await changeDatabase(app, "update strapi_api_tokens set expires_at = null, kind = 'admin'");
  expect(await callerOf(authenticator, header)).toBe(NOBODY);
  await changeDatabase(app, 'delete from up_permissions_role_lnk');
  expect(await callerOf(authenticator, undefined)).toBe(NOBODY);
});

test('applies changed permissions to existing tokens from the next request on', async () => {
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
