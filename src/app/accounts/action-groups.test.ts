// The actions of a server, derived from the routes of its project.
import { expect, test } from 'vitest';
import type { CoreRoute, CustomRoute } from '../../project/routes.ts';
import { actionNames } from '../../auth/roles/action-listing.ts';
import { actionGroups, publicationActionNames } from './action-groups.ts';

function core(uid: string, ...actions: readonly CoreRoute['action'][]): readonly CoreRoute[] {
  return actions.map((action) => {
    const auth = { scope: [`${uid}.${action}`] };
    return { uid, action, method: 'GET', path: '/x', auth, guarded: false };
  });
}

function own(handler: string, file = 'src/api/tag/routes/own.js'): CustomRoute {
  return { file, method: 'GET', path: '/x', handler };
}

const ROUTES = {
  routes: [
    ...core('api::tag.tag', 'update', 'find', 'publish', 'discardDraft'),
    ...core('api::author.writer', 'find'),
    ...core('api::author.author', 'delete', 'create', 'findOne'),
  ],
  custom: [
    own('tag.zebra'),
    own('api::tag.tag.apple'),
    own('extra.hello', 'src/api/extra/routes/extra.ts'),
    own('a function'),
    own('plugin::upload.content-api.find'),
  ],
  unrouted: [],
};

test('sorts APIs and controllers by name, with custom actions before core actions', () => {
  const names = actionNames(actionGroups(ROUTES)).filter((name) => name.startsWith('api::'));
  expect(names).toEqual([
    'api::author.author.findOne',
    'api::author.author.create',
    'api::author.author.delete',
    'api::author.writer.find',
    'api::extra.extra.hello',
    'api::tag.tag.zebra',
    'api::tag.tag.apple',
    'api::tag.tag.find',
    'api::tag.tag.update',
  ]);
});

test('lists plugins last', () => {
  const spaces = actionGroups(ROUTES).map(({ space }) => space);
  expect(spaces.slice(-5)).toEqual(
    ['content-type-builder', 'email', 'upload', 'i18n', 'users-permissions'].map(
      (name) => `plugin::${name}`,
    ),
  );
});

test('lists the actions that plugins and extensions add to the content API', () => {
  const added = ['plugin::users-permissions.user.badge', 'plugin::shop.cart.add'];
  const known = 'plugin::upload.content-api.find';
  const custom = [...added, known].map((pluginAction) => ({
    ...own('x', 'a plugin'),
    pluginAction,
  }));
  const before = actionNames(actionGroups({ ...ROUTES, custom: [] }));
  const names = actionNames(actionGroups({ ...ROUTES, custom }));
  expect(names.filter((name) => !before.includes(name))).toEqual(added);
  expect(new Set(names).size).toBe(names.length);
});

test('lists the actions on versions separately', () => {
  expect(publicationActionNames(ROUTES)).toEqual([
    'api::tag.tag.publish',
    'api::tag.tag.discardDraft',
  ]);
});
