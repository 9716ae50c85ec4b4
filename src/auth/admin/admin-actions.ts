// Permissions of administrators and of their tokens, as Strapi stores them (docs/strapi/administration.md,
// "Administrators").
import { ADMIN_PERMISSION, ADMIN_ROLE, API_TOKEN } from '../../schema/built-in/uids.ts';
import type { ReadSteps } from '../../storage/database.ts';
import { linkedRows, type Tables } from '../entry-rows.ts';
import type { AdminUser } from './admin-users.ts';

/** Code of the role with all permissions. */
export const SUPER_ADMIN = 'strapi-super-admin';

/** Returns true if an administrator may perform an action such as `admin::api-tokens.create`. */
export type Ability = (action: string) => boolean;

/** Permissions of an administrator, from their roles. */
export function* abilityOf(tables: Tables, { roles }: AdminUser): ReadSteps<Ability> {
  if (roles.some(({ code }) => code === SUPER_ADMIN)) return () => true;
  const ids = roles.map(({ id }) => id);
  const actions = yield* actionsOf(tables, { uid: ADMIN_ROLE, attribute: 'permissions' }, ids);
  return (action) => actions.has(action);
}

/** Permissions of an administrator's token: the actions granted to it that its owner has as well. */
export function* abilityOfToken(
  tables: Tables,
  token: number,
  owner: AdminUser,
): ReadSteps<Ability> {
  const own = yield* abilityOf(tables, owner);
  const listed = { uid: API_TOKEN, attribute: 'adminPermissions' };
  const actions = yield* actionsOf(tables, listed, [token]);
  return (action) => actions.has(action) && own(action);
}

/** Actions without a condition; conditions are not evaluated. */
function* actionsOf(
  tables: Tables,
  attribute: { readonly uid: string; readonly attribute: string },
  entries: readonly number[],
): ReadSteps<ReadonlySet<string>> {
  const { layout, statements } = tables;
  const linked = yield* linkedRows(tables, attribute, entries);
  const rows = yield* statements.select(layout.table(ADMIN_PERMISSION), {
    columns: [
      layout.column(ADMIN_PERMISSION, 'action'),
      { column: layout.column(ADMIN_PERMISSION, 'conditions'), as: 'json' },
    ],
    where: [{ column: 'id', in: [...new Set([...linked.values()].flat())] }],
  });
  return new Set(
    rows.filter(([, conditions]) => isEmpty(conditions)).map(([action]) => String(action)),
  );
}

function isEmpty(conditions: unknown): boolean {
  return conditions === null || ['[]', 'null'].includes(String(conditions).trim());
}
