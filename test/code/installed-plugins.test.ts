// Plugins installed from npm: what their server parts use of `strapi`.
import { describe, expect, test } from 'vitest';
import { codeProblems, describedRoutes } from '../../src/app/code/project-code.ts';
import { openProject } from '../../src/app/project.ts';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';
import { call, registerAdmin } from '../support/admin.ts';
import { collectionType, makeProject } from '../support/project-folder.ts';
import { shelfProject } from '../support/shelf-plugin.ts';

function create(app: TestApp, data: object): Promise<TestResponse> {
  return call(app, '/api/posts', { method: 'POST', body: { data }, token: app.token });
}

function open(files: object = {}): Promise<TestApp> {
  return openTestApp({ project: makeProject({ ...shelfProject, ...files }) });
}

test('a plugin may be installed above the project, as in a workspace', async () => {
  const above = Object.entries(shelfProject).map(([path, file]) => [
    path.startsWith('node_modules/') ? path : `app/${path}`,
    file,
  ]);
  const root = makeProject(Object.fromEntries(above));
  const project = await openProject(`${root}/app`, { environment: {} });
  const { routes = [] } = (await describedRoutes(project)) ?? {};
  expect(routes.map(({ path }) => path)).toContain('/api/shelf/facts');
});

test('config files import @strapi/utils, which need not be installed', async () => {
  const server =
    "const { env } = require('@strapi/utils'); module.exports = { port: env.int('X', 2) };";
  await using app = await open({ 'config/server.js': server });
  expect(app.project.config.server.port).toBe(2);
});

describe('a plugin', () => {
  test('stores custom fields as their types', async () => {
    await using app = await open();
    const data = { title: 'A', colour: '#fff', labels: ['a'] };
    const created = await create(app, data);
    expect(created.json()).toMatchObject({ data });
    expect(app.store.registry.attribute('api::post.post', 'labels')).toMatchObject({
      type: 'json',
    });
    expect(app.project.warnings.filter((warning) => warning.includes('Custom fields'))).toEqual([]);
  });

  test('sees types of custom fields, counts rows and builds populates', async () => {
    await using app = await open();
    await create(app, { title: 'A', seo: { text: 'b' } });
    const response = await app.request('/api/shelf/facts');
    expect(response.json()).toEqual({
      types: { colour: 'string', labels: 'json' },
      populate: ['seo', 'createdBy', 'updatedBy', 'localizations'],
      seo: { populate: {} },
      // The draft's and the published one's.
      parts: 2,
      settings: 0,
      actions: ['plugin::shelf.read'],
      known: { controllers: { facts: ['list'] } },
      shelves: 1,
    });
  });

  test('adds parameters to routes', async () => {
    await using app = await open();
    const saved = await create(app, { title: 'A', note: 'short' });
    expect(saved.status).toBe(201);
    const rejected = await create(app, { title: 'A', note: 'too long' });
    expect(rejected.json()).toMatchObject({
      error: { name: 'ValidationError', details: { key: 'note', source: 'body' } },
    });
    const list = await app.request('/api/posts?shelf=top');
    expect(list.json()).toMatchObject({ data: [{ title: 'top' }] });
  });

  test('adds parameters that strictParams allows', async () => {
    const strict = { 'config/api.js': 'module.exports = { rest: { strictParams: true } };' };
    await using app = await open(strict);
    const statusOf = async (query: string): Promise<number> =>
      (await app.request(`/api/posts?${query}`)).status;
    expect(await statusOf('shelf=top')).toBe(200);
    expect(await statusOf('shelf=bottom')).toBe(400);
    expect(await statusOf('other=top')).toBe(400);
  });

  test('serves admin routes', async () => {
    await using app = await open();
    const token = await registerAdmin(app);
    expect((await call(app, '/shelf/settings')).status).toBe(401);
    await call(app, '/shelf/settings', { method: 'PUT', token, body: { size: 1 } });
    for (const url of ['/shelf/settings', '/shelf/of/api::post.post']) {
      const response = await call(app, url, { token });
      expect(response.json()).toEqual({ colour: 'red', stored: { size: 1 } });
    }
    expect((await call(app, '/shelf/of/api::nothing', { token })).status).toBe(403);
  });

  test('cannot add a parameter twice, or replace one of the content API', async () => {
    const add = (params: string): object => ({
      'src/index.js': `module.exports = { register({ strapi }) { strapi.contentAPI.addQueryParams(${params}); } };`,
    });
    const string = 'schema: (z) => z.string()';
    await expect(open(add(`{ shelf: { ${string} } }`))).rejects.toThrow('already been added');
    await expect(open(add(`{ sort: { ${string} } }`))).rejects.toThrow('reserved by Strapi');
    const object = 'schema: (z) => z.object({ a: z.string() })';
    await expect(open(add(`{ own: { ${object} } }`))).rejects.toThrow('must be a scalar');
  });

  test('stops the start if its configuration is invalid', async () => {
    const plugins = 'module.exports = { shelf: { config: { colour: 5 } } };';
    await expect(open({ 'config/plugins.js': plugins })).rejects.toThrow('colour must be a text');
  });
});

test('routes are listed and checked even if controllers request a store when they are created', async () => {
  const project = await openProject(makeProject(shelfProject), { environment: {} });
  expect(await codeProblems(project)).toEqual([]);
  const { routes = [] } = (await describedRoutes(project)) ?? {};
  expect(routes.map(({ path }) => path)).toContain('/api/shelf/facts');
});

test('services of plugins that do not run exist, but have no effect', async () => {
  const manifest = (name: string, strapi?: object): string =>
    JSON.stringify({ name, version: '1.0.0', dependencies: { [name]: '1.0.0' }, strapi });
  const graphql = '@strapi/plugin-graphql';
  await using app = await openTestApp({
    project: makeProject({
      'package.json': manifest(graphql),
      [`node_modules/${graphql}/package.json`]: manifest(graphql, {
        kind: 'plugin',
        name: 'graphql',
      }),
      'config/plugins.js': 'module.exports = { documentation: { enabled: true } };',
      'src/index.js': `module.exports = {
        register({ strapi }) {
          const extension = strapi.plugin('graphql').service('extension');
          extension.use(() => { throw new Error('called'); }).use({});
          const post = extension.shadowCRUD('api::post.post').disableActions(['create']);
          post.disableQueries().field('title').disableInput().disableOutput();
          strapi.plugin('documentation').service('override').registerOverride({});
        },
      };`,
    }),
  });
  expect((await app.request('/api/users/me', { authorization: null })).status).toBe(403);
});

test('schemas of the project extend the plugin’s content-types, and can add others', async () => {
  const inExtensions = (plugin: string, type: string): string =>
    `src/extensions/${plugin}/content-types/${type}/schema.json`;
  await using app = await open({
    [inExtensions('shelf', 'shelf')]: {
      attributes: { name: { type: 'string' }, width: { type: 'integer' } },
    },
    [inExtensions('shelf', 'rack')]: {
      kind: 'collectionType',
      info: { singularName: 'rack', pluralName: 'racks', displayName: 'Rack' },
      attributes: { height: { type: 'integer' } },
    },
    [inExtensions('missing', 'part')]: collectionType('part'),
    'src/api/size/routes/size.js': `module.exports = { routes: [
      { method: 'GET', path: '/sizes', handler: 'size.list', config: { auth: false } }] };`,
    'src/api/size/controllers/size.js': `module.exports = { async list(ctx) {
      const { width } = await strapi.documents('plugin::shelf.shelf').create({ data: { width: 3 } });
      const { height } = await strapi.documents('plugin::shelf.rack').create({ data: { height: 4 } });
      ctx.body = { width, height };
    } };`,
  });
  const response = await app.request('/api/sizes', { authorization: null });
  expect(response.json()).toEqual({ width: 3, height: 4 });
  expect(app.store.registry.attribute('plugin::shelf.shelf', 'name')).toBeDefined();
  expect(app.project.warnings.filter((warning) => warning.includes('Schemas'))).toEqual([
    `Schemas of missing plugins are ignored: ${inExtensions('missing', 'part')}.`,
  ]);
});

test('an error in a schema that extends a content-type names its file', async () => {
  const file = 'src/extensions/shelf/content-types/shelf/schema.json';
  await expect(open({ [file]: { attributes: { name: { type: 'nothing' } } } })).rejects.toThrow(
    file,
  );
});
