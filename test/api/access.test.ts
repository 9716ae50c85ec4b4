// Read access: credentials, tokens of all kinds, the public role, and when changes take effect (docs/strapi/access.md).
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';
import { changeDatabase, lockDatabase, readValue, rejectChanges } from '../support/app-database.ts';
import { eventually } from '../support/eventually.ts';
import {
  grantPublic,
  storeToken as storeTokenIn,
  type StoredToken,
} from '../support/stored-token.ts';
import { RestoredServer } from '../support/restored-server.ts';

let app: TestApp;
const server = new RestoredServer(() => openTestApp({ database: 'fixtures/kitchen.db' }));
beforeEach(async () => {
  app = await server.restored();
});
afterAll(() => server.close());

const HOUR = 3_600_000;
/** The public role may read authors, and may not read the setting. */
const AUTHORS = '/api/authors';
const SETTING = '/api/setting';

function storeToken(plain: string, token: StoredToken): Promise<void> {
  return storeTokenIn(app, plain, token);
}

function as(plain: string, path: string): Promise<TestResponse> {
  return app.request(path, { authorization: `Bearer ${plain}` });
}

function asPublic(path: string): Promise<TestResponse> {
  return app.request(path, { authorization: null });
}

function usedAt(plain: string): Promise<unknown> {
  return readValue(app, `select last_used_at from strapi_api_tokens where name = '${plain}'`);
}

function error(status: number, name: string, message: string): object {
  return { data: null, error: { status, name, message, details: {} } };
}

const INVALID = error(401, 'UnauthorizedError', 'Missing or invalid credentials');
const FORBIDDEN = error(403, 'ForbiddenError', 'Forbidden');

describe('the Authorization header', () => {
  test.each(['Bearer', 'bearer', 'BEARER', 'bEaReR '])(
    'accepts a token with the scheme %s',
    async (scheme) => {
      const response = await app.request(SETTING, { authorization: `${scheme} ${app.token}` });
      expect(response.status).toBe(200);
    },
  );

  test.each([
    ['nothing', () => null],
    ['a token without a scheme', () => app.token],
    ['another scheme', () => `Basic ${app.token}`],
    ['a scheme alone', () => 'Bearer'],
    ['two words', () => `Bearer ${app.token} x`],
    ['a scheme without a space', () => `Bearer${app.token}`],
    ['a prefix', () => `x Bearer ${app.token}`],
  ])('uses the public role: %s', async (_what, header) => {
    const authorization = header();
    expect((await app.request(AUTHORS, { authorization })).status).toBe(200);
    expect((await app.request(SETTING, { authorization })).json()).toEqual(FORBIDDEN);
  });

  test.each(['access_token', 'token'])('ignores the parameter %s', async (name) => {
    expect((await asPublic(`${SETTING}?${name}=${app.token}`)).status).toBe(403);
  });

  test('ignores other headers', async () => {
    const headers = { 'x-api-key': app.token, cookie: `token=${app.token}` };
    const response = await app.request(SETTING, { authorization: null, headers });
    expect(response.status).toBe(403);
  });

  test('responds 401 to an unknown token, even on public routes', async () => {
    expect((await as('nobody', AUTHORS)).json()).toEqual(INVALID);
  });

  test('responds 404 to an unknown path before it checks the caller', async () => {
    expect((await as('nobody', '/api/nope')).status).toBe(404);
  });

  test('is checked before the query and the id', async () => {
    expect((await asPublic(`${SETTING}?filters[x]=1`)).status).toBe(403);
    expect((await asPublic('/api/categories/nope?filters[x]=1')).status).toBe(403);
    expect((await app.request('/api/categories/nope?filters[x]=1')).status).toBe(400);
    expect((await app.request('/api/categories/nope')).status).toBe(404);
  });
});

describe('tokens', () => {
  test('with full access allow everything', async () => {
    for (const path of [
      SETTING,
      '/api/upload/files',
      '/api/upload/files/page',
      '/api/i18n/locales',
    ]) {
      expect([path, (await app.request(path)).status]).toEqual([path, 200]);
    }
  });

  test('that are read-only allow every find and findOne, and no other action', async () => {
    await storeToken('reader', { type: 'read-only' });
    for (const path of [SETTING, AUTHORS, '/api/upload/files', '/api/upload/files/1']) {
      expect([path, (await as('reader', path)).status]).toEqual([path, 200]);
    }
    for (const path of ['/api/upload/files/page', '/api/i18n/locales']) {
      expect([path, (await as('reader', path)).json()]).toEqual([path, FORBIDDEN]);
    }
  });

  test('of the type custom allow only their listed actions, and show no other related entries', async () => {
    await storeToken('custom', { type: 'custom', actions: ['api::article.article.find'] });
    expect((await as('custom', AUTHORS)).json()).toEqual(FORBIDDEN);
    expect((await as('custom', '/api/articles/x')).json()).toEqual(FORBIDDEN);
    const list = (await as('custom', '/api/articles?populate=*')).json<{ data: object[] }>();
    expect(list.data[0]).not.toHaveProperty('author');
    expect((await as('custom', '/api/articles?sort=author.name')).json()).toMatchObject({
      error: { message: 'Invalid key author', details: { param: 'sort' } },
    });

    await storeToken('both', {
      type: 'custom',
      actions: ['api::article.article.find', 'api::author.author.find'],
    });
    const more = (await as('both', '/api/articles?populate=*')).json<{ data: object[] }>();
    expect(more.data[0]).toHaveProperty('author');
  });

  test('of the type custom with an empty list allow nothing', async () => {
    await storeToken('nothing', { type: 'custom' });
    expect((await as('nothing', AUTHORS)).json()).toEqual(FORBIDDEN);
  });

  test('for the admin API are invalid for the content API; tokens without a kind are content API tokens', async () => {
    await storeToken('admin', { kind: 'admin' });
    await storeToken('old', { kind: null });
    expect((await as('admin', AUTHORS)).json()).toEqual(INVALID);
    expect((await as('old', SETTING)).status).toBe(200);
  });

  test('that have expired are rejected, which is not recorded as a use', async () => {
    await storeToken('expired', { expiresAt: Date.now() - 1 });
    await storeToken('fresh', { expiresAt: Date.now() + HOUR });
    expect((await as('expired', AUTHORS)).json()).toEqual(
      error(401, 'UnauthorizedError', 'Token expired'),
    );
    expect(await usedAt('expired')).toBe(null);
    expect((await as('fresh', AUTHORS)).status).toBe(200);
  });

  test('are recorded as used at most once an hour, even if the request is forbidden', async () => {
    app = await server.fresh();
    const before = Date.now();
    await storeToken('new', { type: 'custom' });
    await storeToken('recent', { lastUsedAt: before - HOUR + 60_000 });
    await storeToken('rested', { lastUsedAt: before - HOUR });
    for (const plain of ['new', 'recent', 'rested']) await as(plain, AUTHORS);
    // No response waits for its record.
    for (const plain of ['new', 'rested']) {
      await eventually(async () => Number(await usedAt(plain)) >= before);
    }
    expect(await usedAt('recent')).toBe(before - HOUR + 60_000);
  });
});

describe('a token use that cannot be recorded', () => {
  test('does not delay the response if another program holds the lock, and is recorded later', async () => {
    app = await server.fresh();
    await storeToken('new', {});
    const release = await lockDatabase(app);
    expect((await as('new', AUTHORS)).status).toBe(200);
    expect((await as('new', AUTHORS)).status).toBe(200);
    await release();
    await app.store.database.runInTransaction(async () => {});
    expect(await usedAt('new')).toEqual(expect.any(Number));
  });

  test('does not fail the request if the database rejects it', async () => {
    await storeToken('new', {});
    await rejectChanges(app, { before: 'update', table: 'strapi_api_tokens' });
    expect((await as('new', AUTHORS)).status).toBe(200);
    expect((await as('new', AUTHORS)).status).toBe(200);
    expect(await usedAt('new')).toBe(null);
  });
});

describe('the public role', () => {
  test('is rejected without permissions: 401', async () => {
    await changeDatabase(
      app,
      `delete from up_permissions_role_lnk where role_id = (select id from up_roles where type = 'public')`,
    );
    expect((await asPublic(AUTHORS)).json()).toEqual(INVALID);
    expect((await asPublic('/api/nope')).status).toBe(404);
  });
});

describe('a change by another program applies to the next request', () => {
  test('granting and revoking a permission', async () => {
    expect((await asPublic(SETTING)).status).toBe(403);
    await grantPublic(app, 'api::setting.setting.find');
    expect((await asPublic(SETTING)).status).toBe(200);
    await changeDatabase(
      app,
      `delete from up_permissions where action = 'api::setting.setting.find'`,
    );
    expect((await asPublic(SETTING)).status).toBe(403);
  });

  test('creating, changing and revoking a token', async () => {
    expect((await as('late', SETTING)).status).toBe(401);
    await storeToken('late', { type: 'full-access' });
    expect((await as('late', SETTING)).status).toBe(200);
    await changeDatabase(app, `update strapi_api_tokens set type = 'custom' where name = 'late'`);
    expect((await as('late', SETTING)).status).toBe(403);
    await changeDatabase(app, `delete from strapi_api_tokens where name = 'late'`);
    expect((await as('late', SETTING)).status).toBe(401);
  });
});

describe('a write can link only to types that its caller may find', () => {
  const HUBS = '/api/hubs';
  const write = (data: object): Promise<TestResponse> =>
    app.request(HUBS, {
      method: 'POST',
      authorization: 'Bearer writer',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data }),
    });
  const rejected = (key: string, path: string | null): object => ({
    error: { message: `Invalid key ${key}`, details: { key, path, source: 'body' } },
  });

  test('links to other types are rejected, after unknown keys', async () => {
    await storeToken('writer', { type: 'custom', actions: ['api::hub.hub.create'] });
    expect((await write({ name: 'x' })).status).toBe(201);
    expect((await write({ oneWay: 1, nope: 1 })).json()).toMatchObject(rejected('nope', null));
    for (const oneWay of [1, null, [], {}]) {
      const response = await write({ name: 'x', oneWay });
      expect(response.status).toBe(400);
      expect(response.json()).toMatchObject(rejected('oneWay', 'oneWay'));
    }
    expect(await readValue(app, `select count(*) from hubs where name = 'x'`)).toBe(1);
  });

  test('links to types with find permission are written', async () => {
    await storeToken('writer', {
      type: 'custom',
      actions: ['api::hub.hub.create', 'api::spoke.spoke.find'],
    });
    expect((await write({ name: 'x', oneWay: 1 })).status).toBe(201);
  });
});
