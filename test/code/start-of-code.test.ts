// What code can do around the start: hooks before and after the tables are changed, plugins that are not switched on, and
// requests through a proxy.
import { expect, test } from 'vitest';
import type { Strapi } from '../../src/code/strapi/strapi.ts';
import { openProject } from '../../src/app/project.ts';
import { openTestApp, serve, type TestApp } from '../support/app.ts';
import { makeDatabase } from '../support/test-database.ts';
import { collectionType, makeProject, schemaOf, writeFiles } from '../support/project-folder.ts';

function strapi(): Strapi {
  return Reflect.get(globalThis, 'strapi') as Strapi;
}

/** Registers functions in both hooks, which record what they find. */
const HOOKS = `module.exports = { register({ strapi }) {
  const seen = globalThis.seenByHooks = [];
  for (const name of ['beforeSync', 'afterSync']) {
    strapi.hook('strapi::content-types.' + name).register(async ({ oldContentTypes, contentTypes }) => {
      const has = (table) => strapi.db.connection.schema.hasTable(table);
      const columns = await has('posts') && await strapi.db.connection.schema.hasColumn('posts', 'slug');
      seen.push({ name, posts: await has('posts'), slug: columns, old: Object.keys(oldContentTypes ?? {}), now: 'api::post.post' in contentTypes });
      if (name === 'beforeSync' && globalThis.failsInHook) throw new Error('not now');
      if (name === 'beforeSync' && await has('posts')) await strapi.db.connection('posts').update({ title: 'moved' });
    });
  }
} };`;

const POST = { title: { type: 'string' } };

async function open(folder: string): Promise<TestApp> {
  const project = await openProject(folder, { environment: {} });
  return serve(project, { folder, remove: () => undefined });
}

test('beforeSync runs before the tables are changed, and can use knex', async () => {
  await using database = await makeDatabase();
  const { client, ...place } = database.config;
  const connection = 'file' in place ? { filename: place.file } : place;
  const folder = makeProject({
    [schemaOf('post')]: collectionType('post', POST),
    'config/database.json': { connection: { client, connection } },
    'src/index.js': HOOKS,
  });
  {
    await using _app = await open(folder);
    expect(Reflect.get(globalThis, 'seenByHooks')).toEqual([
      { name: 'beforeSync', posts: false, slug: false, old: [], now: true },
      { name: 'afterSync', posts: true, slug: false, old: [], now: true },
    ]);
    await strapi()
      .documents('api::post.post')
      .create({ data: { title: 'A' } });
    await strapi()
      .store({ type: 'strapi', name: 'content_types' })
      .set({ key: 'schema', value: { 'api::old.old': {} } });
  }
  writeFiles(folder, {
    [schemaOf('post')]: collectionType('post', { ...POST, slug: { type: 'string' } }),
  });
  {
    await using _app = await open(folder);
    expect(Reflect.get(globalThis, 'seenByHooks')).toEqual([
      { name: 'beforeSync', posts: true, slug: false, old: ['api::old.old'], now: true },
      { name: 'afterSync', posts: true, slug: true, old: ['api::old.old'], now: true },
    ]);
    const posts = await strapi().documents('api::post.post').findMany();
    expect(posts).toMatchObject([{ title: 'moved' }]);
  }
  Reflect.set(globalThis, 'failsInHook', true);
  await expect(open(folder)).rejects.toThrow(
    'A function of the hook strapi::content-types.beforeSync failed: not now',
  );
  Reflect.deleteProperty(globalThis, 'failsInHook');
});

test('a local plugin is loaded only if it is enabled', async () => {
  const plugin = (name: string): Record<string, string | object> => ({
    [`src/plugins/${name}/package.json`]: { name, strapi: { kind: 'plugin', name } },
    [`src/plugins/${name}/strapi-server.js`]: 'module.exports = { services: {} };',
  });
  await using app = await openTestApp({
    project: makeProject({
      [schemaOf('post')]: collectionType('post'),
      ...plugin('on'),
      ...plugin('unset'),
      'config/plugins.json': {
        on: { enabled: true, resolve: './src/plugins/on' },
        unset: { resolve: './src/plugins/unset' },
      },
      'src/index.js': 'module.exports = { bootstrap() { return 1; } };',
    }),
  });
  expect([app.project.code !== null, strapi().plugin('unset')]).toEqual([true, undefined]);
  expect(strapi().plugin('on')).toBeDefined();
});

const PROXIED = {
  [schemaOf('post')]: collectionType('post'),
  'config/server.json': { proxy: { fetch: 'http://proxy.example:3128' } },
  'src/index.js': 'module.exports = { bootstrap() { return 1; } };',
};

/** A `fetch` that returns what it receives, and rejects other agents than those of its package, as undici does. */
const UNDICI = `class ProxyAgent { constructor(proxy) { this.proxy = proxy; } }
  exports.ProxyAgent = ProxyAgent;
  exports.fetch = async (url, { dispatcher, method, headers, body }) => {
    if (!(dispatcher instanceof ProxyAgent)) throw new TypeError('invalid onRequestStart method');
    const type = new Headers(headers).get('content-type');
    const text = body instanceof ArrayBuffer ? Buffer.from(body).toString() : body;
    return Response.json({ url: String(url), proxy: dispatcher.proxy, method, type, text });
  };`;

test('strapi.fetch uses the proxy in config/server, and the project’s undici', async () => {
  await using _app = await openTestApp({
    project: makeProject({
      ...PROXIED,
      'node_modules/undici/package.json': { name: 'undici', version: '8.0.0', main: 'index.js' },
      'node_modules/undici/index.js': UNDICI,
    }),
  });
  const url = 'http://localhost:8080/a';
  const proxy = 'http://proxy.example:3128';
  const sent = async (...args: Parameters<Strapi['fetch']>): Promise<unknown> =>
    (await strapi().fetch(...args)).json();
  expect(await sent(url)).toEqual({ url, proxy, type: null });
  expect(await sent(new URL(url), { method: 'PUT', body: 'text' })).toMatchObject({
    url,
    method: 'PUT',
    text: 'text',
  });
  const form = new FormData();
  form.set('name', 'value');
  expect(await sent(url, { method: 'POST', body: form })).toMatchObject({
    method: 'POST',
    type: expect.stringMatching(/^multipart\/form-data; boundary=/) as string,
    text: expect.stringContaining('name="name"\r\n\r\nvalue\r\n') as string,
  });
  expect(await sent(new Request(url, { method: 'POST', body: 'text' }))).toMatchObject({
    url,
    proxy,
    method: 'POST',
    text: 'text',
  });
});

test.each(['fetch', 'global'])('an invalid URL in proxy.%s prevents startup', async (name) => {
  const project = makeProject({
    ...PROXIED,
    'config/server.json': { proxy: { [name]: 'proxy.example' } },
  });
  await expect(openTestApp({ project })).rejects.toThrow('such as http://proxy.example:3128');
});

test('without undici, the error of strapi.fetch names the package', async () => {
  await using _app = await openTestApp({ project: makeProject(PROXIED) });
  await expect(strapi().fetch('http://localhost:1/a')).rejects.toThrow('npm install undici');
});
