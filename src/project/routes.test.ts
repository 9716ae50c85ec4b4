import { describe, expect, test } from 'vitest';
import {
  collectionType,
  makeProject,
  schemaOf,
  type ProjectFiles,
} from '../../test/support/project-folder.ts';
import { loadProject, type Project } from './load.ts';

const FACTORY = `const { createCoreRouter, createCoreController } = require('@strapi/strapi').factories;\n`;
const ROUTER = 'src/api/post/routes/post.js';
const CONTROLLER = 'src/api/post/controllers/post.js';
const ALL = ['GET /posts', 'GET /posts/:id', 'POST /posts', 'PUT /posts/:id', 'DELETE /posts/:id'];

describe('what is served', () => {
  test('everything where an API has no router', async () => {
    const { routes, warnings } = await load({});
    expect(routes.routes.map(line)).toEqual(ALL);
    expect(routes.routes[0]).toEqual({
      uid: 'api::post.post',
      action: 'find',
      name: 'api::post.post.find',
      method: 'GET',
      path: '/posts',
      auth: { scope: ['api::post.post.find'] },
    });
    expect(warnings).toEqual([]);
  });

  test('three routes of a single type', async () => {
    const page = { ...plainType('page'), kind: 'singleType' };
    const { routes } = await load({ [schemaOf('page')]: page });
    expect(routes.routes.filter(({ uid }) => uid === 'api::page.page').map(line)).toEqual([
      'GET /page',
      'PUT /page',
      'DELETE /page',
    ]);
  });

  test('everything with routers and controllers that nobody touched', async () => {
    const { routes, warnings } = await load({
      [ROUTER]: `${FACTORY.replace(', createCoreController', '')}module.exports = createCoreRouter('api::post.post');`,
      [CONTROLLER]: `${FACTORY.replace('createCoreRouter, ', '')}module.exports = createCoreController('api::post.post');`,
    });
    expect(routes.routes.map(line)).toEqual(ALL);
    expect(warnings).toEqual([]);
  });

  test('what only, except and prefix leave', async () => {
    const { routes } = await loadRouters([
      `{ only: ['find', 'create'] }`,
      `{ only: [] }`,
      `{ except: ['findOne', 'update', 'delete'] }`,
      `{ only: ['find', 'delete'], except: ['delete'] }`,
      `{ only: ['find'], prefix: '/v2' }`,
      `{ only: ['find'], prefix: '/v2', config: { find: { prefix: '' } } }`,
    ]);
    expect(routes.routes.map(line)).toEqual([
      'GET /as',
      'POST /as',
      'GET /cs',
      'POST /cs',
      'GET /ds',
      'GET /v2/es',
      'GET /fs',
    ]);
  });

  test('the access that config.auth gives', async () => {
    const { routes, warnings } = await loadRouters(
      [
        '{ auth: false }',
        `{ auth: { scope: ['a', 'b'] } }`,
        `{ auth: { scope: [] } }`,
        `{ auth: {} }`,
        `{ policies: [], middlewares: [], tags: ['x'] }`,
      ].map((config) => `{ only: ['find'], config: { find: ${config} } }`),
    );
    expect(routes.routes.map(({ auth }) => auth)).toEqual([
      false,
      { scope: ['a', 'b'] },
      { scope: ['api::c.c.find'] },
      { scope: ['api::d.d.find'] },
      { scope: ['api::e.e.find'] },
    ]);
    expect(warnings).toEqual([]);
  });

  test('core actions in a plain router, at their own place', async () => {
    const { routes } = await load({
      [ROUTER]: `module.exports = { routes: [
        { method: 'GET', path: '/posts', handler: 'post.find', config: { policies: [], middlewares: [] } },
        { method: 'GET', path: '/posts/:id', handler: 'api::post.post.findOne', config: { auth: false } },
        { method: 'GET', path: '/entries', handler: 'post.find' },
        { method: 'PATCH', path: '/posts/:id', handler: 'post.update' },
      ] };`,
    });
    expect(routes.routes.map((route) => [line(route), route.auth])).toEqual([
      ['GET /posts', { scope: ['api::post.post.find'] }],
      ['GET /posts/:id', false],
    ]);
    expect(routes.custom.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /entries',
      'PATCH /posts/:id',
    ]);
  });

  test('of two rules for one route the first counts, as in Strapi', async () => {
    const { routes } = await load({
      'src/api/post/routes/01-open.js': `module.exports = { routes: [
        { method: 'GET', path: '/posts', handler: 'post.find', config: { auth: false } } ] };`,
      ...router(`{}`),
    });
    expect(routes.routes.map(line)).toEqual(ALL);
    expect(routes.routes[0]?.auth).toBe(false);
  });

  test('nothing of a type that no router of its API serves', async () => {
    const { routes, warnings } = await load({
      'src/api/post/routes/custom.js': `module.exports = { routes: [] };`,
    });
    expect(routes.routes).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining('have no routes: api::post.post.')]);
  });

  test('a router in another API asks for the permission that Strapi would', async () => {
    const { routes } = await load({
      [schemaOf('note')]: plainType('note'),
      'src/api/note/routes/a.js': `${FACTORY}module.exports = createCoreRouter('api::note.note', {});`,
      'src/api/note/routes/b.js': `${FACTORY}module.exports = createCoreRouter('api::post.post', { only: ['find'], prefix: '/n' });`,
    });
    expect(routes.routes).toContainEqual(
      expect.objectContaining({
        path: '/n/posts',
        auth: { scope: ['api::note.api::post.post.find'] },
      }),
    );
  });
});

describe('what answers 501', () => {
  test('routes with policies, middlewares or an unknown auth', async () => {
    const { routes, warnings } = await loadRouters(
      [
        `{ policies: ['is-owner', { name: 'global::x' }] }`,
        `{ middlewares: ['api::post.stamp'] }`,
        `{ policies: [() => false], middlewares: [() => {}] }`,
        `{ auth: true }`,
      ].map((config) => `{ config: { find: ${config} } }`),
    );
    const blocked = {
      'api::a.a.find': 'policies is-owner, global::x in src/api/a/routes/a.js',
      'api::b.b.find': 'middlewares api::post.stamp in src/api/b/routes/b.js',
      'api::c.c.find': 'policies a function and middlewares a function in src/api/c/routes/c.js',
      'api::d.d.find': 'an unknown form of "auth" in src/api/d/routes/d.js',
    };
    expect(blockedOf(routes)).toEqual(blocked);
    expect(warnings).toEqual(
      Object.entries(blocked).map(([name, reason]) =>
        expect.stringContaining(`"${name}" (${reason})`),
      ),
    );
  });

  test('an action of the own controller', async () => {
    const { routes } = await load({
      [CONTROLLER]: `${FACTORY}module.exports = createCoreController('api::post.post', () => ({
        async find(ctx) { return super.find(ctx); }, async mine() {} }));`,
    });
    expect(blockedOf(routes)).toEqual({ 'api::post.post.find': `${CONTROLLER} has its own find` });
  });

  test('everything whose controller changes what all actions use', async () => {
    const { routes, warnings } = await load({
      [CONTROLLER]: `${FACTORY}module.exports = createCoreController('api::post.post', { sanitizeOutput() {} });`,
    });
    expect(Object.keys(blockedOf(routes))).toHaveLength(5);
    expect(warnings).toEqual([
      expect.stringContaining(`"api::post.post" (${CONTROLLER} has its own sanitizeOutput).`),
    ]);
  });

  test('everything whose controller or router cannot be read', async () => {
    for (const file of [ROUTER, CONTROLLER]) {
      const { routes } = await load({ [file]: 'throw new Error("no database");' });
      expect(Object.values(blockedOf(routes))).toEqual(
        Array.from({ length: 5 }, () => `${file} cannot be read: no database`),
      );
    }
  });

  test('the types of the API of an unreadable router, and those that it names', async () => {
    const { routes } = await load({
      [schemaOf('note')]: plainType('note'),
      [schemaOf('page')]: plainType('page'),
      ...router('{}'),
      'src/api/post/routes/broken.js': `${FACTORY}throw new Error(); createCoreRouter('api::note.note');`,
    });
    const uids = new Set(Object.keys(blockedOf(routes)).map((name) => name.replace(/\.\w+$/, '')));
    expect([...uids].toSorted()).toEqual(['api::note.note', 'api::post.post']);
  });

  test.each([
    ['/posts', 'GET', 'api::post.post.find'],
    ['/:slug', 'ALL', 'api::post.post.find'],
    ['/posts/:slug', 'GET', 'api::post.post.findOne'],
    ['/posts/(.*)', 'GET', 'api::post.post.findOne'],
  ])('a route that a custom one %s answers before', async (path, method, name) => {
    const { routes } = await load({
      'src/api/post/routes/01-first.js': `module.exports = { routes: [
        { method: '${method}', path: '${path}', handler: 'post.search' } ] };`,
      ...router('{}'),
    });
    expect(blockedOf(routes)[name]).toBe(
      `${method} ${path} in src/api/post/routes/01-first.js answers instead`,
    );
  });

  test('not a route that a custom one follows, or meets for one entry only', async () => {
    const custom = (path: string) =>
      `module.exports = { routes: [{ method: 'GET', path: '${path}', handler: 'post.search' }] };`;
    const { routes, warnings } = await load({
      'src/api/post/routes/01-first.js': custom('/posts/featured'),
      ...router('{}'),
      'src/api/post/routes/z-last.js': custom('/posts/:slug'),
    });
    expect(blockedOf(routes)).toEqual({});
    expect(warnings).toEqual([
      expect.stringContaining(
        'GET /posts/featured -> post.search (src/api/post/routes/01-first.js)',
      ),
    ]);
  });
});

describe('release', () => {
  const blocked = {
    ...router(
      `{ config: { find: { auth: false, policies: ['a'] }, create: { policies: ['b'] } } }`,
    ),
  };

  test('one action by its name, with the access that its router gives', async () => {
    const { routes, warnings } = await load({
      ...blocked,
      'config/quoin.json': { release: ['api::post.post.find'] },
    });
    expect(Object.keys(blockedOf(routes))).toEqual(['api::post.post.create']);
    expect(routes.routes[0]).toMatchObject({ action: 'find', auth: false });
    expect(warnings).toHaveLength(1);
  });

  test('a whole type by its uid', async () => {
    const { routes, warnings } = await load({
      ...blocked,
      'config/quoin.json': { release: ['api::post.post'] },
    });
    expect(blockedOf(routes)).toEqual({});
    expect(warnings).toEqual([]);
  });

  test('a name that is none is told', async () => {
    const { warnings } = await load({ 'config/quoin.json': { release: ['api::post.post.fnd'] } });
    expect(warnings).toEqual([
      expect.stringContaining('Unknown names in "release" of config/quoin: api::post.post.fnd.'),
    ]);
  });
});

/** Without drafts: what those add stands in route-table.test.ts. */
function plainType(name: string): object {
  return { ...collectionType(name), options: {} };
}

function router(options: string): ProjectFiles {
  return { [ROUTER]: `${FACTORY}module.exports = createCoreRouter('api::post.post', ${options});` };
}

/** A project with a type for each of these options of a core router: a, b, c … */
function loadRouters(options: readonly string[]): Promise<Project> {
  const files = options.flatMap((text, index): [string, string | object][] => {
    const name = String.fromCodePoint('a'.charCodeAt(0) + index);
    const code = `${FACTORY}module.exports = createCoreRouter('api::${name}.${name}', ${text});`;
    return [
      [schemaOf(name), plainType(name)],
      [`src/api/${name}/routes/${name}.js`, code],
    ];
  });
  return loadProject(makeProject(Object.fromEntries(files)), { builtIn: [], environment: {} });
}

function load(files: ProjectFiles): Promise<Project> {
  const root = makeProject({ [schemaOf('post')]: plainType('post'), ...files });
  return loadProject(root, { builtIn: [], environment: {} });
}

function line({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method} ${path}`;
}

function blockedOf({ routes }: Project['routes']): Readonly<Record<string, string>> {
  return Object.fromEntries(
    routes.flatMap(({ name, blocked }) => (blocked ? [[name, blocked]] : [])),
  );
}
