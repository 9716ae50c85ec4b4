// Document middlewares run around the reads of administrators, as in Strapi's content-manager.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ApplicationError } from '../../src/code/packages/strapi-utils/errors.ts';
import type { DocumentCall, DocumentMiddleware, Strapi } from '../../src/code/strapi/strapi.ts';
import { toRecord } from '../../src/schema/raw.ts';
import { ADA, call, invite, registerAdmin } from '../support/admin.ts';
import { openTestApp, type TestApp, type TestResponse } from '../support/app.ts';
import { collectionType, schemaOf, writeFiles } from '../support/project-folder.ts';

const UID = 'api::post.post';
const LIST = `/content-manager/collection-types/${UID}`;
const HOME = '/content-manager/single-types/api::home.home';

let app: TestApp;
let token: string;
let middleware: DocumentMiddleware;
let calls: DocumentCall[] = [];
let first: string;

const next: DocumentMiddleware = (_context, run) => run();

function strapi(): Strapi {
  return Reflect.get(globalThis, 'strapi') as Strapi;
}

const files = {
  [schemaOf('post')]: collectionType('post', {
    title: { type: 'string' },
    tenant: { type: 'string', private: true },
    slug: { type: 'uid', targetField: 'title' },
    author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author' },
    tags: { type: 'relation', relation: 'oneToMany', target: 'api::author.author' },
    secret: { type: 'password' },
    parts: { type: 'dynamiczone', components: ['shared.part'] },
  }),
  [schemaOf('author')]: collectionType('author', {
    name: { type: 'string' },
    secret: { type: 'password' },
  }),
  'src/components/shared/part.json': {
    collectionName: 'components_shared_parts',
    attributes: { text: { type: 'string' }, secret: { type: 'password' } },
  },
  [schemaOf('home')]: {
    ...collectionType('home', { title: { type: 'string' } }),
    kind: 'singleType',
  },
  'src/index.js': 'module.exports = { bootstrap() { return 1; } };',
};

const folder = mkdtempSync(path.join(tmpdir(), 'quoin-administrator-reads-'));

beforeAll(async () => {
  writeFiles(folder, files);
  app = await openTestApp({ project: folder });
  token = await registerAdmin(app);
  const author = await strapi()
    .documents('api::author.author')
    .create({ data: { name: 'Ann' } });
  const posts = strapi().documents(UID);
  const data = { title: 'A', slug: 'a', tenant: 'one', author: author.documentId };
  first = String((await posts.create({ data })).documentId);
  await posts.create({ data: { title: 'B', slug: 'b', tenant: 'two' } });
  await strapi()
    .documents('api::home.home')
    .create({ data: { title: 'Home' } });
  strapi().documents.use((context, run) => middleware(context, run));
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(() => {
  calls = [];
  middleware = next;
});

/** Records the calls, before the middleware changes their parameters. */
function recording(then: DocumentMiddleware = next): void {
  middleware = (context, run) => {
    calls.push({ ...context, params: structuredClone(context.params) });
    return then(context, run);
  };
}

async function get<T>(url: string): Promise<T> {
  const response = await send('GET', url);
  expect(response.status, response.text).toBe(200);
  return response.json<T>();
}

function send(method: 'GET' | 'POST', url: string, body?: object): Promise<TestResponse> {
  return call(app, url, { method, token, ...(body && { body }) });
}

interface List {
  readonly results: readonly Record<string, unknown>[];
  readonly pagination: { readonly total: number };
}

const titles = async (query: string): Promise<readonly unknown[]> =>
  (await get<List>(`${LIST}?${query}`)).results.map(({ title }) => title);

test('a list calls findMany and count', async () => {
  recording();
  await get(`${LIST}?page=2&pageSize=1&sort=title:ASC&filters[$and][0][title][$ne]=Z&_q=`);
  expect(calls.map(({ uid, action, params }) => ({ uid, action, params }))).toEqual([
    {
      uid: UID,
      action: 'findMany',
      params: {
        start: 1,
        limit: 1,
        sort: ['title:asc'],
        filters: { $and: [{ $and: [{ title: { $ne: 'Z' } }] }] },
        status: 'draft',
        populate: expect.objectContaining({ author: true, tags: { count: true } }),
      },
    },
    {
      uid: UID,
      action: 'count',
      params: {
        start: 1,
        limit: 1,
        filters: { $and: [{ $and: [{ title: { $ne: 'Z' } }] }] },
        status: 'draft',
      },
    },
  ]);
});

test('an entry calls findOne, and the entry of a single type findMany', async () => {
  recording();
  await get(`${LIST}/${first}`);
  await get(HOME);
  expect(calls).toMatchObject([
    {
      uid: UID,
      action: 'findOne',
      params: {
        documentId: first,
        status: 'draft',
        populate: { author: { count: true }, tags: { count: true } },
      },
    },
    { uid: 'api::home.home', action: 'findMany', params: { status: 'draft' } },
  ]);
  expect(calls[1]?.params).not.toHaveProperty('documentId');
});

test('filters added by a middleware limit lists, their totals and entries', async () => {
  middleware = (context, run) => {
    const { filters } = context.params;
    context.params['filters'] = { $and: [filters ?? {}, { tenant: 'two' }] };
    return run();
  };
  const list = await get<List>(`${LIST}?filters[title][$in][0]=A&filters[title][$in][1]=B`);
  expect(list).toMatchObject({ results: [{ title: 'B' }], pagination: { total: 1 } });
  expect(await titles('filters[title]=A')).toEqual([]);
  expect(await get(`${LIST}/${first}`)).toMatchObject({ data: {} });
  expect(await get<{ data: object }>(`${LIST}/${first}`)).not.toHaveProperty('data.title');
});

/** Returns the token of an administrator who may read some attributes. */
async function readerOf(fields: readonly string[]): Promise<string> {
  const name = `Reader of ${fields.join(', ')}`;
  const role = await send('POST', '/admin/roles', { name, description: 'Reads some attributes' });
  const { id } = role.json<{ data: { id: number } }>().data;
  const permission = {
    action: 'plugin::content-manager.explorer.read',
    subject: UID,
    properties: { fields },
    conditions: [],
  };
  await call(app, `/admin/roles/${id}/permissions`, {
    method: 'PUT',
    token,
    body: { permissions: [permission] },
  });
  const email = `${fields.length}.${fields[0]}@example.com`;
  return (await invite(app, token, { email, roles: [id] })).token;
}

test('a middleware can filter by attributes that the administrator may not read', async () => {
  const reader = await readerOf(['title']);
  middleware = (context, run) => {
    context.params['filters'] = { tenant: 'two' };
    return run();
  };
  const { results } = (await call(app, LIST, { token: reader })).json<List>();
  expect(results).toMatchObject([{ title: 'B' }]);
  expect(results[0]).not.toHaveProperty('tenant');
});

test('results of a middleware contain only what the administrator may read', async () => {
  const reader = await readerOf(['title', 'author.name', 'parts']);
  const posts = strapi().documents(UID);
  const author = await strapi()
    .documents('api::author.author')
    .create({ data: { name: 'Eve', secret: 'hidden' } });
  const parts = [{ __component: 'shared.part', text: 'P', secret: 'hidden' }];
  const data = { title: 'C', slug: 'c', tenant: 'three', secret: 'hidden', author, parts };
  const { documentId } = await posts.create({ data });
  const by = await strapi().db.query('admin::user').findOne();
  const query = strapi().db.query(UID);
  await query.update({ where: { documentId }, data: { createdBy: by?.id } });
  const populate = { author: true, parts: true, createdBy: { populate: ['roles'] } };
  const entry = await query.findOne({ where: { documentId }, populate });
  const secrets = /hidden|\$2[aby]\$|password|roles/i;
  expect(JSON.stringify(entry)).toMatch(secrets);
  middleware = async ({ action, uid }, run) => {
    if (uid !== UID || action === 'count') return run();
    return action === 'findOne' ? entry : [entry];
  };
  const seen = {
    title: 'C',
    author: { name: 'Eve' },
    parts: [{ __component: 'shared.part', text: 'P' }],
    createdBy: { firstname: ADA.firstname },
  };
  for (const url of [LIST, `${LIST}/${documentId}`]) {
    const limited = (await call(app, url, { token: reader })).text;
    const all = (await send('GET', url)).text;
    for (const text of [limited, all]) expect(text).not.toMatch(secrets);
    const entryIn = (text: string): unknown => {
      const { results, data: one } = toRecord(JSON.parse(text));
      return Array.isArray(results) ? (results[0] as unknown) : one;
    };
    expect(entryIn(all)).toMatchObject({ ...seen, slug: 'c', tenant: 'three' });
    expect(entryIn(limited)).toMatchObject(seen);
    for (const name of ['slug', 'tenant']) expect(entryIn(limited)).not.toHaveProperty(name);
  }
  middleware = next;
  await posts.delete({ documentId });
});

test('a list and its total are read at the same time', async () => {
  let counted = (): void => undefined;
  const count = new Promise<void>((resolve) => {
    counted = resolve;
  });
  middleware = async ({ action }, run) => {
    if (action === 'count') counted();
    else await count;
    return run();
  };
  expect(await get(LIST)).toMatchObject({ pagination: { total: 2 } });
});

test('a middleware can change the other parameters', async () => {
  const change = (params: object): void => {
    middleware = (context, run) => {
      if (context.action !== 'count') context.params = { ...context.params, ...params };
      return run();
    };
  };
  change({ sort: 'title:desc' });
  expect(await titles('sort=title:ASC')).toEqual(['B', 'A']);
  change({ limit: 1 });
  expect(await titles('sort=title:ASC')).toEqual(['A']);
  change({ start: 1 });
  expect(await titles('sort=title:ASC')).toEqual(['B']);
  change({ _q: 'two' });
  expect(await titles('')).toEqual(['B']);
  change({ fields: ['title'] });
  const [short] = (await get<List>(`${LIST}?sort=title`)).results;
  expect(short).toMatchObject({ title: 'A', author: { name: 'Ann' }, tags: { count: 0 } });
  expect(short).not.toHaveProperty('slug');
  change({ populate: { author: { fields: ['id'] } } });
  const [populated] = (await get<List>(`${LIST}?sort=title`)).results;
  expect(populated).toMatchObject({ author: { id: expect.any(Number) } });
  expect(populated).not.toHaveProperty('tags');
  expect(populated).not.toHaveProperty('author.name');
  change({ populate: ['author'] });
  expect(await get(`${LIST}/${first}`)).toMatchObject({ data: { author: { name: 'Ann' } } });
  change({ filters: undefined });
  expect(await titles('filters[title]=A')).toHaveLength(2);
});

test('an invalid parameter is an error of the request', async () => {
  middleware = (context, run) => {
    context.params['pageSize'] = 1;
    return run();
  };
  const paged = await send('GET', LIST);
  expect([paged.status, paged.json()]).toMatchObject([400, { error: { name: 'PaginationError' } }]);
  middleware = (context, run) => {
    context.params['filters'] = { nothing: 1 };
    return run();
  };
  const unknown = await send('GET', LIST);
  expect([unknown.status, unknown.json()]).toMatchObject([
    400,
    { error: { name: 'ValidationError', message: 'Invalid key nothing' } },
  ]);
});

test('a middleware can change and replace results', async () => {
  middleware = async ({ action }, run) => {
    const result = await run();
    if (action === 'count') return 99;
    if (action === 'findMany')
      return (result as object[]).slice(1).map((entry) => ({ ...entry, extra: 'x' }));
    return Object.assign(result as object, { title: 'Changed' });
  };
  expect(await get(`${LIST}?sort=title`)).toMatchObject({
    results: [{ title: 'B', extra: 'x', status: 'draft' }],
    pagination: { total: 99 },
  });
  expect(await get(`${LIST}/${first}`)).toMatchObject({ data: { title: 'Changed' } });
  middleware = async () => null;
  expect(await get(`${LIST}/${first}`)).toMatchObject({ data: {}, meta: {} });
  expect(await get(HOME)).toMatchObject({ data: {} });
});

test('an unknown entry is not found', async () => {
  recording();
  expect((await send('GET', `${LIST}/unknown`)).status).toBe(404);
  expect(calls).toMatchObject([{ action: 'findOne', params: { documentId: 'unknown' } }]);
});

test('an error of a middleware is the response', async () => {
  middleware = () => {
    throw new ApplicationError('Not now', { day: 0 });
  };
  for (const url of [LIST, `${LIST}/${first}`]) {
    const response = await send('GET', url);
    expect([response.status, response.json()]).toMatchObject([
      400,
      { error: { message: 'Not now', details: { day: 0 } } },
    ]);
  }
});

test('other reads of entries run middlewares as well', async () => {
  recording();
  const field = { contentTypeUID: UID, field: 'slug', data: { title: 'A' } };
  const uid = await send('POST', '/content-manager/uid/generate', field);
  expect(uid.json()).toEqual({ data: 'a-1' });
  await get(`${LIST}/${first}/actions/countDraftRelations`);
  await get(`${LIST}/actions/countManyEntriesDraftRelations?documentIds[0]=${first}`);
  await get('/content-manager/homepage/recent-documents?action=update');
  await get('/admin/quoin/search?q=A');
  expect(calls.filter(({ uid: each }) => each === UID).map(({ action }) => action)).toEqual([
    'findMany',
    'findOne',
    'findMany',
    'findMany',
    'findMany',
  ]);
});

test('the request context contains the administrator', async () => {
  const contexts: unknown[] = [];
  middleware = (_context, run) => {
    const ctx = strapi().requestContext.get();
    const { user, userAbility } = toRecord(ctx?.state);
    const can = toRecord(userAbility)['can'] as (action: string, subject: string) => boolean;
    const mayRead = can('plugin::content-manager.explorer.read', UID);
    contexts.push([ctx?.path, toRecord(user)['email'], mayRead]);
    return run();
  };
  await get(`${LIST}/${first}`);
  expect(contexts).toEqual([[`${LIST}/${first}`, ADA.email, true]]);
  expect((await app.request(LIST, { authorization: null })).status).toBe(401);
});
