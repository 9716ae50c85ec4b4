// The description of routes, for `quoin routes` and `quoin start`: before and after the start.
import { expect, test } from 'vitest';
// Loaded here, not in the first test: that takes long on a busy machine.
import '../../src/app/code/runtime.ts';
import { describedRoutes } from '../../src/app/code/project-code.ts';
import { openProject } from '../../src/app/project.ts';
import type { RouteDescription } from '../../src/code/routes/describe-routes.ts';
import type { Project } from '../../src/project/load.ts';
import { openTestApp } from '../support/app.ts';
import {
  collectionType,
  makeProject,
  schemaOf,
  type ProjectFiles,
} from '../support/project-folder.ts';

const core: ProjectFiles = { [schemaOf('post')]: collectionType('post') };
const index = (body: string): ProjectFiles => ({
  'src/index.js': `module.exports = { ${body} };`,
});
const EVERY_REQUEST = `module.exports = ['strapi::errors', 'strapi::security', 'strapi::cors', 'strapi::query',
    'strapi::body', 'strapi::favicon', 'strapi::public', 'strapi::ip', { resolve: './src/own' }, 'global::next'];`;
const next = 'module.exports = () => (_, next) => next();';

test.each<[string, ProjectFiles, readonly string[], (readonly string[])?]>([
  [
    'code that changes no route',
    index('bootstrap() { return 1; }'),
    [
      'direct GET /api/posts',
      'direct PUT /api/posts/:id',
      'direct POST /api/posts/:id/actions/publish',
      'direct GET /api/users',
      'direct PUT /api/users-permissions/roles/:id',
      'code GET /api/connect/(.*)',
    ],
  ],
  [
    'routes and middlewares that register adds',
    index(`register({ strapi }) {
        strapi.server.routes([{ method: 'GET', path: '/own', handler: (ctx) => { ctx.body = 'own'; } }]);
        strapi.server.use((_, next) => next());
      }`),
    ['code GET /own', 'direct GET /api/posts'],
    ['strapi.server.use()'],
  ],
  [
    'middlewares for some paths',
    index(`register({ strapi }) {
        strapi.server.router.use('/api/posts', (_, next) => next());
        strapi.server.api('admin').use((_, next) => next());
      }`),
    ['code GET /api/posts', 'code PUT /api/posts/:id', 'direct GET /api/users'],
  ],
  [
    'a plugin without some of its routes',
    {
      'src/extensions/users-permissions/strapi-server.js': `module.exports = (plugin) => {
          const api = plugin.routes['content-api'];
          api.routes = api.routes.filter(({ handler }) => handler !== 'auth.register');
          return plugin;
        };`,
    },
    ['code GET /api/users', 'code POST /api/auth/local', 'direct GET /api/upload/files'],
  ],
  [
    'a replaced service',
    index(`register({ strapi }) {
        strapi.plugin('users-permissions').services.user.fetchAll = () => [];
      }`),
    ['code GET /api/users', 'direct GET /api/users/:id'],
  ],
  [
    'a strategy',
    index(`register({ strapi }) {
        const strategy = { name: 'own', authenticate: () => ({ authenticated: false }) };
        strapi.get('auth').register('content-api', strategy);
      }`),
    [
      'code GET /api/posts',
      'code POST /api/posts/:id/actions/publish',
      'code GET /api/users',
      'code POST /api/upload',
    ],
  ],
  [
    'hooks and global middlewares',
    {
      ...index(
        `register({ strapi }) { strapi.db.lifecycles.subscribe({ models: ['api::post.post'], beforeCreate() {} }); }`,
      ),
      'config/middlewares.js': EVERY_REQUEST,
      'src/middlewares/next.js': next,
      'src/own.js': next,
    },
    [
      'direct GET /api/posts',
      'code POST /api/posts',
      'code GET /api/users',
      'code POST /api/posts/:id/actions/publish',
    ],
    ['./src/own', 'global::next'],
  ],
])('%s is the same as in the running server', async (_, files, lines, forAll = []) => {
  const folder = makeProject({ ...core, ...files });
  const linesOf = ({ routes }: RouteDescription) =>
    routes.map(({ way, method, path }) => `${way} ${method} ${path.replace(':role', ':id')}`);
  const described = async (project: Project): Promise<RouteDescription> =>
    (await describedRoutes(project)) ?? { routes: [], forAll: ['no code'] };
  const before = await described(await openProject(folder, { environment: {} }));
  await using app = await openTestApp({ project: folder });
  const started = await described(app.project);
  expect(linesOf(started)).toEqual(expect.arrayContaining([...lines]));
  expect(started.forAll).toEqual(forAll);
  expect(linesOf(before)).toEqual(linesOf(started));
  expect(before.forAll).toEqual(forAll);
});

test('includes routes that bootstrap adds', async () => {
  const body = `bootstrap({ strapi }) {
      strapi.documents.use((_, next) => next());
      strapi.server.router.get('/late', (ctx) => { ctx.body = 'late'; });
    }`;
  await using app = await openTestApp({ project: makeProject({ ...core, ...index(body) }) });
  const { routes = [], forAll } = (await describedRoutes(app.project)) ?? {};
  expect(routes.filter(({ way }) => way === 'direct')).toEqual([]);
  expect(routes.map(({ path }) => path)).toContain('/late');
  expect(forAll).toEqual([]);
});

test('before the start, names code that uses the database when it is created', async () => {
  const query = "strapi.db.query('api::post.post')";
  const router = `{ config: { find: { middlewares: ['global::early'] } } }`;
  const folder = makeProject({
    ...core,
    'src/middlewares/early.js': `module.exports = (_, { strapi }) => { ${query}; return (_ctx, next) => next(); };`,
    'src/api/post/routes/post.js': `module.exports = require('@strapi/strapi').factories.createCoreRouter('api::post.post', ${router});`,
    'src/api/own/controllers/own.js': `module.exports = ({ strapi }) => { ${query}; return { run() {} }; };`,
    'src/api/own/routes/own.js': `module.exports = { routes: [{ method: 'GET', path: '/own', handler: 'own.run' }] };`,
    'src/extensions/upload/strapi-server.js': `module.exports = (plugin) => {
        const { controllers, routes } = plugin;
        controllers.early = ({ strapi }) => { ${query}; return { run() {} }; };
        routes['content-api'].routes.push({ method: 'GET', path: '/early', handler: 'early.run' });
        return plugin;
      };`,
    'src/extensions/users-permissions/strapi-server.js': `module.exports = (plugin) => {
        const user = plugin.services.user;
        plugin.services.user = (context) => { ${query}; return { ...user(context), fetchAll: () => [] }; };
        return plugin;
      };`,
    'config/middlewares.js': EVERY_REQUEST.replace(
      "{ resolve: './src/own' }, 'global::next'",
      "'global::early'",
    ),
  });
  const project = await openProject(folder, { environment: {} });
  const { routes = [], forAll } = (await describedRoutes(project)) ?? {};
  expect(routes.map(({ way, method, path }) => `${way} ${method} ${path}`)).toEqual(
    expect.arrayContaining([
      'code GET /api/posts',
      'direct GET /api/posts/:id',
      'code GET /api/own',
      'code GET /api/upload/early',
      'code GET /api/users',
    ]),
  );
  expect(forAll).toEqual(['global::early']);
});
