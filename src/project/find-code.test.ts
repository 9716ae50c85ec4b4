// Detection of project code, and the routes of a project without code.
import { cpSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  collectionType,
  makeProject,
  schemaOf,
  type ProjectFiles,
} from '../../test/support/project-folder.ts';
import { loadProject, type Project, type ProjectCode } from './load.ts';

const factory = (kind: string, more = ''): string =>
  `const { factories } = require('@strapi/strapi');\nmodule.exports = factories.createCore${kind}('api::post.post'${more});\n`;
const ROUTER = 'src/api/post/routes/post.js';
const GENERATED: ProjectFiles = {
  [ROUTER]: factory('Router'),
  'src/api/post/controllers/post.js': factory('Controller'),
  'src/api/post/services/post.js': factory('Service'),
  'src/index.js': 'module.exports = {\n  register(/*{ strapi }*/) {},\n  bootstrap() {},\n};\n',
};
const PATHS = [
  'GET /posts',
  'GET /posts/:id',
  'POST /posts',
  'PUT /posts/:id',
  'DELETE /posts/:id',
];

describe('a project without code', () => {
  test.each<[string, ProjectFiles]>([
    ['has schemas only', {}],
    ['has what Strapi generated', GENERATED],
  ])('%s: loads no code and has core routes', async (_, files) => {
    const { project, opened } = await load(files);
    expect(opened).toBe(false);
    expect(linesOf(project)).toEqual(PATHS);
    expect(project.warnings).toEqual([]);
  });

  test('adds actions on versions for a type with drafts, and no id to paths of a single type', async () => {
    const page = { ...collectionType('page'), kind: 'singleType' };
    const { project } = await load({ [schemaOf('page')]: page });
    expect(linesOf(project).filter((line) => line.includes('page'))).toEqual([
      'GET /page',
      'PUT /page',
      'POST /page/actions/publish',
      'POST /page/actions/unpublish',
      'POST /page/actions/discard-draft',
      'DELETE /page',
    ]);
    expect(
      project.routes.routes.find(({ path }) => path === '/page/actions/publish'),
    ).toMatchObject({
      auth: { scope: ['api::page.page.publish'] },
    });
  });

  test('warns about a type without a router, which has no routes', async () => {
    const { project } = await load({
      ...GENERATED,
      ['src/api/post/content-types/note/schema.json']: collectionType('note'),
    });
    expect(linesOf(project)).toEqual(PATHS);
    expect(project.warnings).toEqual([expect.stringContaining('have no routes: api::post.note.')]);
  });
});

const CODE: readonly (readonly [string, ProjectFiles])[] = [
  ['src/index.js', { 'src/index.js': 'module.exports = { bootstrap() { open(); } };' }],
  [ROUTER, { [ROUTER]: factory('Router', ', { only: ["find"] }') }],
  [
    'src/api/post/controllers/post.js',
    { 'src/api/post/controllers/post.js': factory('Controller', ', {}') },
  ],
  [
    'src/api/post/services/other.js',
    { 'src/api/post/services/other.js': 'module.exports = () => ({});' },
  ],
  ['src/api/post/policies/own.js', { 'src/api/post/policies/own.js': '' }],
  ['src/api/post/middlewares/own.js', { 'src/api/post/middlewares/own.js': '' }],
  [
    'src/api/post/content-types/post/lifecycles.js',
    {
      'src/api/post/content-types/post/lifecycles.js':
        'module.exports = { afterFindOne() { open(); } };',
    },
  ],
  ['src/middlewares/gate.js', { 'src/middlewares/gate.js': '' }],
  ['src/policies/own.js', { 'src/policies/own.js': '' }],
  [
    'src/extensions/upload/strapi-server.js',
    { 'src/extensions/upload/strapi-server.js': 'module.exports = (plugin) => plugin;' },
  ],
  [
    'the middleware "global::gate"',
    { 'config/middlewares.json': ['strapi::body', 'global::gate'] },
  ],
  [
    'the cron task "nightly"',
    { 'config/server.js': 'module.exports = { cron: { enabled: true, tasks: { nightly: {} } } };' },
  ],
  ['database/migrations/01.sql', { 'database/migrations/01.sql': 'select 1' }],
  [
    'the plugin "ledger"',
    { 'config/plugins.json': { ledger: { resolve: './src/plugins/ledger' } } },
  ],
];

describe('code', () => {
  test.each(CODE)('%s', async (label, files) => {
    expect((await load({ ...GENERATED, ...files })).opened).toBe(true);
    const { project, opened } = await load({ ...GENERATED, ...files, ...OFF });
    expect(opened).toBe(false);
    expect(project.warnings).toEqual([
      expect.stringContaining(`switched off ("code" in config/quoin): ${label}.`),
    ]);
  });

  test('an installed plugin', async () => {
    const files = { 'package.json': { dependencies: { one: '1', two: '1', three: '1' } }, ...OFF };
    const packages = makeProject({
      'one/package.json': { strapi: { kind: 'plugin', name: 'first' } },
      'two/package.json': {},
      'three/package.json': { strapi: { kind: 'plugin', name: 'i18n' } },
    });
    const root = makeProject(files);
    cpSync(packages, `${root}/node_modules`, { recursive: true });
    const { project } = await loadFrom(root);
    expect(project.warnings).toEqual([expect.stringContaining(': the plugin "first".')]);
  });
});

test('finds a plugin that is installed above the project', async () => {
  const root = makeProject({
    'app/package.json': { dependencies: { one: '1' } },
    'app/config/quoin.json': { code: false },
  });
  const packages = makeProject({
    'one/package.json': { strapi: { kind: 'plugin', name: 'first' } },
  });
  cpSync(packages, `${root}/node_modules`, { recursive: true });
  const { project } = await loadFrom(`${root}/app`);
  expect(project.warnings).toEqual([expect.stringContaining(': the plugin "first".')]);
});

describe('code that is switched off', () => {
  test('leaves all core routes, regardless of its routers', async () => {
    const { project } = await load({ [ROUTER]: factory('Router', ', { only: [] }'), ...OFF });
    expect(linesOf(project)).toEqual(PATHS);
  });

  test('can be switched off by the former setting, with a warning', async () => {
    const { project, opened } = await load({
      [ROUTER]: factory('Router', ', {}'),
      'config/quoin.json': { code: { run: false }, release: ['api::post.post'] },
    });
    expect(opened).toBe(false);
    expect(project.warnings.slice(0, 2)).toEqual([
      expect.stringContaining('"release" has no effect'),
      expect.stringContaining('"code.run" is not needed'),
    ]);
  });

  test('rejects an invalid value', async () => {
    await expect(load({ 'config/quoin.json': { code: 'no' } })).rejects.toThrow(
      'code: This must be',
    );
  });
});

const OFF: ProjectFiles = { 'config/quoin.json': { code: false } };

interface Loaded {
  readonly project: Project;
  readonly opened: boolean;
}

function load(files: ProjectFiles): Promise<Loaded> {
  const post = { ...collectionType('post'), options: {} };
  return loadFrom(makeProject({ [schemaOf('post')]: post, ...files }));
}

async function loadFrom(root: string): Promise<Loaded> {
  let opened = false;
  const code: ProjectCode = {
    definitions: [],
    customFields: new Map(),
    warnings: [],
    routes: () => ({ routes: [], custom: [] }),
    activate: () => undefined,
    runTasks: () => undefined,
    close: () => Promise.resolve(),
  };
  const project = await loadProject(root, {
    builtIn: [],
    environment: {},
    openCode: async () => {
      opened = true;
      return code;
    },
  });
  return { project, opened };
}

function linesOf({ routes }: Project): readonly string[] {
  return routes.routes.map(({ method, path }) => `${method} ${path}`);
}
