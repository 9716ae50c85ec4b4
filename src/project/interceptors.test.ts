import { describe, expect, test } from 'vitest';
import {
  collectionType,
  makeProject,
  schemaOf,
  type ProjectFiles,
} from '../../test/support/project-folder.ts';
import { PUBLICATION_ACTIONS } from './core-router.ts';
import { openFolder } from './folder.ts';
import { findInterceptors, type Interceptor } from './interceptors.ts';
import { loadProject, type Project } from './load.ts';

const FILE = 'src/index.ts';
const WRITES = ['create', 'update', 'delete'];
const MIDDLEWARE = `export default { register({ strapi }) { strapi.documents.use((context, next) => next()); } };`;

describe('what is found', () => {
  const all = { reads: true, uids: null };
  const writes = { reads: false, uids: null };

  test.each([
    [MIDDLEWARE, [{ ...all, call: 'strapi.documents.use' }]],
    [`const { documents } = strapi;\ndocuments\n  .use(mine);`, [all]],
    [`strapi.sanitizers.add('content-api.output', hide);`, [all]],
    [`strapi.db.lifecycles.subscribe({ afterCreate() {} });`, [writes]],
    [`strapi.db?.lifecycles.subscribe( {\n  afterFindMany() {} });`, [all]],
    [`strapi.db.lifecycles.subscribe(mine);`, [all]],
    [`strapi.db.lifecycles.subscribe((event) => log(event));`, [all]],
    [
      `strapi.db.lifecycles.subscribe({ models: ['admin::user', "api::post.post",], afterCreate() {} });
       strapi.db.lifecycles.subscribe({ models: [POST], afterCreate() {} });`,
      [{ reads: false, uids: ['admin::user', 'api::post.post'] }, writes],
    ],
    [
      `export default { bootstrap() { app.use(documents); strapi.documents('api::a.a').create({}); } };`,
      [],
    ],
    [
      `// strapi.documents.use(mine);\n/* strapi.documents.use(mine); */\n  /**\n   * strapi.documents.use(mine);\n   */`,
      [],
    ],
    [`const glob = 'src/**/*'; strapi.documents.use(mine); /* end */`, [all]],
  ])('in %j', (text, expected) => {
    expect(find({ [FILE]: text })).toEqual(
      expected.map((part): unknown => expect.objectContaining({ file: FILE, ...part })),
    );
  });

  test('wherever code of the server stands', () => {
    const files = [
      'src/api/post/index.js',
      'src/documents/stamp.ts',
      'src/extensions/upload/strapi-server.ts',
      'src/plugins/mine/server/src/register.ts',
    ];
    const others = [
      'src/admin/app.ts',
      'src/plugins/mine/admin/src/index.ts',
      'src/plugins/mine/dist/server/index.js',
      'src/plugins/mine/node_modules/x/index.js',
      'scripts/index.js',
    ];
    const code = Object.fromEntries([...files, ...others].map((file) => [file, MIDDLEWARE]));
    expect(
      find(code)
        .map(({ file }) => file)
        .toSorted(),
    ).toEqual(files);
  });
});

describe('what answers 501', () => {
  const reason = `${FILE} calls strapi.documents.use`;

  test('everything behind a document service middleware, in one warning', async () => {
    const { routes, warnings } = await load({ [FILE]: MIDDLEWARE });
    expect(new Set(routes.routes.map(({ blocked }) => blocked))).toEqual(new Set([reason]));
    expect(warnings.filter((line) => line.includes('501'))).toEqual([
      expect.stringContaining(
        `"${FILE}" (calls strapi.documents.use, for reads and writes of all types).`,
      ),
    ]);
  });

  test('the writes of the types that a subscriber is for', async () => {
    const { routes, warnings } = await load({
      [FILE]: `strapi.db.lifecycles.subscribe({ models: ['api::post.post'], afterUpdate() {} });`,
    });
    expect(namesOf(routes)).toEqual(
      [...WRITES, ...PUBLICATION_ACTIONS].map((name) => `api::post.post.${name}`),
    );
    expect(warnings.join('\n')).toContain('for writes of api::post.post).');
  });

  test('nothing where it is for types of others', async () => {
    const { routes, warnings } = await load({
      [FILE]: `strapi.db.lifecycles.subscribe({ models: ['admin::user'], afterUpdate() {} });`,
    });
    expect(namesOf(routes)).toEqual([]);
    expect(warnings.join('\n')).not.toContain('501');
  });

  test('beside other reasons, both are told', async () => {
    const { routes } = await load({
      [FILE]: MIDDLEWARE,
      'src/api/post/content-types/post/lifecycles.js':
        'module.exports = { beforeCreate() { open(); } };',
    });
    expect(routes.routes.find(({ name }) => name === 'api::post.post.create')?.blocked).toBe(
      `src/api/post/content-types/post/lifecycles.js has beforeCreate; ${reason}`,
    );
  });
});

describe('release', () => {
  test('the file, for all routes', async () => {
    const { routes, warnings } = await load({
      [FILE]: MIDDLEWARE,
      'config/quoin.json': { release: [FILE] },
    });
    expect(namesOf(routes)).toEqual([]);
    expect(warnings).toEqual([expect.stringMatching(/^Hooks are not run: src\/index\.ts\./)]);
  });

  test('a type, or an action of it', async () => {
    const { routes, warnings } = await load({
      [FILE]: MIDDLEWARE,
      'config/quoin.json': { release: ['api::post.post', 'api::note.note.find'] },
    });
    expect(namesOf(routes)).toEqual(['findOne', ...WRITES].map((name) => `api::note.note.${name}`));
    expect(warnings.join('\n')).toContain('501');
  });
});

function find(files: ProjectFiles): readonly Interceptor[] {
  return findInterceptors(openFolder(makeProject(files)));
}

function load(files: ProjectFiles): Promise<Project> {
  const root = makeProject({
    [schemaOf('note')]: { ...collectionType('note'), options: {} },
    [schemaOf('post')]: collectionType('post'),
    ...files,
  });
  return loadProject(root, { builtIn: [], environment: {} });
}

function namesOf({ routes }: Project['routes']): readonly string[] {
  return routes.filter(({ blocked }) => blocked !== undefined).map(({ name }) => name);
}
