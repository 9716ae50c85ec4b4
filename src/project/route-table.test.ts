// The routes of the actions on versions (docs/strapi/differences.md, D15): where they are, whom they ask for what, and
// what closes them.
import { describe, expect, test } from 'vitest';
import {
  collectionType,
  makeProject,
  schemaOf,
  type ProjectFiles,
} from '../../test/support/project-folder.ts';
import { PUBLICATION_ACTIONS } from './core-router.ts';
import { loadProject, type Project } from './load.ts';
import type { CoreRoute } from './route-table.ts';

const FACTORIES = `const { createCoreRouter, createCoreController, createCoreService } = require('@strapi/strapi').factories;\n`;
const ROUTER = 'src/api/post/routes/post.js';
const CONTROLLER = 'src/api/post/controllers/post.js';
const SERVICE = 'src/api/post/services/post.js';
const LIFECYCLES = 'src/api/post/content-types/post/lifecycles.js';
const [PUBLISH, UNPUBLISH, DISCARD] = [
  '/posts/:id/actions/publish',
  '/posts/:id/actions/unpublish',
  '/posts/:id/actions/discard-draft',
];
const ALL = [PUBLISH, UNPUBLISH, DISCARD];

describe('which there are', () => {
  test('three of a type with drafts, each with a permission of its own', async () => {
    const { routes, warnings } = await load({});
    expect(routes.routes.slice(5)).toEqual(
      PUBLICATION_ACTIONS.map((action, i) => ({
        uid: 'api::post.post',
        action,
        name: `api::post.post.${action}`,
        method: 'POST',
        path: ALL[i],
        auth: { scope: [`api::post.post.${action}`] },
      })),
    );
    expect(warnings).toEqual([]);
  });

  test('of a single type without an id', async () => {
    const page = { ...collectionType('page'), kind: 'singleType' };
    const paths = pathsOf(await load({ [schemaOf('page')]: page }));
    expect(paths.filter((path) => path.startsWith('/page'))).toEqual([
      '/page/actions/publish',
      '/page/actions/unpublish',
      '/page/actions/discard-draft',
    ]);
  });

  test('none of a type without drafts, whether it has locales or not', async () => {
    const localized = { i18n: { localized: true } };
    for (const pluginOptions of [{}, localized]) {
      const post = { ...collectionType('post'), options: {}, pluginOptions };
      expect(pathsOf(await load({ [schemaOf('post')]: post }))).toEqual([]);
    }
  });

  test('those of routers and controllers that nobody touched', async () => {
    const project = await load({
      [ROUTER]: `const { createCoreRouter } = require('@strapi/strapi').factories; module.exports = createCoreRouter('api::post.post');`,
      [CONTROLLER]: `const { createCoreController } = require('@strapi/strapi').factories; module.exports = createCoreController('api::post.post');`,
    });
    expect(pathsOf(project)).toEqual(ALL);
    expect(project.warnings).toEqual([]);
  });

  test.each([
    [`{}`, ALL],
    [`{ only: ['find', 'publish'] }`, []],
    [`{ only: ['find', 'update'] }`, []],
    [`{ only: ['update', 'publish'] }`, [PUBLISH]],
    [`{ only: ['update', 'unpublish', 'discardDraft'] }`, [UNPUBLISH, DISCARD]],
    [`{ except: ['update'] }`, []],
    [`{ except: ['publish'] }`, [UNPUBLISH, DISCARD]],
    [`{ except: 'discardDraft' }`, [PUBLISH, UNPUBLISH]],
    [`{ only: ['update', 'publish', 'unpublish'], except: ['unpublish'] }`, [PUBLISH]],
    [`{ prefix: '/v2', only: ['update', 'publish'] }`, [`/v2${PUBLISH}`]],
    [
      `{ prefix: '/v2', only: ['update', 'publish'], config: { update: { prefix: '' } } }`,
      [PUBLISH],
    ],
  ])('with the options %s', async (options, paths) => {
    expect(pathsOf(await load(router(options)))).toEqual(paths);
  });

  test('those that any of the routers of a path names', async () => {
    const project = await load({
      ...router(`{ only: ['update', 'publish'], config: { publish: { auth: false } } }`),
      'src/api/post/routes/second.js': `${FACTORIES}module.exports = createCoreRouter('api::post.post', { only: ['update', 'publish', 'unpublish'] });`,
    });
    expect(actionsOf(project).map(({ path, auth }) => [path, auth])).toEqual([
      [PUBLISH, false],
      [UNPUBLISH, { scope: ['api::post.post.unpublish'] }],
    ]);
  });

  test('none where a router lists its routes itself', async () => {
    const project = await load({
      [ROUTER]: `module.exports = { routes: [
        { method: 'PUT', path: '/posts/:id', handler: 'post.update', config: {} } ] };`,
    });
    expect(project.routes.routes).toHaveLength(1);
  });

  test('those beside an update that is left, in a router that adds and takes away routes', async () => {
    const project = await load({
      [ROUTER]: `${FACTORIES}
        const inner = createCoreRouter('api::post.post', { except: ['unpublish'] });
        module.exports = { get routes() {
          const kept = inner.routes.filter(({ method }) => method === 'PUT');
          return kept.map((route) => ({ ...route })).concat([{ method: 'GET', path: '/mine', handler: 'post.mine' }]);
        } };`,
    });
    expect(pathsOf(project)).toEqual([PUBLISH, DISCARD]);
  });

  test('asks for its own permission, whatever API its router stands in', async () => {
    const project = await load({
      [schemaOf('note')]: { ...collectionType('note'), options: {} },
      'src/api/note/routes/a.js': `${FACTORIES}module.exports = createCoreRouter('api::post.post', { only: ['update', 'publish'], prefix: '/n' });`,
    });
    const routed = actionsOf(project).find(({ path }) => path === `/n${PUBLISH}`);
    expect(routed?.auth).toEqual({ scope: ['api::post.post.publish'] });
  });
});

describe('the access that config gives', () => {
  test.each([
    ['{ publish: { auth: false } }', false],
    ['{ publish: { auth: { scope: ["a", "b"] } } }', { scope: ['a', 'b'] }],
    ['{ publish: { auth: { scope: [] } } }', { scope: ['api::post.post.publish'] }],
    ['{ update: { auth: false } }', { scope: ['api::post.post.publish'] }],
    ['{ update: { auth: { scope: ["a"] } } }', { scope: ['api::post.post.publish'] }],
  ])('%s', async (config, auth) => {
    const [publish] = actionsOf(await load(router(`{ config: ${config} }`)));
    expect(publish).toMatchObject({ path: PUBLISH, auth });
    expect(publish).not.toHaveProperty('blocked');
  });

  test('a project that opens all routes of a router opens no action', async () => {
    const project = await load({
      [ROUTER]: `${FACTORIES}
        const router = createCoreRouter('api::post.post');
        module.exports = { routes: router.routes.map((route) => ({ ...route, config: { auth: false } })) };`,
    });
    expect(project.routes.routes.slice(0, 5).map(({ auth }) => auth)).toEqual(
      Array.from({ length: 5 }, () => false),
    );
    expect(actionsOf(project).map(({ auth }) => auth)).toEqual(
      PUBLICATION_ACTIONS.map((action) => ({ scope: [`api::post.post.${action}`] })),
    );
  });
});

describe('what answers 501', () => {
  test('one with policies, middlewares or an unknown auth of its own, and no other', async () => {
    const project = await load(
      router(
        `{ config: { publish: { policies: ['is-editor'] }, unpublish: { middlewares: [() => {}] }, discardDraft: { auth: true } } }`,
      ),
    );
    expect(blockedOf(project)).toEqual({
      'api::post.post.publish': `policies is-editor in ${ROUTER}`,
      'api::post.post.unpublish': `middlewares a function in ${ROUTER}`,
      'api::post.post.discardDraft': `an unknown form of "auth" in ${ROUTER}`,
    });
  });

  test.each<[string, ProjectFiles, string]>([
    [
      'policies of update',
      router(`{ config: { update: { policies: ['is-owner'] } } }`),
      `policies is-owner in ${ROUTER}`,
    ],
    [
      'middlewares of update',
      router(`{ config: { update: { middlewares: ['stamp'] } } }`),
      `middlewares stamp in ${ROUTER}`,
    ],
    [
      'its own update in the controller',
      {
        [CONTROLLER]: `${FACTORIES}module.exports = createCoreController('api::post.post', { update() {} });`,
      },
      `${CONTROLLER} has its own update`,
    ],
    [
      'what all actions of the controller use',
      {
        [CONTROLLER]: `${FACTORIES}module.exports = createCoreController('api::post.post', { sanitizeOutput() {} });`,
      },
      `${CONTROLLER} has its own sanitizeOutput`,
    ],
    [
      'its own update in the service',
      {
        [SERVICE]: `${FACTORIES}module.exports = createCoreService('api::post.post', { update() {} });`,
      },
      `${SERVICE} has its own update`,
    ],
    [
      'lifecycles',
      { [LIFECYCLES]: 'module.exports = { afterDelete() { open(); } };' },
      `${LIFECYCLES} has afterDelete`,
    ],
    [
      'a router that cannot be read',
      { [ROUTER]: 'throw new Error("no package");' },
      `${ROUTER} cannot be read: no package`,
    ],
    [
      'a subscriber to writes',
      { 'src/index.js': 'strapi.db.lifecycles.subscribe({ afterUpdate() {} });' },
      'src/index.js calls strapi.db.lifecycles.subscribe',
    ],
    [
      'a custom route in the place of update',
      {
        'src/api/post/routes/01.js': `module.exports = { routes: [{ method: 'ALL', path: '/posts/:slug', handler: 'post.mine' }] };`,
        ...router('{}'),
      },
      'ALL /posts/:slug in src/api/post/routes/01.js answers instead',
    ],
  ])('all, with update, for %s', async (_, files, reason) => {
    const blocked = blockedOf(await load(files));
    for (const action of ['update', ...PUBLICATION_ACTIONS]) {
      expect([action, blocked[`api::post.post.${action}`]]).toEqual([action, reason]);
    }
  });

  test('what the project itself has at its path, wherever it stands', async () => {
    const project = await load({
      ...router('{}'),
      'src/api/post/routes/zz.js': `module.exports = { routes: [
        { method: 'POST', path: '/posts/:documentId/actions/publish', handler: 'post.publish' } ] };`,
    });
    expect(blockedOf(project)).toEqual({
      'api::post.post.publish':
        'POST /posts/:documentId/actions/publish in src/api/post/routes/zz.js answers instead',
    });
  });

  test('an action that the controller has a method for, whose permission is of that name', async () => {
    const project = await load({
      [CONTROLLER]: `${FACTORIES}module.exports = createCoreController('api::post.post', () => ({ async publish(ctx) {} }));`,
    });
    expect(blockedOf(project)).toEqual({
      'api::post.post.publish': `${CONTROLLER} has its own publish`,
    });
  });

  test('all reasons are told, those of update among them', async () => {
    const project = await load({
      ...router(
        `{ config: { update: { policies: ['is-owner'] }, publish: { policies: ['is-editor'] } } }`,
      ),
      [LIFECYCLES]: 'module.exports = { beforeUpdate() { open(); } };',
    });
    expect(blockedOf(project)['api::post.post.publish']).toBe(
      `policies is-owner in ${ROUTER}; policies is-editor in ${ROUTER}; ${LIFECYCLES} has beforeUpdate`,
    );
  });
});

describe('release', () => {
  const closed = router(`{ config: { update: { policies: ['is-owner'] } } }`);
  const release = (name: string): ProjectFiles => ({ 'config/quoin.json': { release: [name] } });

  test.each([
    ['api::post.post.publish', ['update', 'unpublish', 'discardDraft']],
    ['api::post.post.update', PUBLICATION_ACTIONS],
    ['api::post.post', []],
  ])('of %s', async (name, left) => {
    const project = await load({ ...closed, ...release(name) });
    expect(Object.keys(blockedOf(project))).toEqual(left.map((each) => `api::post.post.${each}`));
    expect(project.warnings.join('\n')).not.toContain('Unknown names in');
  });

  test('an action of a type without drafts is no name', async () => {
    const project = await load({
      [schemaOf('post')]: { ...collectionType('post'), options: {} },
      ...release('api::post.post.publish'),
    });
    expect(project.warnings).toEqual([
      expect.stringContaining(
        'Unknown names in "release" of config/quoin: api::post.post.publish.',
      ),
    ]);
  });
});

function router(options: string): ProjectFiles {
  return {
    [ROUTER]: `${FACTORIES}module.exports = createCoreRouter('api::post.post', ${options});`,
  };
}

/** A project with one type with drafts, unless the files say otherwise. */
function load(files: ProjectFiles): Promise<Project> {
  const root = makeProject({ [schemaOf('post')]: collectionType('post'), ...files });
  return loadProject(root, { builtIn: [], environment: {} });
}

function actionsOf({ routes }: Project): readonly CoreRoute[] {
  return routes.routes.filter(({ action }) => PUBLICATION_ACTIONS.some((each) => each === action));
}

function pathsOf(project: Project): readonly string[] {
  return actionsOf(project).map(({ path }) => path);
}

function blockedOf({ routes }: Project): Readonly<Record<string, string>> {
  return Object.fromEntries(
    routes.routes.flatMap(({ name, blocked }) => (blocked ? [[name, blocked]] : [])),
  );
}
