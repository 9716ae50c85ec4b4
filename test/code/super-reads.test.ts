// Core actions that `super` calls: they read with the access of the caller, unless code changes the read.
import { expect, test } from 'vitest';
import type { Strapi } from '../../src/code/strapi/strapi.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import {
  collectionType,
  makeProject,
  schemaOf,
  type ProjectFiles,
} from '../support/project-folder.ts';

const controller = (more: string): string =>
  `module.exports = require('@strapi/strapi').factories.createCoreController('api::post.post', ({ strapi }) => ({
    async find(ctx) {
      const { data, meta } = await super.find(ctx);
      for (const post of data) post.mark = Object.keys(post).join();
      return { data, meta: { ...meta, own: true } };
    },
    async findOne(ctx) {
      const answer = await super.findOne(ctx);
      if (answer) answer.meta.own = true;
      return answer;
    },
    who({ state: { auth } }) {
      const { name, seen } = auth.credentials;
      auth.credentials.seen = true;
      return { name, seen: seen ?? false };
    },
    all: (ctx) => strapi.controller('api::post.post').find(ctx),
    ${more}
  }));`;

const files = (more: string = ''): ProjectFiles => ({
  [schemaOf('post')]: collectionType('post', {
    title: { type: 'string' },
    secret: { type: 'string', private: true },
    note: { type: 'relation', relation: 'oneToOne', target: 'api::note.note' },
    picture: { type: 'media', multiple: false },
    parts: { type: 'component', component: 'post.part', repeatable: true },
  }),
  [schemaOf('note')]: collectionType('note', {
    text: { type: 'string' },
    hidden: { type: 'string', private: true },
  }),
  'src/components/post/part.json': {
    collectionName: 'components_post_parts',
    info: { displayName: 'part' },
    attributes: { name: { type: 'string' } },
  },
  'src/api/post/controllers/post.js': controller(more),
  'src/api/post/services/post.js':
    "module.exports = require('@strapi/strapi').factories.createCoreService('api::post.post');",
  'src/api/post/routes/01-all.js':
    "module.exports = { routes: [{ method: 'GET', path: '/posts/:id/all', handler: 'post.all', config: { auth: false } },\n    { method: 'GET', path: '/who', handler: 'post.who' }] };",
  'src/api/post/routes/post.js':
    "module.exports = require('@strapi/strapi').factories.createCoreRouter('api::post.post');",
});

const strapiOf = (): Strapi => Reflect.get(globalThis, 'strapi') as Strapi;

const open = async (more?: string): Promise<{ app: TestApp; id: string }> => {
  const app = await openTestApp({ project: makeProject(files(more)) });
  const { documents } = strapiOf();
  const note = await documents('api::note.note').create({
    data: { text: 'N', hidden: 'no' },
    status: 'published',
  });
  let id = '';
  for (const title of ['A', 'B', 'C']) {
    const data = { title, secret: 'no', note: note.documentId, parts: [{ name: title }] };
    const post = await documents('api::post.post').create({ data, status: 'published' });
    id ||= post.documentId ?? '';
  }
  return { app, id };
};

const REQUESTS = (id: string): readonly string[] => [
  '/api/posts',
  '/api/posts?sort=title:desc&pagination[pageSize]=2&populate=note',
  '/api/posts?populate=*&filters[title]=B',
  '/api/posts?pagination[start]=1&pagination[limit]=1&pagination[withCount]=false',
  '/api/posts?fields=secret',
  '/api/posts?populate[note][fields]=hidden',
  '/api/posts?sort=nope',
  `/api/posts/${id}?populate=note,parts`,
  '/api/posts/nope',
  `/api/posts/${id}/all?fields=title`,
];

test('responses equal those of an action that calls the super methods', async () => {
  const fast = await open();
  await using app = fast.app;
  const responses = [];
  for (const url of REQUESTS(fast.id)) responses.push((await app.request(url)).text);
  const again = [];
  for (const url of REQUESTS(fast.id)) again.push((await app.request(url)).text);
  expect(again).toEqual(responses);
  // A subscriber has the action call its methods.
  const end = strapiOf().db.lifecycles.subscribe({ beforeFindMany() {}, beforeFindOne() {} });
  const slow = [];
  for (const url of REQUESTS(fast.id)) slow.push((await app.request(url)).text);
  end();
  expect(slow.map((text) => JSON.parse(text) as unknown)).toEqual(
    responses.map((text) => JSON.parse(text) as unknown),
  );
  expect(responses.join()).not.toContain('"no"');
  expect(JSON.parse(responses[0] ?? '')).toMatchObject({ meta: { own: true }, data: [{}, {}, {}] });
});

test.each([
  ['sanitizeOutput', 'async sanitizeOutput(data) { return data; },'],
  ['transformResponse', 'transformResponse: (data, meta) => ({ data, meta: { ...meta, by: 1 } }),'],
])('calls a controller that replaces %s', async (name, code) => {
  const { app } = await open(code);
  await using _ = app;
  const { text } = await app.request('/api/posts?populate=note');
  if (name === 'sanitizeOutput') expect(text).toContain('"secret":"no"');
  else expect(text).toContain('"by":1');
});

test('calls a service that is replaced while the server runs', async () => {
  const { app } = await open();
  await using _ = app;
  await app.request('/api/posts');
  const service = strapiOf().service('api::post.post');
  Object.assign(service ?? {}, { find: () => ({ results: [], pagination: { own: 1 } }) });
  const response = await app.request('/api/posts');
  expect(response.json<unknown>()).toEqual({
    data: [],
    meta: { pagination: { own: 1 }, own: true },
  });
});

test('changing returned entries does not affect later responses', async () => {
  const { app } = await open('async twice(ctx) { return 1; },');
  await using _ = app;
  const first = await app.request('/api/posts');
  expect((await app.request('/api/posts')).text).toBe(first.text);
  await strapiOf()
    .db.query('api::post.post')
    .updateMany({ where: {}, data: { title: 'Z' } });
  expect((await app.request('/api/posts')).text).toContain('"title":"Z"');
});

test('omits relations that the caller may not read', async () => {
  const { app, id } = await open();
  await using _ = app;
  const strapi = strapiOf();
  const role = await strapi.db
    .query('plugin::users-permissions.role')
    .findOne({ where: { type: 'public' } });
  for (const action of ['find', 'findOne']) {
    await strapi.db
      .query('plugin::users-permissions.permission')
      .create({ data: { action: `api::post.post.${action}`, role: role?.id } });
  }
  const full = await app.request(`/api/posts/${id}?populate=*`);
  expect(full.text).toContain('"note":{');
  const bare = await app.request(`/api/posts/${id}?populate=*`, { authorization: null });
  expect(bare.status).toBe(200);
  expect(bare.text).not.toContain('"note"');
  expect((await app.request('/api/posts?populate=*', { authorization: null })).text).not.toContain(
    '"note"',
  );
});

test('the credentials of a caller are created per request', async () => {
  const { app } = await open();
  await using _ = app;
  const who = async (): Promise<unknown> => (await app.request('/api/who')).json();
  const first = await who();
  expect(await who()).toEqual(first);
  expect(first).toMatchObject({ seen: false });
  await strapiOf()
    .db.query('admin::api-token')
    .updateMany({ where: {}, data: { name: 'renamed' } });
  expect(await who()).toEqual({ name: 'renamed', seen: false });
});
