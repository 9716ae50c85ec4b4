// Permissions of administrators and of their tokens, as Strapi stores them (docs/strapi/administration.md,
// "Administrators' permissions").
import type { ReadSteps } from '../../storage/session.ts';
import type { Tables } from '../../documents/rows/built-in-rows.ts';
import { toTexts } from '../../schema/raw.ts';
import type { Grant } from './ability.ts';
import { permissionsByToken, readPermissions, type PermissionValues } from './permission-rows.ts';

/** Code of the role with all permissions. */
export const SUPER_ADMIN = 'strapi-super-admin';

/** Reads the permissions of roles. @param roles Row ids */
export function* grantsOfRoles(
  tables: Tables,
  roles: readonly number[],
): ReadSteps<readonly Grant[]> {
  return (yield* readPermissions(tables, roles)).map(grantOf);
}

/** Reads the permissions of an administrator's token. @param token Row id */
export function* grantsOfToken(tables: Tables, token: number): ReadSteps<readonly Grant[]> {
  const permissions = yield* permissionsByToken(tables, [token]);
  return (permissions.get(token) ?? []).map(grantOf);
}

/** The grant of a permission row. An absent list grants nothing. */
export function grantOf({
  action,
  subject,
  properties: { fields, locales },
  conditions,
}: Pick<PermissionValues, 'action' | 'subject' | 'properties' | 'conditions'>): Grant {
  return {
    action,
    subject,
    fields: toTexts(fields),
    locales: locales === null ? null : toTexts(locales),
    conditions,
  };
}
