// Members of `strapi` for routes, middlewares, services, events, configuration and cron tasks.
import { expect, test } from 'vitest';
import type { Strapi } from '../../src/code/strapi/strapi.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import {
  collectionType,
  makeProject,
  schemaOf,
  type ProjectFiles,
} from '../support/project-folder.ts';

const post = { [schemaOf('post')]: collectionType('post') };

const open = (index: string, files: ProjectFiles = {}): Promise<TestApp> =>
  openTestApp({
    project: makeProject({ ...post, 'src/index.js': `module.exports = { ${index} };`, ...files }),
  });

/** Any code, so that the project has some. */
const LOADED = "bootstrap({ strapi }) { strapi.log.debug('loaded'); }";

const theStrapi = (): Strapi => Reflect.get(globalThis, 'strapi') as Strapi;

const mark = (name: string) =>
  `(ctx, next) => { ctx.append('x-order', '${name}'); return next(); }`;

test('middlewares added in register run before config/middlewares, those added in bootstrap after them', async () => {
  const names = ['errors', 'security', 'cors', 'query', 'body', 'favicon', 'public'];
  const list = [...names.map((name) => `strapi::${name}`), 'global::own'];
  await using app = await open(
    `register({ strapi }) {
       strapi.server.use(${mark('register')});
       strapi.server.app.use(${mark('app')});
     },
     bootstrap({ strapi }) { strapi.server.use(${mark('bootstrap')}); }`,
    {
      'src/middlewares/own.js': `module.exports = () => ${mark('config')};`,
      'config/middlewares.js': `module.exports = ${JSON.stringify(list)};`,
    },
  );
  const { headers } = await app.request('/api/posts');
  expect(headers['x-order']).toEqual(['register', 'app', 'config', 'bootstrap']);
});

test.each(['strapi.server.app.use', 'strapi.server.use'])(
  '%s runs for direct routes',
  async (use) => {
    await using app = await open(`bootstrap({ strapi }) { ${use}(${mark('own')}); }`);
    expect((await app.request('/api/posts')).headers['x-order']).toBe('own');
  },
);

test('routes can be added in register and in bootstrap', async () => {
  const routes = (name: string) => `strapi.server.routes([
    { method: 'GET', path: '/${name}', handler: (ctx) => { ctx.body = '${name}'; } },
    { method: 'GET', path: '/api/posts/${name}', handler: (ctx) => { ctx.body = '${name}'; } },
  ]);`;
  await using app = await open(
    `register({ strapi }) { ${routes('early')} }, bootstrap({ strapi }) { ${routes('late')} }`,
  );
  for (const name of ['early', 'late']) {
    expect((await app.request(`/${name}`, { authorization: null })).text).toBe(name);
    expect((await app.request(`/api/posts/${name}`)).text).toBe(name);
  }
});

test('routes of the content API have its prefix and its authentication', async () => {
  await using app = await open(`bootstrap({ strapi }) {
    const handler = (ctx) => { ctx.body = ctx.state.auth ? ctx.state.auth.strategy.name : 'nobody'; };
    strapi.server.routes({ type: 'content-api', prefix: '/extra', routes: [
      { method: 'GET', path: '/closed', handler },
      { method: 'GET', path: '/open', handler, config: { auth: false } },
    ] });
    strapi.server.api('content-api').routes([{ method: 'GET', path: '/plain', handler }]);
  }`);
  expect((await app.request('/api/extra/closed')).text).toBe('content-api-token');
  expect((await app.request('/api/extra/closed', { authorization: null })).status).toBe(401);
  expect((await app.request('/api/extra/open', { authorization: null })).text).toBe('nobody');
  expect((await app.request('/api/plain')).text).toBe('content-api-token');
  expect((await app.request('/extra/open')).status).toBe(404);
});

test('a route of an unknown API prevents the start', async () => {
  const opening = open(`bootstrap({ strapi }) {
    strapi.server.routes({ type: 'other', routes: [] });
  }`);
  await expect(opening).rejects.toThrow(
    'There is no API "other". Use one of: api, content-api, admin.',
  );
});

test('strapi.server.router adds routes at the root', async () => {
  await using app = await open(`bootstrap({ strapi }) {
    strapi.server.router
      .get('/health', (ctx) => { ctx.body = { ok: true }; })
      .post('named', ['/a', '/b'], async (ctx, next) => { ctx.state.n = 1; await next(); }, (ctx) => { ctx.body = [ctx.state.n]; });
  }`);
  expect((await app.request('/health', { authorization: null })).json()).toEqual({ ok: true });
  expect((await app.request('/b', { method: 'POST' })).json()).toEqual([1]);
  const { router } = theStrapi().server;
  for (const add of [
    () => router.get('/nothing'),
    () => router.register('/nothing', ['GET']),
    () => router.register('/nothing', ['GET'], 'own.find'),
  ]) {
    expect(add).toThrow('needs a path and a function');
  }
});

test('strapi.server.router has the other members of a koa router, or an error names an alternative', async () => {
  await using app = await open(`register({ strapi }) {
    const { router } = strapi.server;
    const named = (name) => (ctx, next) => { ctx.append('x-by', name); return next(); };
    router.use(named('all')).use('/api/posts/(.*)', named('one')).use(['/API', '/other'], named('api'));
    router.register('/registered', ['GET', 'PUT'], (ctx) => { ctx.body = ctx.method; });
    router.redirect('/old', '/new').redirect('/older', '/new', 302);
    strapi.server.api('content-api').use(named('content')).use(named('again'));
    strapi.server.api('admin').use(named('admin'));
  }`);
  const by = async (url: string): Promise<unknown> => (await app.request(url)).headers['x-by'];
  expect(await by('/api/posts')).toEqual(['all', 'api', 'content', 'again']);
  expect(await by('/api/posts/1')).toEqual(['all', 'one', 'api', 'content', 'again']);
  expect(await by('/admin/init')).toEqual(['all', 'admin']);
  expect(await by('/content-manager/content-types')).toEqual(['all', 'admin']);
  expect(await by('/admin/nothing')).toBe('all');
  expect(await by('/apis')).toBe('all');
  expect((await app.request('/registered', { method: 'PUT' })).text).toBe('PUT');
  expect((await app.request('/registered', { method: 'POST' })).status).toBe(405);
  const redirects = [await app.request('/old'), await app.request('/older')];
  expect(redirects.map(({ status, headers }) => [status, headers['location']])).toEqual([
    [301, '/new'],
    [302, '/new'],
  ]);
  const { router } = theStrapi().server;
  expect(() => Reflect.get(router, 'stack')).toThrow('Use strapi.server.listRoutes() instead.');
  expect(() => Reflect.get(router, 'prefix')).toThrow('strapi.server.router.prefix is not');
  expect(() => router.use('/path')).toThrow('use needs a function');
});

test('tasks that code adds run without server.cron.enabled, but those in config/server do not', async () => {
  await using _app = await open(
    `bootstrap({ strapi }) {
       globalThis.ran = [];
       strapi.cron.add({ own: { task: () => globalThis.ran.push('own'), options: '* * * * * *' } });
     }`,
    {
      'config/server.js': `module.exports = { cron: { enabled: false, tasks: {
        configured: { task: () => globalThis.ran.push('configured'), options: '* * * * * *' } } } };`,
    },
  );
  await expect.poll(() => Reflect.get(globalThis, 'ran')).toContain('own');
  expect(theStrapi().cron.jobs).toHaveLength(1);
});

test('requestContext.run, services added with strapi.add, and events work', async () => {
  await using _app = await open(LOADED);
  const strapi = theStrapi();
  const context = { state: {} } as never;
  expect(await strapi.requestContext.run(context, () => strapi.requestContext.get())).toBe(context);

  let calls = 0;
  strapi.add('mailer', () => ({ number: (calls += 1) })).add('limits', { max: 5 });
  expect([strapi.get('mailer'), strapi.get('mailer')]).toEqual([{ number: 1 }, { number: 1 }]);
  expect(strapi.get('limits')).toEqual({ max: 5 });

  const heard: string[] = [];
  const listen = (): void => void heard.push('listener');
  strapi.eventHub.subscribe(() => heard.push('subscriber'));
  strapi.eventHub.on('own', listen);
  strapi.eventHub.on('own', listen);
  await strapi.eventHub.emit('own');
  expect(heard).toEqual(['listener', 'listener', 'subscriber']);
  strapi.eventHub.on('fails', () => {
    throw new Error('not this time');
  });
  await expect(strapi.eventHub.emit('fails')).rejects.toThrow('not this time');
  expect(heard).toHaveLength(3);
  strapi.eventHub.removeAllSubscribers();
  await strapi.eventHub.emit('own');
  expect(heard).toHaveLength(3);
});

test('the configuration has paths, null values and added values', async () => {
  await using _app = await open(LOADED, {
    'config/server.js':
      "module.exports = { host: '0.0.0.0', port: 1400, url: 'https://cms.example/' };",
    'config/own.js': 'module.exports = { none: null, list: [{ a: 1 }], absent: undefined };',
    'config/plugins.js': "module.exports = { upload: { config: { provider: 'local' } } };",
    'package.json': { name: 'p', version: '1.2.3', strapi: { uuid: 'the-uuid' } },
  });
  const { config, dirs } = theStrapi();
  expect(config.get('own.none', 'fallback')).toBeNull();
  expect(config.get('own.other', 'fallback')).toBe('fallback');
  expect(config.get(['server', 'port'])).toBe(1400);
  expect(config.get('own.list[0].a')).toBe(1);
  expect([config.has('own.absent'), config.has('own.other')]).toEqual([true, false]);
  expect(config.get('plugin.upload.provider')).toBe('local');
  config.set('own.list[0].a', 2);
  config.set('own.list[1]', 'b');
  expect(config.get('own.list')).toEqual([{ a: 2 }, 'b']);
  config.set('plugin.upload.own', 1);
  expect([config.get('plugin::upload.own'), config.has('plugin.upload.own')]).toEqual([1, true]);
  expect(config.get('server.absoluteUrl')).toBe('https://cms.example');
  expect(config.get('admin')).toMatchObject({
    url: 'https://cms.example/admin',
    path: '/admin',
    absoluteUrl: 'https://cms.example/admin',
  });
  expect(config.get('info')).toMatchObject({ name: 'p', version: '1.2.3', strapi: '5.54.0' });
  expect(config.get('uuid')).toBe('the-uuid');
  expect(config.get('autoReload')).toBe(false);
  expect(config.get('launchedAt')).toBeTypeOf('number');
  expect(config.get('dirs')).toBe(dirs);
  expect(config.get('enabledPlugins')).toMatchObject({ upload: { enabled: true } });
});
