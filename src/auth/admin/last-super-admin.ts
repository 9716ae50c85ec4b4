// Ensures that at least one super admin remains (docs/strapi/administration.md, "Accounts").
import { validationError } from '../../base/errors.ts';
import { ADMIN_ROLE, ADMIN_USER } from '../../schema/built-in/uids.ts';
import type { ReadSteps } from '../../storage/session.ts';
import type { RowSet } from '../../storage/statements/row-conditions.ts';
import { joinTableOf, type Tables } from '../../documents/rows/built-in-rows.ts';
import { SUPER_ADMIN } from './grants.ts';
import { isActive } from './admin-authenticator.ts';
import { ADMIN_ROLES, selectAdmins, type AdminUser } from './admin-users.ts';

/**
 * Checks that others remain when super admins lose the role, are deactivated or deleted. Only an active super admin can
 * replace an active one. @throws ValidationError
 */
export function* assertSuperAdminRemains(
  tables: Tables,
  leaving: readonly AdminUser[],
): ReadSteps<void> {
  const superAdmins = leaving.filter(isSuperAdmin);
  if (superAdmins.length === 0) return;
  const ids = new Set(leaving.map(({ id }) => id));
  const others = (yield* allSuperAdmins(tables)).filter(({ id }) => !ids.has(id));
  const replacements = superAdmins.some(isActive) ? others.filter(isActive) : others;
  if (replacements.length > 0) return;
  throw validationError('You must have at least one user with super admin role.');
}

/** Returns true for an administrator with all permissions. */
export function isSuperAdmin({ roles }: Pick<AdminUser, 'roles'>): boolean {
  return roles.some(({ code }) => code === SUPER_ADMIN);
}

function* allSuperAdmins(tables: Tables): ReadSteps<readonly AdminUser[]> {
  const { layout } = tables;
  const { table, near, far } = joinTableOf(tables, ADMIN_USER, ADMIN_ROLES.attribute);
  const role: RowSet = {
    table: layout.table(ADMIN_ROLE),
    column: 'id',
    where: [{ column: layout.column(ADMIN_ROLE, 'code'), is: SUPER_ADMIN }],
  };
  const links: RowSet = { table, column: near, where: [{ column: far, among: role }] };
  return yield* selectAdmins(tables, [{ column: 'id', among: links }]);
}
