// Admin tokens follow their owners: they lose what a changed role no longer grants, and are deleted with their
// owner (docs/strapi/administration.md, "Admin tokens").
import { ADMIN_USER, API_TOKEN } from '../../schema/built-in/uids.ts';
import type { ReadSteps, WriteSteps } from '../../storage/session.ts';
import { ADMIN_ROLES, findAdmins } from '../admin/admin-users.ts';
import { isSuperAdmin } from '../admin/last-super-admin.ts';
import {
  changeConditions,
  permissionsByRole,
  permissionsByToken,
  removePermissions,
} from '../admin/permission-rows.ts';
import {
  joinTableOf,
  type LinkedAttribute,
  type Tables,
} from '../../documents/rows/built-in-rows.ts';
import { scopeChanges } from './owner-scope.ts';

export const TOKEN_OWNER: LinkedAttribute = { uid: API_TOKEN, attribute: 'adminUserOwner' };

/** Removes permissions from admin tokens that the administrators do not have. @param admins Row ids */
export function* limitTokensOf(tables: Tables, admins: readonly number[]): WriteSteps<void> {
  const owned = yield* tokensOwnedBy(tables, admins);
  if (owned.length === 0) return;
  const owners = yield* findAdmins(tables, [...new Set(owned.map(({ owner }) => owner))]);
  const limited = owners.filter((admin) => !isSuperAdmin(admin));
  const roles = limited.flatMap((admin) => admin.roles.map(({ id }) => id));
  const byRole = yield* permissionsByRole(tables, [...new Set(roles)]);
  const byToken = yield* permissionsByToken(
    tables,
    owned.map(({ token }) => token),
  );
  const changes = limited.flatMap((admin) => {
    const ofOwner = admin.roles.flatMap(({ id }) => byRole.get(id) ?? []);
    const tokens = owned.filter(({ owner }) => owner === admin.id);
    return tokens.map(({ token }) => scopeChanges(byToken.get(token) ?? [], ofOwner));
  });
  yield* removePermissions(
    tables,
    changes.flatMap(({ obsolete }) => obsolete),
  );
  yield* changeConditions(
    tables,
    changes.flatMap(({ changed }) => changed),
  );
}

/** Limits the API tokens of all administrators with a role to their permissions. @param role Row id */
export function* limitTokensOfRole(tables: Tables, role: number): WriteSteps<void> {
  const { table, near, far } = joinTableOf(tables, ADMIN_USER, ADMIN_ROLES.attribute);
  const rows = yield* tables.statements.select(table, {
    columns: [near],
    where: [{ column: far, is: role }],
  });
  yield* limitTokensOf(
    tables,
    rows.map(([admin]) => Number(admin)),
  );
}

/** Deletes the admin tokens with their permissions. @param admins Row ids */
export function* removeTokensOf(tables: Tables, admins: readonly number[]): WriteSteps<void> {
  const tokens = (yield* tokensOwnedBy(tables, admins)).map(({ token }) => token);
  if (tokens.length > 0) yield* removeAdminTokens(tables, tokens);
}

/** Deletes admin tokens with their permissions. @param tokens Row ids */
export function* removeAdminTokens(tables: Tables, tokens: readonly number[]): WriteSteps<void> {
  const { layout, statements } = tables;
  const permissions = yield* permissionsByToken(tables, tokens);
  yield* removePermissions(
    tables,
    [...permissions.values()].flat().map(({ id }) => id),
  );
  yield* statements.delete(layout.table(API_TOKEN), [{ column: 'id', in: tokens }]);
}

function* tokensOwnedBy(
  tables: Tables,
  admins: readonly number[],
): ReadSteps<readonly { readonly token: number; readonly owner: number }[]> {
  const { table, near, far } = joinTableOf(tables, TOKEN_OWNER.uid, TOKEN_OWNER.attribute);
  const rows = yield* tables.statements.select(table, {
    columns: [near, far],
    where: [{ column: far, in: admins }],
  });
  return rows.map(([token, owner]) => ({ token: Number(token), owner: Number(owner) }));
}
