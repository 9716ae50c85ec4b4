import { expect, test } from 'vitest';
import {
  collectionType,
  makeProject,
  schemaOf,
  type ProjectFiles,
} from '../../test/support/project-folder.ts';
import { loadProject, type Project } from './load.ts';

const ROUTER = 'src/api/post/routes/post.js';
const SERVICE = 'src/api/post/services/post.js';
const SERVICES = `const { createCoreService } = require('@strapi/strapi').factories;`;
const LIFECYCLES = 'src/api/post/content-types/post/lifecycles.js';
/** Without drafts. */
const PLAIN = { ...collectionType('post'), options: {} };
const ALL = ['find', 'findOne', 'create', 'update', 'delete'];

test('what the own service of a type does in place of the core', async () => {
  const { routes, warnings } = await load({
    [SERVICE]: `${SERVICES} module.exports = createCoreService('api::post.post', ({ strapi }) => ({
      async create(params) { return super.create(params); }, mine() {} }));`,
  });
  expect(blockedOf(routes)).toEqual({ 'api::post.post.create': `${SERVICE} has its own create` });
  expect(warnings).toEqual([expect.stringContaining('Core routes answer 501')]);
});

test.each([
  ['{ getFetchParams() {} }', 'has its own getFetchParams'],
  ['() => { throw new Error("no key"); }', 'cannot be read: no key'],
])('everything behind a service such as %s', async (own, reason) => {
  const { routes } = await load({
    [SERVICE]: `${SERVICES} module.exports = createCoreService('api::post.post', ${own});`,
  });
  expect(Object.values(blockedOf(routes))).toEqual(ALL.map(() => `${SERVICE} ${reason}`));
});

test.each([
  ['createOrUpdate', ['update']],
  ['getDocumentId', ['update', 'delete']],
  ['find', ['find']],
  ['create', []],
])('of a single type, what calls %s', async (method, actions) => {
  const { routes } = await load({
    [schemaOf('post')]: { ...PLAIN, kind: 'singleType' },
    [SERVICE]: `${SERVICES} module.exports = createCoreService('api::post.post', { ${method}() {} });`,
  });
  expect(Object.keys(blockedOf(routes))).toEqual(actions.map((name) => `api::post.post.${name}`));
});

test('not what other services do', async () => {
  const { routes, warnings } = await load({
    'src/api/post/services/mailer.js': 'module.exports = { find() {}, create() {} };',
    [SERVICE]: `${SERVICES} module.exports = createCoreService('api::post.post', { mine() {} });`,
  });
  expect(blockedOf(routes)).toEqual({});
  expect(warnings).toEqual([
    expect.stringContaining('src/api/post/services/mailer.js, src/api/post/services/post.js.'),
  ]);
});

test('actions that would run lifecycles', async () => {
  const { routes, warnings } = await load({
    [LIFECYCLES]: `module.exports = { beforeCreate(event) { event.params.data.slug = 'x'; }, afterCreate() {}, beforeUpdate() {} };`,
  });
  const blocked = {
    'api::post.post.create': `${LIFECYCLES} has beforeCreate, afterCreate`,
    'api::post.post.update': `${LIFECYCLES} has beforeUpdate`,
  };
  expect(blockedOf(routes)).toEqual(blocked);
  expect(warnings).toEqual([
    expect.stringContaining(
      Object.entries(blocked)
        .map(([name, reason]) => `"${name}" (${reason})`)
        .join(', '),
    ),
  ]);
});

test('of a type with drafts or locales, an update also for what makes and deletes rows', async () => {
  const localized = { ...PLAIN, pluginOptions: { i18n: { localized: true } } };
  for (const schema of [collectionType('post'), localized]) {
    const { routes } = await load({
      [schemaOf('post')]: schema,
      [LIFECYCLES]: 'module.exports = { afterDelete() { open(); } };',
    });
    expect(Object.keys(blockedOf(routes)).slice(0, 2)).toEqual([
      'api::post.post.update',
      'api::post.post.delete',
    ]);
  }
});

test('everything where lifecycles cannot be read, nothing where they are empty', async () => {
  const failing = await load({ [LIFECYCLES]: 'throw new Error("no mailer");' });
  expect(Object.values(blockedOf(failing.routes))).toEqual(
    ALL.map(() => `${LIFECYCLES} cannot be read: no mailer`),
  );
  const empty = await load({ [LIFECYCLES]: 'module.exports = { beforeCreate(event) {} };' });
  expect([blockedOf(empty.routes), empty.warnings]).toEqual([{}, []]);
});

test('all reasons are told: a release is for all of them', async () => {
  const { routes } = await load({
    [ROUTER]: `const { createCoreRouter } = require('@strapi/strapi').factories;
      module.exports = createCoreRouter('api::post.post', { config: { create: { policies: ['is-owner'] } } });`,
    [LIFECYCLES]: 'module.exports = { afterCreate() { open(); } };',
  });
  expect(blockedOf(routes)['api::post.post.create']).toBe(
    `policies is-owner in ${ROUTER}; ${LIFECYCLES} has afterCreate`,
  );
});

test('lifecycles that a released route does not run are told all the same', async () => {
  const { routes, warnings } = await load({
    [LIFECYCLES]: 'module.exports = { afterCreate() { open(); } };',
    'config/quoin.json': { release: ['api::post.post'] },
  });
  expect(blockedOf(routes)).toEqual({});
  expect(warnings).toEqual([expect.stringContaining(`Lifecycles are not run: ${LIFECYCLES}.`)]);
});

function load(files: ProjectFiles): Promise<Project> {
  const root = makeProject({ [schemaOf('post')]: PLAIN, ...files });
  return loadProject(root, { builtIn: [], environment: {} });
}

function blockedOf({ routes }: Project['routes']): Readonly<Record<string, string>> {
  return Object.fromEntries(
    routes.flatMap(({ name, blocked }) => (blocked ? [[name, blocked]] : [])),
  );
}
