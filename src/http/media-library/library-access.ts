// Access of administrators to files, including the conditions of their permissions (docs/strapi/media.md, "Administrators").
import type { AdminPrincipal } from '../../auth/admin/admin-authenticator.ts';
import { anyOf, rowsOf } from '../../auth/admin/row-conditions.ts';
import { forbidden } from '../../base/errors.ts';
import { fullAccess, type ReadAccess } from '../../query/access.ts';
import type { FilterTree } from '../../query/params.ts';

/** An action on files, such as `read` or `assets.update`. */
export type FileAction = 'read' | 'assets.create' | 'assets.update';

/** Returns the filter of the files that an administrator may perform an action on; null for all. @throws ForbiddenError */
export function fileFilter(
  { admin, ability }: AdminPrincipal,
  action: FileAction,
): FilterTree | null {
  const grants = ability.grants(nameOf(action));
  const condition = anyOf(grants.map((grant) => rowsOf(grant, admin)));
  if (condition === false) throw forbidden();
  return condition === true ? null : condition;
}

/** Returns the access to the files that match a filter. @param rows Null for all */
export function accessTo(rows: FilterTree | null): ReadAccess {
  if (rows === null) return fullAccess;
  const root = { mayRead: () => true, rows };
  return { ...fullAccess, key: `files ${JSON.stringify(rows)}`, root };
}

function nameOf(action: FileAction): string {
  return `plugin::upload.${action}`;
}
