// Projects with code: how it is loaded, which routes it handles, and which errors prevent a start.
import { describe, expect, test } from 'vitest';
import { codeProblems, describedRoutes } from '../../src/app/code/project-code.ts';
import { openProject } from '../../src/app/project.ts';
import { openTestApp } from '../support/app.ts';
import {
  collectionType,
  makeProject,
  schemaOf,
  type ProjectFiles,
} from '../support/project-folder.ts';

const post = { [schemaOf('post')]: collectionType('post') };
const factory = (name: string, more: string = '') =>
  `module.exports = require('@strapi/strapi').factories.createCore${name}('api::post.post'${more});`;
const core: ProjectFiles = {
  ...post,
  'src/api/post/controllers/post.js': factory('Controller'),
  'src/api/post/services/post.js': factory('Service'),
  'src/api/post/routes/post.js': factory('Router'),
};

const ways = async (files: ProjectFiles, api: string = 'post'): Promise<readonly string[]> => {
  const project = await openProject(makeProject(files), { environment: {} });
  const { routes = [] } = (await describedRoutes(project)) ?? {};
  return routes
    .filter(
      ({ path, handler }) => handler.startsWith(`api::${api}.`) && !path.includes('/actions/'),
    )
    .map(({ way, handler }) => `${handler.split('.').at(-1)} ${way}`);
};

describe('handling of a route', () => {
  test('is direct for unchanged core actions', async () => {
    expect(await ways(core)).toEqual([
      'find direct',
      'findOne direct',
      'create direct',
      'update direct',
      'delete direct',
    ]);
  });

  test('is direct for core actions of all types', async () => {
    const home = { ...collectionType('home'), kind: 'singleType' };
    const files = { ...core, [schemaOf('note')]: collectionType('note'), [schemaOf('home')]: home };
    const direct = ['find direct', 'findOne direct', 'create direct', 'update direct'];
    expect(await ways(files)).toEqual([...direct, 'delete direct']);
    expect(await ways(files, 'note')).toEqual([...direct, 'delete direct']);
    expect(await ways(files, 'home')).toEqual(['find direct', 'update direct', 'delete direct']);
  });

  test.each([
    [
      'an action that is extended',
      {
        'src/api/post/controllers/post.js': factory(
          'Controller',
          ', () => ({ async find(ctx) { return super.find(ctx); } })',
        ),
      },
      ['find code', 'findOne direct', 'create direct', 'update direct', 'delete direct'],
    ],
    [
      'a service that is extended, for all actions',
      {
        'src/api/post/services/post.js': factory(
          'Service',
          ', () => ({ async find(params) { return super.find(params); } })',
        ),
      },
      ['find code', 'findOne code', 'create code', 'update code', 'delete code'],
    ],
    [
      'a policy',
      {
        'src/policies/yes.js': 'module.exports = () => true;',
        'src/api/post/routes/post.js': factory(
          'Router',
          ", { config: { delete: { policies: ['global::yes'] } } }",
        ),
      },
      ['find direct', 'findOne direct', 'create direct', 'update direct', 'delete code'],
    ],
    [
      'lifecycles of writes',
      {
        'src/api/post/content-types/post/lifecycles.js': 'module.exports = { beforeCreate() {} };',
      },
      ['find direct', 'findOne direct', 'create code', 'update code', 'delete code'],
    ],
    [
      'a document middleware, for all types',
      {
        'src/index.js':
          'module.exports = { register({ strapi }) { strapi.documents.use((_, next) => next()); } };',
      },
      ['find code', 'findOne code', 'create code', 'update code', 'delete code'],
    ],
  ])('depends on code: %s', async (_, files, expected) => {
    expect(await ways({ ...core, ...files })).toEqual(expected);
  });
});

test('a policy protects a direct route, however its URL is written', async () => {
  await using app = await openTestApp({
    project: makeProject({
      ...core,
      'src/policies/no.js': 'module.exports = () => false;',
      'src/api/post/routes/post.js': factory(
        'Router',
        ", { config: { find: { policies: ['global::no'] } } }",
      ),
    }),
  });
  expect((await app.request('/api/posts')).status).toBe(403);
  expect((await app.request('/API/Posts/')).status).toBe(403);
  expect((await app.request('/api/p%6fsts')).status).toBe(404);
  expect((await app.request('/api/posts/nope')).status).toBe(404);
  const created = await app.request('/api/posts', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"data":{"title":"A"}}',
  });
  expect(created.status).toBe(201);
});

test('hooks that bootstrap registers run for routes', async () => {
  await using app = await openTestApp({
    project: makeProject({
      ...core,
      'src/index.js': `module.exports = { bootstrap({ strapi }) {
        strapi.db.lifecycles.subscribe({
          models: ['api::post.post'],
          afterFindMany({ result }) { result.push({ id: 0, title: 'of the hook' }); },
        });
      } };`,
    }),
  });
  const response = await app.request('/api/posts');
  expect(response.json<{ data: unknown }>().data).toEqual([{ id: 0, title: 'of the hook' }]);
});

test('the code of a project that cannot be served is closed', async () => {
  const folder = makeProject({
    [schemaOf('post')]: collectionType('post', { title: { type: 'nope' } }),
    'src/index.js': 'module.exports = { destroy() { globalThis.destroyed = true; } };',
  });
  try {
    await expect(openProject(folder, { environment: {} })).rejects.toThrow('nope');
    expect(Reflect.get(globalThis, 'destroyed')).toBe(true);
  } finally {
    Reflect.deleteProperty(globalThis, 'destroyed');
  }
});

test('a route middleware changes the query of a direct route, and reads its response', async () => {
  await using app = await openTestApp({
    project: makeProject({
      ...core,
      'src/api/post/middlewares/short.js': `module.exports = () => async (ctx, next) => {
        ctx.query.fields = ['title'];
        await next();
        ctx.body.meta.keys = Object.keys(ctx.body.data[0]);
      };`,
      'src/api/post/routes/post.js': factory(
        'Router',
        ", { config: { find: { middlewares: ['api::post.short'] } } }",
      ),
    }),
  });
  await app.request('/api/posts', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"data":{"title":"A"}}',
  });
  const response = await app.request('/api/posts');
  const { meta } = response.json<{ meta: { keys: string[] } }>();
  expect(meta.keys).toEqual(['id', 'documentId', 'title']);
});

test('runs TypeScript without a build, with the same paths as after one', async () => {
  const folder = makeProject({
    ...post,
    'tsconfig.json': { compilerOptions: { outDir: 'dist' } },
    'src/lib/words.ts': 'export const words = (name: string): string => `hello ${name}`;',
    'src/api/post/controllers/post.ts': `import { factories } from '@strapi/strapi';
      import { errors } from '@strapi/utils';
      import { words } from '../../../lib/words';
      export default factories.createCoreController('api::post.post', ({ strapi }) => ({
        hello(ctx: any) {
          if (ctx.params.name === 'nobody') throw new errors.NotFoundError('No one is there');
          return { words: words(ctx.params.name), place: __dirname.split('/').slice(-5).join('/') };
        },
      }));`,
    'src/api/post/services/post.ts':
      "import { factories } from '@strapi/strapi';\nexport default factories.createCoreService('api::post.post');",
    'src/api/post/routes/hello.ts':
      "export default { routes: [{ method: 'GET', path: '/hello/:name', handler: 'post.hello', config: { auth: false } }] };",
  });
  await using app = await openTestApp({ project: folder });
  const response = await app.request('/api/hello/you');
  expect(response.json()).toEqual({ words: 'hello you', place: 'dist/src/api/post/controllers' });
  const missing = await app.request('/api/hello/nobody');
  expect([missing.status, missing.json<{ error: object }>().error]).toEqual([
    404,
    { status: 404, name: 'NotFoundError', message: 'No one is there', details: {} },
  ]);
});

test('register may set limits of the server, and errors of unavailable members name alternatives', async () => {
  const register = `({ strapi }) => {
    strapi.server.httpServer.requestTimeout = 1800000;
    const said = (read) => { try { return read(); } catch (error) { return error.message; } };
    globalThis.said = {
      sanitizers: said(() => strapi.sanitizers.get('content-api.output')),
      router: said(() => strapi.server.mount()),
      builder: said(() => strapi.db.queryBuilder('api::post.post')),
      ee: strapi.ee.features.isEnabled('review-workflows'),
      client: [strapi.db.dialect.client, strapi.db.config.connection.client],
      level: strapi.config.get('logger.level'),
    };
  }`;
  const folder = makeProject({
    ...core,
    'config/plugins.js':
      'module.exports = { upload: { config: { breakpoints: { xlarge: undefined, small: 500 } } } };',
    'config/database.js': "module.exports = { connection: { client: 'sqlite', connection: {} } };",
    'config/logger.js': `const { winston, formats: { prettyPrint } } = require('@strapi/logger');
      const format = winston.format.combine(prettyPrint({ timestamps: true }), winston.format.json());
      module.exports = { level: 'warn', transports: [new winston.transports.Console({ format })] };`,
    'src/index.js': `exports.register = ${register};`,
  });
  try {
    const project = await openProject(folder, { environment: {} });
    expect(await codeProblems(project)).toEqual([]);
    expect(Reflect.get(globalThis, 'said')).toEqual({
      sanitizers:
        'strapi.sanitizers is not available in Quoin. Use strapi.contentAPI.sanitize instead.',
      router: 'strapi.server.mount is not available in Quoin. Use strapi.server.use() instead.',
      builder:
        'strapi.db.queryBuilder is not available in Quoin. Use strapi.db.query(uid) or strapi.db.connection instead.',
      ee: false,
      client: ['sqlite', 'sqlite'],
      level: 'warn',
    });
  } finally {
    Reflect.deleteProperty(globalThis, 'said');
  }
});

test('files of policies and middlewares may export something else', async () => {
  const shared = 'exports.first = (text) => text.split(" ")[0];';
  await using app = await openTestApp({
    project: makeProject({
      ...core,
      'src/api/post/policies/words.js': shared,
      'src/api/post/middlewares/words.js': shared,
      'src/policies/words.js': shared,
      'src/middlewares/words.js': shared,
      'src/api/own/controllers/own.js': `const { first } = require('../../post/middlewares/words');
        module.exports = { run: () => ({ word: first('one two') }) };`,
      'src/api/own/routes/own.js': `module.exports = { routes: [
        { method: 'GET', path: '/own', handler: 'own.run', config: { auth: false } } ] };`,
    }),
  });
  expect((await app.request('/api/own')).json()).toEqual({ word: 'one' });
});

describe('stops a start', () => {
  test.each([
    [
      'a file that throws',
      { 'src/api/post/services/post.js': "throw new Error('no luck');" },
      'no luck',
    ],
    [
      'register that throws',
      { 'src/index.js': "exports.register = () => { throw new Error('not today'); };" },
      'not today',
    ],
  ])('%s', async (_, files, message) => {
    const opening = openProject(makeProject({ ...core, ...files }), { environment: {} });
    await expect(opening).rejects.toThrow(message);
  });

  test.each([
    [
      'a handler',
      "handler: 'post.nothing'",
      'Error creating endpoint GET /x: Handler not found "post.nothing"',
    ],
    [
      'a policy',
      "handler: 'post.find', config: { policies: ['nope'] }",
      'Error creating endpoint GET /x: Policy nope not found.',
    ],
    [
      'a middleware',
      "handler: 'post.find', config: { middlewares: ['global::nope'] }",
      'Error creating endpoint GET /x: Middleware global::nope not found.',
    ],
    [
      'a policy without a function',
      "handler: 'post.find', config: { policies: ['words'] }",
      'Error creating endpoint GET /x: Policy words does not export a function.',
    ],
    [
      'a middleware without a function',
      "handler: 'post.find', config: { middlewares: ['api::post.words'] }",
      'Error creating endpoint GET /x: Middleware api::post.words does not export a function.',
    ],
  ])('%s that cannot be used, which a check reports as well', async (_, route, message) => {
    const folder = makeProject({
      ...core,
      'src/api/post/policies/words.js': 'exports.first = (text) => text.split(" ")[0];',
      'src/api/post/middlewares/words.js': 'exports.first = (text) => text.split(" ")[0];',
      'src/api/post/routes/x.js': `module.exports = { routes: [{ method: 'GET', path: '/x', ${route} }] };`,
    });
    const project = await openProject(folder, { environment: {} });
    expect((await codeProblems(project)).map((problem) => problem.message)).toEqual([message]);
    const issues = [{ file: 'src/api/post/routes', path: '', message }];
    await expect(openTestApp({ project: folder })).rejects.toMatchObject({ issues });
  });
});
