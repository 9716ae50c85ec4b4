// Pagination of lists that project code reads or can change: it has the limits of the routes without code.
import { expect, test } from 'vitest';
import type { Strapi } from '../../src/code/strapi/strapi.ts';
import type { Fields } from '../../src/code/strapi/code-values.ts';
import { openTestApp } from '../support/app.ts';
import {
  collectionType,
  makeProject,
  schemaOf,
  type ProjectFiles,
} from '../support/project-folder.ts';

const attributes = { title: { type: 'string' } };
const files: ProjectFiles = {
  [schemaOf('post')]: collectionType('post', attributes),
  [schemaOf('note')]: collectionType('note', attributes),
  'src/api/note/services/note.js':
    "module.exports = require('@strapi/strapi').factories.createCoreService('api::note.note', { find(params) { return super.find(params); } });",
  'src/api/post/services/post.js':
    "module.exports = require('@strapi/strapi').factories.createCoreService('api::post.post');",
};
const MIDDLEWARE = {
  'src/index.js':
    'module.exports = { register({ strapi }) { strapi.documents.use((_, next) => next()); } };',
};
const limits = (maxLimit: number | undefined) => ({
  'config/api.js': `module.exports = ${JSON.stringify({ rest: { defaultLimit: 2, maxLimit } })};`,
});

const strapiOf = (): Strapi => Reflect.get(globalThis, 'strapi') as Strapi;

const openFilled = async (more: ProjectFiles) => {
  const app = await openTestApp({ project: makeProject({ ...files, ...more }) });
  for (const uid of ['api::post.post', 'api::note.note']) {
    for (const title of 'ABCDEF') {
      await strapiOf().documents(uid).create({ data: { title }, status: 'published' });
    }
  }
  return app;
};

const service = (uid: string): { find(params: Fields): Promise<Fields> } =>
  strapiOf().service(uid) as never;

const QUERIES: readonly (readonly [string, Fields, number])[] = [
  ['[limit]=-1', { start: 0, limit: 1 }, 1],
  ['[limit]=0', { start: 0, limit: 1 }, 1],
  ['[limit]=-5', { start: 0, limit: 1 }, 1],
  ['[limit]=', { start: 0, limit: 1 }, 1],
  ['[limit]', { start: 0, limit: 2 }, 2],
  ['[limit]=4', { start: 0, limit: 3 }, 3],
  ['[start]=1&pagination[limit]', { start: 1, limit: 1 }, 1],
  ['[limit]=x', { start: 0, limit: 3 }, 3],
  ['[pageSize]=0', { page: 1, pageSize: 1, pageCount: 6 }, 1],
  ['[pageSize]=-1', { page: 1, pageSize: 1, pageCount: 6 }, 1],
  ['[pageSize]', { page: 1, pageSize: 2, pageCount: 3 }, 2],
];

test.each([
  ['a route without code', '/api/posts', {}],
  ['a route inside document middlewares', '/api/posts', MIDDLEWARE],
  ['a route that calls an own service', '/api/notes', {}],
])('%s limits its list', async (_, url, more) => {
  await using app = await openFilled({ ...limits(3), ...more });
  for (const [query, pagination, count] of QUERIES) {
    const list = await app.request(`${url}?pagination${query}`);
    const { data, meta } = list.json<{ data: unknown[]; meta: unknown }>();
    expect(meta, query).toEqual({ pagination: { ...pagination, total: 6 } });
    expect(data, query).toHaveLength(count);
  }
});

const PAGES: readonly (readonly [Fields, Fields, number])[] = [
  [{ limit: 0 }, { start: 0, limit: 1 }, 1],
  [{ limit: -5 }, { start: 0, limit: 1 }, 1],
  [{ limit: '-1' }, { start: 0, limit: 1 }, 1],
  [{ limit: '' }, { start: 0, limit: 1 }, 1],
  [{ limit: null }, { start: 0, limit: 2 }, 2],
  [{ limit: null, start: 0 }, { start: 0, limit: 1 }, 1],
  [{ limit: undefined, start: 1 }, { start: 1, limit: 2 }, 2],
  [{ limit: true }, { start: 0, limit: 1 }, 1],
  [{ page: null, limit: 2 }, { page: 1, pageSize: 2, pageCount: 3 }, 2],
  [{ page: 2, pageSize: null }, { page: 2, pageSize: 2, pageCount: 3 }, 2],
];
const NAN = 'convertStartQueryParams expected a positive integer got NaN';
const INVALID: readonly (readonly [Fields, string, string])[] = [
  [
    { page: 1, start: 0 },
    'PaginationError',
    'Cannot use both page & offset pagination in the same query',
  ],
  [{ page: 'abc' }, 'ValidationError', NAN],
  [{ start: 'x' }, 'ValidationError', NAN],
  [{ limit: 1.5 }, 'ValidationError', NAN.replace('Start', 'Limit').replace('NaN', '1.5')],
];

test.each([
  ['without code', {}, []],
  ['inside document middlewares', MIDDLEWARE, ['?pagination[after]=']],
])('a document %s accepts page parameters in reads and writes', async (_, more, rejected) => {
  await using app = await openFilled(more);
  const list = await app.request('/api/posts?fields=title');
  const [first] = list.json<{ data: { documentId: string }[] }>().data;
  const url = `/api/posts/${first?.documentId}`;
  const statusOf = async (method: 'GET' | 'PUT', query: string): Promise<number> => {
    const headers = { 'content-type': 'application/json' };
    const body = { headers, body: JSON.stringify({ data: { title: 'A' } }) };
    const request = method === 'PUT' ? { method, ...body } : { method };
    return (await app.request(`${url}${query}`, request)).status;
  };
  for (const query of ['?page=1', '?pagination[page]=1&pagination[start]=0', '?limit=-1']) {
    expect(await statusOf('GET', query), query).toBe(200);
    expect(await statusOf('PUT', query), query).toBe(200);
  }
  for (const query of ['?page=0', '?page=1&start=0', '?start=abc', '?limit=-2']) {
    expect(await statusOf('GET', query), query).toBe(400);
    expect(await statusOf('PUT', query), query).toBe(200);
  }
  for (const query of ['?page=1', '?pagination[page]=1&pagination[start]=0', ...rejected]) {
    expect((await app.request(`/api/posts${query}`)).status, query).toBe(400);
  }
});

test('validateQuery does not check page parameters, which an action may use freely', async () => {
  await using _ = await openFilled({});
  const { contentAPI, contentType } = strapiOf();
  const model = contentType('api::post.post');
  if (!model) throw new Error('No model');
  for (const query of [
    { page: 2, pageSize: 5 },
    { pagination: { page: 1, start: 2 } },
    { pagination: { page: 'x' } },
  ]) {
    await expect(contentAPI.validate.query(query, model)).resolves.toBeUndefined();
  }
  await expect(contentAPI.validate.query({ sort: 'no' }, model)).rejects.toThrow('Invalid key no');
});

test('a service limits its list, and rejects invalid pages', async () => {
  await using _ = await openFilled(limits(3));
  for (const uid of ['api::post.post', 'api::note.note']) {
    for (const [pagination, meta, count] of PAGES) {
      const list = await service(uid).find({ pagination });
      expect(list['pagination']).toEqual({ ...meta, total: 6 });
      expect(list['results']).toHaveLength(count);
    }
    for (const [pagination, name, message] of INVALID) {
      const error = { name, message };
      await expect(service(uid).find({ pagination })).rejects.toMatchObject(error);
    }
  }
});

test.each([
  [3, 3],
  [undefined, -1],
  [-1, -1],
])('a service limits a list without a limit to maxLimit %o', async (maxLimit, limit) => {
  await using _ = await openFilled(limits(maxLimit));
  const list = await service('api::post.post').find({ pagination: { limit: -1 } });
  expect(list['pagination']).toEqual({ start: 0, limit, total: 6 });
  expect(list['results']).toHaveLength(limit === -1 ? 6 : limit);
});
