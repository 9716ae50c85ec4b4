// Routes of a project's routers, and of the actions on versions next to `update` (docs/strapi/differences.md, D15).
import { describe, expect, test } from 'vitest';
import { openProject } from '../../src/app/project.ts';
import type { Project } from '../../src/project/load.ts';
import { PUBLICATION_ACTIONS } from '../../src/project/core-router.ts';
import {
  collectionType,
  makeProject,
  schemaOf,
  type ProjectFiles,
} from '../support/project-folder.ts';

const FACTORIES = `const { createCoreRouter, createCoreController, createCoreService } = require('@strapi/strapi').factories;\n`;
const ROUTER = 'src/api/post/routes/post.js';
const [PUBLISH, UNPUBLISH, DISCARD] = [
  '/posts/:id/actions/publish',
  '/posts/:id/actions/unpublish',
  '/posts/:id/actions/discard-draft',
];
const ALL = [PUBLISH, UNPUBLISH, DISCARD];

describe('routes of a router', () => {
  test.each([
    [`{ only: ['find', 'create'] }`, ['GET /posts', 'POST /posts']],
    [`{ only: [] }`, []],
    [`{ except: ['findOne', 'update', 'delete'] }`, ['GET /posts', 'POST /posts']],
    [`{ only: ['find', 'delete'], except: ['delete'] }`, ['GET /posts']],
    [`{ only: ['find'], prefix: '/v2' }`, ['GET /v2/posts']],
    [`{ only: ['find'], prefix: '/v2', config: { find: { prefix: '' } } }`, ['GET /posts']],
  ])('%s', async (options, lines) => {
    const { routes } = await load(router(options));
    expect(routes.routes.map(({ method, path }) => `${method} ${path}`)).toEqual(lines);
  });

  test.each([
    ['{ auth: false }', false],
    [`{ auth: { scope: ['a', 'b'] } }`, { scope: ['a', 'b'] }],
    ['{ auth: {} }', { scope: ['api::post.post.find'] }],
  ])('have the access rules of %s', async (config, auth) => {
    const { routes } = await load(router(`{ only: ['find'], config: { find: ${config} } }`));
    expect(routes.routes).toMatchObject([{ auth, guarded: false }]);
  });

  test('require Strapi’s permission for a type of another API', async () => {
    const { routes } = await load({
      [schemaOf('note')]: collectionType('note'),
      'src/api/note/routes/b.js': `${FACTORIES}module.exports = createCoreRouter('api::post.post', { only: ['find'], prefix: '/n' });`,
    });
    expect(routes.routes).toContainEqual(
      expect.objectContaining({
        path: '/n/posts',
        auth: { scope: ['api::note.api::post.post.find'] },
      }),
    );
  });
});

describe('actions on versions', () => {
  test.each([
    [`{}`, ALL],
    [`{ only: ['find', 'publish'] }`, []],
    [`{ only: ['find', 'update'] }`, []],
    [`{ only: ['update', 'publish'] }`, [PUBLISH]],
    [`{ except: ['update'] }`, []],
    [`{ except: ['publish'] }`, [UNPUBLISH, DISCARD]],
    [`{ except: 'discardDraft' }`, [PUBLISH, UNPUBLISH]],
    [`{ prefix: '/v2', only: ['update', 'publish'] }`, [`/v2${PUBLISH}`]],
  ])('with the options %s', async (options, paths) => {
    expect(pathsOf(await load(router(options)))).toEqual(paths);
  });

  test('are missing if a router lists its own routes', async () => {
    const project = await load({
      [ROUTER]: `module.exports = { routes: [
        { method: 'PUT', path: '/posts/:id', handler: 'post.update', config: {} } ] };`,
    });
    expect(project.routes.routes).toHaveLength(1);
  });

  test('remain closed if a project opens all routes of a router', async () => {
    const project = await load({
      [ROUTER]: `${FACTORIES}
        const router = createCoreRouter('api::post.post');
        module.exports = { routes: router.routes.map((route) => ({ ...route, config: { auth: false } })) };`,
    });
    expect(actionsOf(project).map(({ auth }) => auth)).toEqual(
      PUBLICATION_ACTIONS.map((action) => ({ scope: [`api::post.post.${action}`] })),
    );
  });

  test.each([
    ['{ publish: { auth: false } }', { auth: false, guarded: false }],
    ['{ update: { auth: false } }', { auth: { scope: ['api::post.post.publish'] } }],
    ['{ publish: { policies: [() => true] } }', { guarded: true }],
    ['{ update: { middlewares: [(ctx, next) => next()] } }', { guarded: true }],
    ['{ unpublish: { policies: [() => true] } }', { guarded: false }],
  ])('configured by %s', async (config, expected) => {
    const [publish] = actionsOf(await load(router(`{ config: ${config} }`)));
    expect(publish).toMatchObject({ path: PUBLISH, ...expected });
  });

  test.each([
    ['controller', 'createCoreController', 'update() {}', []],
    ['service', 'createCoreService', 'update() {}', []],
    ['controller', 'createCoreController', 'publish() {}', [UNPUBLISH, DISCARD]],
  ])('of a %s (%s) with %s', async (kind, name, own, paths) => {
    const project = await load({
      [`src/api/post/${kind}s/post.js`]: `${FACTORIES}module.exports = ${name}('api::post.post', { ${own} });`,
    });
    expect(pathsOf(project)).toEqual(paths);
  });
});

function router(options: string): ProjectFiles {
  return {
    [ROUTER]: `${FACTORIES}module.exports = createCoreRouter('api::post.post', ${options});`,
  };
}

/** A project with one type with drafts, and code. */
function load(files: ProjectFiles): Promise<Project> {
  const root = makeProject({
    [schemaOf('post')]: collectionType('post'),
    'src/index.js': 'module.exports = { bootstrap() { return 1; } };',
    ...files,
  });
  return openProject(root, { environment: {} });
}

function actionsOf({ routes }: Project): Project['routes']['routes'] {
  return routes.routes.filter(({ action }) => PUBLICATION_ACTIONS.some((each) => each === action));
}

function pathsOf(project: Project): readonly string[] {
  return actionsOf(project).map(({ path }) => path);
}
