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

test('a local plugin is loaded only if it is switched on', async () => {
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

test('strapi.fetch uses the proxy of config/server, with undici of the project', async () => {
  await using _app = await openTestApp({
    project: makeProject({
      ...PROXIED,
      'node_modules/undici/package.json': { name: 'undici', version: '6.0.0', main: 'index.js' },
      // An agent that fails each request with the address of its proxy.
      'node_modules/undici/index.js': `exports.ProxyAgent = class {
        constructor(proxy) { this.proxy = proxy; }
        dispatch(options, handler) { handler.onError(new Error('through ' + this.proxy)); return true; }
      };`,
    }),
  });
  await expect(strapi().fetch('http://localhost:8080/a')).rejects.toMatchObject({
    cause: { message: 'through http://proxy.example:3128' },
  });
});

test('without undici, the error of strapi.fetch names it', async () => {
  await using _app = await openTestApp({ project: makeProject(PROXIED) });
  await expect(strapi().fetch('http://localhost:1/a')).rejects.toThrow('npm install undici');
});
