// In charge of what administrators may do: the rows of permissions that their roles or their tokens have, as Strapi
// stores them (docs/strapi/administration.md, "Administrators").
import { ADMIN_PERMISSION, ADMIN_ROLE, API_TOKEN } from '../../schema/built-in/uids.ts';
import type { Reading } from '../../storage/database.ts';
import { linkedRows } from '../entry-rows.ts';
import type { Tables } from '../tables.ts';
import type { AdminUser } from './admin-users.ts';

/** Code of the role that may do everything. */
export const SUPER_ADMIN = 'strapi-super-admin';

/** True where an administrator may do an action such as `admin::api-tokens.create`. */
export type MayDo = (action: string) => boolean;

/** What an administrator may do, by their roles. */
export function* abilityOf(tables: Tables, { roles }: AdminUser): Reading<MayDo> {
  if (roles.some(({ code }) => code === SUPER_ADMIN)) return () => true;
  const ids = roles.map(({ id }) => id);
  const actions = yield* actionsOf(tables, { uid: ADMIN_ROLE, attribute: 'permissions' }, ids);
  return (action) => actions.has(action);
}

/** What a token of an administrator may do: what it lists, as long as its owner may do it too. */
export function* abilityOfToken(tables: Tables, token: number, owner: AdminUser): Reading<MayDo> {
  const own = yield* abilityOf(tables, owner);
  const listed = { uid: API_TOKEN, attribute: 'adminPermissions' };
  const actions = yield* actionsOf(tables, listed, [token]);
  return (action) => actions.has(action) && own(action);
}

/** Actions that hold without a condition: what a condition says is not looked into. */
function* actionsOf(
  tables: Tables,
  attribute: { readonly uid: string; readonly attribute: string },
  entries: readonly number[],
): Reading<ReadonlySet<string>> {
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
