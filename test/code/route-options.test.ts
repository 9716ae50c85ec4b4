// Options of routes, registries, abilities and uploads of project code.
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Strapi } from '../../src/code/strapi/strapi.ts';
import type { Callable, Fields } from '../../src/code/strapi/code-values.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import {
  collectionType,
  makeProject,
  schemaOf,
  type ProjectFiles,
} from '../support/project-folder.ts';

const files: ProjectFiles = {
  [schemaOf('post')]: collectionType('post'),
  'src/index.js': `module.exports = {
    register({ strapi }) {
      strapi.get('auth').register('content-api', {
        name: 'own',
        authenticate: (ctx) => ({ authenticated: ctx.get('x-own') !== '', credentials: 'own' }),
        verify() {},
      });
      strapi.get('services').add('api::post', { added: ({ strapi }) => ({ isMade: Boolean(strapi) }) });
      strapi.get('services').extend('api::post.numbers', (service) => ({ ...service, two: () => service.one() + 1 }));
      strapi.get('controllers').extend('api::post.own', (controller) => ({
        ...controller,
        extended: (ctx) => { ctx.body = 'extended'; },
      }));
    },
  };`,
  'src/api/post/services/numbers.js': 'module.exports = { one: () => 1 };',
  'src/api/post/controllers/own.js': `module.exports = {
    who: ({ state: { auth } }) => ({ name: auth.strategy.name, can: auth.ability?.can('api::a.a.find'),
      cannot: auth.ability?.cannot('api::a.a.find'), rules: auth.ability?.rules }),
    extended: () => 'original',
    files(ctx) {
      globalThis.received = Object.fromEntries(
        Object.entries(ctx.request.files).map(([name, file]) => [name, file.filepath]));
      ctx.body = 'received';
    },
  };`,
  'src/api/post/routes/00-own.js': `
    const strategies = [{ name: 'inline', authenticate: (ctx) => ({ authenticated: ctx.get('x-inline') !== '' }) }];
    module.exports = { routes: [
      { method: 'GET', path: '/any', handler: 'own.who' },
      { method: 'GET', path: '/own', handler: 'own.who', config: { auth: { strategies: ['own'] } } },
      { method: 'GET', path: '/inline', handler: 'own.who', config: { auth: { strategies } } },
      { method: 'GET', path: '/tokens', handler: 'own.who', config: { auth: { strategies: ['users-permissions', 'content-api-token'] } } },
      { method: 'GET', path: '/extended', handler: 'own.extended', config: {
        middlewares: ['strapi::compression', { name: 'strapi::body', config: { jsonLimit: '1mb' } }] } },
      { method: 'POST', path: '/files', handler: 'own.files', config: { auth: false } },
    ] };`,
};

const open = (): Promise<TestApp> => openTestApp({ project: makeProject(files) });

const theStrapi = (): Strapi => Reflect.get(globalThis, 'strapi') as Strapi;

/** Calls a method of `strapi.get(name)`. */
const registry = (name: string, method: string, ...args: readonly unknown[]): unknown => {
  const object = theStrapi().get(name) as Readonly<Record<string, Callable>>;
  return Reflect.apply(object[method] as Callable, object, args) as unknown;
};

test('a route can list the strategies that authenticate its callers', async () => {
  await using app = await open();
  const status = async (url: string, headers: Readonly<Record<string, string>> = {}) =>
    (await app.request(url, { headers })).status;
  expect(await status('/api/any')).toBe(200);
  expect(await status('/api/own')).toBe(401);
  expect(await status('/api/own', { 'x-own': '1' })).toBe(200);
  expect(await status('/api/inline')).toBe(401);
  expect(await status('/api/inline', { 'x-inline': '1' })).toBe(200);
  expect(await status('/api/inline', { 'x-own': '1' })).toBe(401);
  const response = await app.request('/api/tokens');
  expect(response.json()).toMatchObject({ name: 'content-api-token', can: true, cannot: false });
});

test('routes accept middlewares of Strapi, and controllers can be extended', async () => {
  await using app = await open();
  expect((await app.request('/api/extended')).text).toBe('extended');
  expect(theStrapi().middleware('strapi::body')).toBeTypeOf('function');
});

test('registries', async () => {
  await using _app = await open();
  const { service, contentType } = theStrapi();
  expect(service('api::post.added')).toEqual({ isMade: true });
  const two = service('api::post.numbers')?.['two'] as () => number;
  expect(two()).toBe(2);
  expect(registry('services', 'get', 'api::post.added')).toBe(service('api::post.added'));
  expect(Object.keys(registry('services', 'getAll', 'api::post') as Fields)).toContain(
    'api::post.numbers',
  );
  registry('services', 'set', 'api::post.late', { isLate: true });
  expect(service('api::post.late')).toEqual({ isLate: true });
  expect(() => registry('services', 'add', 'api::post', { late: {} })).toThrow(
    'api::post.late has already been registered.',
  );
  expect(() => registry('services', 'extend', 'api::post.none', () => ({}))).toThrow(
    'api::post.none does not exist.',
  );
  expect(registry('query-params', 'transform', 'api::post.post', { sort: 'title' })).toEqual({
    orderBy: [{ title: 'asc' }],
  });
  expect(registry('content-types', 'get', 'api::post.post')).toBe(contentType('api::post.post'));
  expect(() => registry('models', 'add', {})).toThrow("strapi.get('models').add is not available");
  expect(() => registry('custom-fields', 'get', 'plugin::a.b')).toThrow(
    'Could not find Custom Field: plugin::a.b',
  );
  registry('custom-fields', 'add', { name: 'b', plugin: 'a', type: 'string' });
  expect(registry('custom-fields', 'get', 'plugin::a.b')).toEqual({
    name: 'b',
    plugin: 'a',
    type: 'string',
  });
});

test('files in the field "files" are removed after the request, others are kept', async () => {
  await using app = await open();
  const form = new FormData();
  form.append('files', new Blob(['a']), 'a.txt');
  form.append('import', new Blob(['b']), 'b.csv');
  const response = await fetch(`http://127.0.0.1:${await app.listen()}/api/files`, {
    method: 'POST',
    body: form,
  });
  expect(await response.text()).toBe('received');
  const received = Reflect.get(globalThis, 'received') as Readonly<Record<string, string>>;
  expect(existsSync(received['files'] ?? '')).toBe(false);
  expect(existsSync(received['import'] ?? '')).toBe(true);
});

test('the breakpoints of images have defaults', async () => {
  await using _app = await open();
  expect(theStrapi().config.get('plugin::upload.breakpoints')).toEqual({
    large: 1000,
    medium: 750,
    small: 500,
  });
});

test('an upload by an administrator has a creator', async () => {
  await using app = await open();
  const { db, plugin } = theStrapi();
  const user = await db.query('admin::user').create({ data: { email: 'ada@example.com' } });
  const filepath = path.join(app.folder, 'a.txt');
  writeFileSync(filepath, 'text');
  const upload = plugin('upload')?.service('upload')?.['upload'] as Callable;
  const files = { filepath, originalFilename: 'a.txt', mimetype: 'text/plain', size: 4 };
  const rows: unknown = await Reflect.apply(upload, undefined, [{ data: {}, files }, { user }]);
  const [{ id } = { id: 0 }] = rows as readonly { readonly id: number }[];
  const populate = ['createdBy', 'updatedBy'];
  const row = await db.query('plugin::upload.file').findOne({ where: { id }, populate });
  expect(row).toMatchObject({ createdBy: { id: user.id }, updatedBy: { id: user.id } });
});

test('policies and middlewares are created once for each route', async () => {
  const project = makeProject({
    [schemaOf('post')]: collectionType('post'),
    'src/policies/counted.js': `globalThis.created = [];
      module.exports = { validator: ({ route }) => globalThis.created.push(route), handler: () => true };`,
    'src/middlewares/counted.js': `module.exports = ({ route }) => {
      globalThis.created.push(route);
      return (_, next) => next();
    };`,
    'src/api/post/routes/post.js': `const counted = (route) => ({
        policies: [{ name: 'global::counted', config: { route } }],
        middlewares: [{ name: 'global::counted', config: { route } }],
      });
      module.exports = require('@strapi/strapi').factories.createCoreRouter('api::post.post', {
        config: { find: counted('find'), update: counted('update'), publish: counted('publish') },
      });`,
    'src/index.js': 'module.exports = { bootstrap() { return 1; } };',
  });
  await using _app = await openTestApp({ project });
  const names = ['find', 'publish', 'update'];
  const created = Reflect.get(globalThis, 'created') as string[];
  expect(created.toSorted()).toEqual(names.flatMap((name) => [name, name]));
});
