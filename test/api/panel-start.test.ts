// Quoin's own routes for the admin interface (docs/panel.md, "API").
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { preferencesKey, SAVED_VIEWS } from '../../src/auth/admin/preferences.ts';
import { coreStoreValue } from '../../src/storage/settings/core-store.ts';
import type { ReadSteps } from '../../src/storage/session.ts';
import { call } from '../support/admin.ts';
import { TestAdmins } from '../support/test-admins.ts';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';

const START = '/admin/quoin/bootstrap';
const ARTICLES = '/content-manager/collection-types/api::article.article';

let app: TestApp;
let admins: TestAdmins;

beforeAll(async () => {
  app = await openTestApp();
  admins = await TestAdmins.open(app);
});
afterAll(() => app.close());

type Values = Record<string, unknown>;

function dataOf(response: TestResponse): Values {
  expect(response.status, response.text).toBe(200);
  const body = response.json<Values>();
  return (body['data'] ?? body) as Values;
}

async function read(url: string, token = admins.superAdmin): Promise<Values> {
  return dataOf(await call(app, url, { token }));
}

describe('bootstrap of the admin interface', () => {
  test('returns the same as the individual requests', async () => {
    const start = await read(START);
    expect(start['user']).toEqual(await read('/admin/users/me'));
    expect(start['permissions']).toEqual(await read('/admin/users/me/permissions'));
    expect(start['types']).toEqual(await read('/content-manager/init'));
    const uid = 'api::article.article';
    const view = await read(`/content-manager/content-types/${uid}/configuration`);
    const { contentTypes, components } = start['views'] as Record<string, Values>;
    expect(contentTypes?.[uid]).toEqual(view['contentType']);
    expect(components).toMatchObject(view['components'] as Values);
    const locales = Object.values(await read('/i18n/locales')) as readonly Values[];
    expect(start['locales']).toEqual(
      locales.map(({ code, name, isDefault }) => ({ code, name, isDefault })),
    );
    expect(start['restPrefix']).toBe('/api');
  });

  test('is not sent again to clients that have it', async () => {
    const first = await call(app, START, { token: admins.superAdmin });
    const etag = String(first.headers['etag']);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const headers = { 'if-none-match': etag };
    const again = await call(app, START, { token: admins.superAdmin, headers });
    expect([again.status, again.text]).toEqual([304, '']);
    const other = await admins.with([]);
    expect((await call(app, START, { token: other, headers })).status).toBe(200);
  });

  test('is compressed for clients that accept it, with its own ETag', async () => {
    const plain = await call(app, START, { token: admins.superAdmin });
    const headers = { 'accept-encoding': 'gzip, br' };
    const packed = await call(app, START, { token: admins.superAdmin, headers });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.headers['vary']).toContain('Accept-Encoding');
    expect(gunzipSync(packed.bytes).toString()).toBe(plain.text);
    expect(packed.headers['etag']).not.toBe(plain.headers['etag']);
    const known = { ...headers, 'if-none-match': String(packed.headers['etag']) };
    expect((await call(app, START, { token: admins.superAdmin, headers: known })).status).toBe(304);
  });

  test('returns only the permissions of the caller, and requires a session', async () => {
    const token = await admins.with([{ action: 'read', subject: 'api::author.author' }]);
    expect((await read(START, token))['permissions']).toHaveLength(1);
    expect((await call(app, START)).status).toBe(401);
  });
});

describe('search', () => {
  const SEARCH = '/admin/quoin/search';
  const titles = async (query: string, token = admins.superAdmin): Promise<readonly unknown[]> =>
    ((await read(`${SEARCH}?${query}`, token)) as unknown as readonly Values[]).map(
      ({ title }) => title,
    );

  beforeAll(async () => {
    for (const title of ['Paper from a sail', 'Sailcloth', 'Rope'])
      await call(app, ARTICLES, { method: 'POST', body: { title }, token: admins.superAdmin });
  });

  test('finds drafts by their main field, first those that begin with the text', async () => {
    expect(await titles('q=SAIL')).toEqual(['Sailcloth', 'Paper from a sail']);
    expect(await titles('q=sail&in=api::author.author')).toEqual([]);
    expect(await titles('q=%25')).toEqual([]);
    expect(await titles('q=')).toEqual([]);
  });

  test('returns only what the caller may read, and requires a session', async () => {
    const article = { action: 'read', subject: 'api::article.article', locales: ['en'] };
    const other = await admins.with([{ action: 'read', subject: 'api::author.author' }]);
    const blind = await admins.with([{ ...article, fields: ['slug'] }]);
    const own = await admins.with([
      { ...article, fields: ['title'], conditions: ['admin::is-creator'] },
    ]);
    for (const token of [other, blind, own]) expect(await titles('q=sail', token)).toEqual([]);
    const reader = await admins.with([{ ...article, fields: ['title'] }]);
    expect(await titles('q=sail', reader)).toHaveLength(2);
    expect((await call(app, `${SEARCH}?q=sail`)).status).toBe(401);
  });

  test('rejects a text that is too long', async () => {
    const response = await call(app, `${SEARCH}?q=${'x'.repeat(201)}`, {
      token: admins.superAdmin,
    });
    expect(response.status).toBe(400);
  });
});

describe('presence', () => {
  const ENTRY = '/admin/quoin/presence/api::article.article/abc';
  const announce = (token: string, body?: unknown): Promise<TestResponse> =>
    call(app, ENTRY, { method: 'PUT', token, ...(body === undefined ? {} : { body }) });

  test('lists others who have an entry open, for those who may read its type', async () => {
    const reader = await admins.with([{ action: 'read', subject: 'api::article.article' }]);
    expect(dataOf(await announce(admins.superAdmin))).toEqual([]);
    expect(dataOf(await announce(reader))).toEqual([
      { id: 1, firstname: expect.any(String), lastname: null },
    ]);
    expect(dataOf(await announce(admins.superAdmin, { isHere: false }))).toHaveLength(1);
    expect(dataOf(await announce(reader))).toEqual([]);
    expect((await announce(reader, { isHere: 'no' })).status).toBe(400);
    expect((await announce(await admins.with([]))).status).toBe(403);
  });
});

describe('preferences', () => {
  const PREFERENCES = '/admin/quoin/preferences';
  const put = (body: unknown, token = admins.superAdmin): Promise<TestResponse> =>
    call(app, PREFERENCES, { method: 'PUT', body, token });

  test('are stored per person; omitted ones keep their value', async () => {
    const other = await admins.with([]);
    expect(dataOf(await put({ theme: 'dark' }))).toEqual({ theme: 'dark' });
    expect(dataOf(await put({ language: 'fr' }))).toEqual({ theme: 'dark', language: 'fr' });
    expect(await read(PREFERENCES)).toEqual({ theme: 'dark', language: 'fr' });
    expect((await read(START))['preferences']).toEqual({ theme: 'dark', language: 'fr' });
    expect(await read(PREFERENCES, other)).toEqual({});
  });

  test.each([[{ theme: 'pink' }], [{ language: 'xx' }], [{ density: 1 }], [[]]])(
    '%j is rejected',
    async (body) => {
      expect((await put(body)).status).toBe(400);
    },
  );
});

describe('saved views', () => {
  const VIEWS = '/admin/quoin/views';
  const ARTICLE = 'api::article.article';
  const READ = { action: 'read', subject: ARTICLE, locales: ['en'], fields: ['title'] };
  const CONFIGURE = 'plugin::content-manager.collection-types.configure-view';
  const mine = { type: ARTICLE, name: 'Drafts', query: 'sort=title%3AASC', isShared: false };
  const send = (
    method: 'POST' | 'PUT' | 'DELETE',
    {
      path = '',
      body,
      token = admins.superAdmin,
    }: { path?: string; body?: unknown; token?: string },
  ): Promise<TestResponse> =>
    call(app, `${VIEWS}${path}`, { method, token, ...(body === undefined ? {} : { body }) });
  const add = async (body: object, token = admins.superAdmin): Promise<Values> => {
    const response = await send('POST', { body, token });
    expect(response.status, response.text).toBe(201);
    return response.json<{ data: Values }>().data;
  };
  const names = async (token = admins.superAdmin): Promise<readonly unknown[]> =>
    ((await read(VIEWS, token)) as unknown as readonly Values[]).map(({ name }) => name);

  test('are visible to their owner and, once shared, to everyone who can read the type', async () => {
    const reader = await admins.with([READ]);
    const other = await admins.with([{ action: 'read', subject: 'api::author.author' }]);
    const { id } = await add(mine);
    await add({ ...mine, name: 'Of the reader' }, reader);
    expect(await names()).toEqual(['Drafts']);
    expect(await names(reader)).toEqual(['Of the reader']);
    const body = { ...mine, name: 'Ours', isShared: true };
    const changed = dataOf(await send('PUT', { path: `/${String(id)}`, body }));
    expect(changed).toEqual({ ...body, id, isOwn: true });
    expect(await names(reader)).toEqual(['Ours', 'Of the reader']);
    expect(await names(other)).toEqual([]);
    expect((await read(START, reader))['savedViews']).toHaveLength(2);
  });

  test('can be changed by others only if they are shared, and with the permission to configure lists', async () => {
    const reader = await admins.with([READ]);
    const { id } = await add({ ...mine, name: 'Fixed', isShared: true });
    const path = `/${String(id)}`;
    const body = { ...mine, name: 'Taken' };
    expect((await send('POST', { body: { ...mine, isShared: true }, token: reader })).status).toBe(
      403,
    );
    expect((await send('PUT', { path, body, token: reader })).status).toBe(403);
    expect((await send('DELETE', { path, token: reader })).status).toBe(403);
    expect((await send('DELETE', { path })).status).toBe(204);
    expect((await send('DELETE', { path })).status).toBe(404);
  });

  test('cannot be made private by others, or changed without the permission to read the type', async () => {
    const editor = await admins.with([READ, { action: CONFIGURE }]);
    const blind = await admins.with([{ action: CONFIGURE }]);
    const { id } = await add({ ...mine, name: 'Of all', isShared: true });
    const path = `/${String(id)}`;
    expect((await send('PUT', { path, body: mine, token: editor })).status).toBe(403);
    expect((await send('DELETE', { path, token: blind })).status).toBe(404);
    const body = { ...mine, name: 'Edited', isShared: true };
    expect(dataOf(await send('PUT', { path, body, token: editor }))).toEqual({
      ...body,
      id,
      isOwn: false,
    });
  });

  test('are deleted with their owner like preferences, unless they are shared', async () => {
    const token = await admins.with([READ, { action: CONFIGURE }]);
    const { id } = await read('/admin/users/me', token);
    await add({ ...mine, name: 'Left private' }, token);
    await add({ ...mine, name: 'Left shared', isShared: true }, token);
    await call(app, '/admin/quoin/preferences', { method: 'PUT', body: { theme: 'dark' }, token });
    await call(app, `/admin/users/${String(id)}`, { method: 'DELETE', token: admins.superAdmin });
    const stored = await app.store.database.read(
      (function* (): ReadSteps<readonly unknown[]> {
        return [
          yield* coreStoreValue(preferencesKey(Number(id))),
          yield* coreStoreValue(SAVED_VIEWS),
        ];
      })(),
    );
    expect(stored[0]).toBeNull();
    expect(JSON.stringify(stored[1])).toContain('Left shared');
    expect(JSON.stringify(stored[1])).not.toContain('Left private');
  });

  test('of others are not found, and require the permission to read the type', async () => {
    const { id } = await add({ ...mine, name: 'Private' });
    const reader = await admins.with([READ]);
    const path = `/${String(id)}`;
    expect((await send('PUT', { path, body: mine, token: reader })).status).toBe(404);
    const withoutRoles = await admins.with([]);
    expect((await send('POST', { body: mine, token: withoutRoles })).status).toBe(403);
    expect((await call(app, VIEWS)).status).toBe(401);
  });

  test.each([
    [{ ...mine, name: ' ' }],
    [{ ...mine, name: 'x'.repeat(61) }],
    [{ ...mine, query: 'x'.repeat(1001) }],
    [{ ...mine, type: 'constructor' }],
    [{ ...mine, type: 'api::homepage.homepage' }],
    [{ ...mine, isShared: 'yes' }],
    [{ ...mine, owner: 1 }],
    [null],
  ])('%j is rejected', async (body) => {
    expect((await send('POST', { body })).status).toBe(400);
  });

  test('are limited to fifty per person', async () => {
    const reader = await admins.with([READ]);
    const shared = (await names(reader)).length;
    const fifty = Array.from({ length: 50 }, (_, i) => ({ ...mine, name: `View ${i}` }));
    await Promise.all(fifty.map((body) => add(body, reader)));
    expect((await send('POST', { body: mine, token: reader })).status).toBe(400);
    expect(await names(reader)).toHaveLength(shared + 50);
  });
});

describe('relations with the entry', () => {
  async function create(body: object): Promise<string> {
    const response = await call(app, ARTICLES, { method: 'POST', body, token: admins.superAdmin });
    expect(response.status, response.text).toBe(201);
    return String(response.json<{ data: Values }>().data['documentId']);
  }

  test('equal those of single requests, up to the requested number', async () => {
    const targets = [await create({ title: 'One' }), await create({ title: 'Two' })];
    const connect = targets.map((documentId) => ({ documentId }));
    const id = await create({ title: 'Main', related: { connect } });
    const single = `/content-manager/relations/api::article.article/${id}`;
    const url = `${ARTICLES}/${id}?relations=1`;
    const response = await call(app, url, { token: admins.superAdmin });
    const { meta } = response.json<{ meta: { relations: Record<string, unknown> } }>();
    for (const [field, page] of Object.entries(meta.relations)) {
      expect(page).toEqual(await read(`${single}/${field}?pageSize=1`));
    }
    expect(meta.relations['related']).toMatchObject({
      results: [{ title: 'Two' }],
      pagination: { total: 2 },
    });
    const plain = await call(app, `${ARTICLES}/${id}`, { token: admins.superAdmin });
    expect(response.json<Values>()['data']).toEqual(plain.json<Values>()['data']);
    expect(plain.json<{ meta: Values }>().meta['relations']).toBeUndefined();
  });

  test('are omitted if the attribute may not be read', async () => {
    const id = await create({ title: 'Hidden' });
    const permission = { action: 'read', subject: 'api::article.article', locales: ['en'] };
    const token = await admins.with([{ ...permission, fields: ['title'] }]);
    const response = await call(app, `${ARTICLES}/${id}?relations=5`, { token });
    expect(response.json<{ meta: Values }>().meta['relations']).toEqual({});
  });

  test.each(['0', '101', 'x', '1.5'])('%s is rejected', async (size) => {
    const id = await create({ title: `Size ${size}` });
    const response = await call(app, `${ARTICLES}/${id}?relations=${size}`, {
      token: admins.superAdmin,
    });
    expect(response.status).toBe(400);
  });
});
