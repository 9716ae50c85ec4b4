// Which administrators may call a route (docs/strapi/administration.md, "Administrators' permissions").
import { expect, test } from 'vitest';
import { GrantedAbility } from '../../auth/admin/ability.ts';
import type { AdminPrincipal } from '../../auth/admin/admin-authenticator.ts';
import { AppError } from '../../base/errors.ts';
import { openToAdmins, type AdminPermission } from './authorize.ts';

const READ = 'plugin::content-manager.explorer.read';
const row = { fields: [], locales: [], conditions: [] };
const OWN = ['admin::is-creator'];
const ability = new GrantedAbility([
  { ...row, action: 'admin::users.read', subject: null },
  { ...row, action: 'plugin::upload.read', subject: null, conditions: OWN },
  { ...row, action: READ, subject: 'api::article.article', conditions: OWN },
]);

function rejection(permission: AdminPermission, uid: string): string | null {
  const noDatabase = { authenticate: () => Promise.reject(new Error('There is no database.')) };
  try {
    const caller = { ability } as unknown as AdminPrincipal;
    openToAdmins(noDatabase, permission).authorize(caller, { uid });
    return null;
  } catch (error) {
    return error instanceof AppError ? error.name : 'fault';
  }
}

const onType = { actions: [READ], typeParam: 'uid' };
const ofUpload = { actions: ['plugin::upload.read'], typeParam: null };

test.each([
  ['any administrator', null, null],
  ['a granted action', 'admin::users.read', null],
  ['an action that no row grants', 'admin::users.delete', 'PolicyError'],
  ['an action with a condition', 'plugin::upload.read', 'ForbiddenError'],
  ['one whose condition the handler checks', ofUpload, null],
  ['an action on the type in the path', onType, null],
  ['one of several actions is missing', { ...onType, actions: [READ, 'other'] }, 'PolicyError'],
])('%s', (_, permission, expected) => {
  expect(rejection(permission, 'api::article.article')).toBe(expected);
});

test('rejects an action on another type, known or not', () => {
  expect(rejection(onType, 'api::nope.nope')).toBe('PolicyError');
});
