// Permissions of roles, as the users-permissions plugin stores them (docs/strapi/access.md, "Permissions").
import { PERMISSION, ROLE } from '../schema/built-in/uids.ts';
import type { Query, ReadSteps } from '../storage/database.ts';
import type { RowSet } from '../storage/statements/row-conditions.ts';
import { joinTableOf, type JoinTableLink, type Tables } from '../documents/rows/built-in-rows.ts';

/** A check of what a caller may grant or issue, for callers without limits: the operator and project code. */
export function* allowAll(): ReadSteps<void> {}

/** Actions of the role with a type such as `public`; none if it does not exist. */
export function* actionsOfRole(tables: Tables, type: string): ReadSteps<ReadonlySet<string>> {
  const { layout } = tables;
  const roles: RowSet = {
    table: layout.table(ROLE),
    column: 'id',
    where: [{ column: layout.column(ROLE, 'type'), is: type }],
  };
  const [rows = []] = yield [actionsQuery(tables, roles)];
  return new Set(rows.map(([action]) => String(action)));
}

/**
 * Actions of a user's role, or of all roles if another program has assigned several. @param role Link from users to
 * roles @param user Row id
 */
export function actionsOfUser(
  tables: Tables,
  { table, near, far }: JoinTableLink,
  user: number,
): Query {
  return actionsQuery(tables, { table, column: far, where: [{ column: near, is: user }] });
}

/** Actions of a role. @param role Row id */
export function actionsOfRoleRow(tables: Tables, role: number): Query {
  const table = tables.layout.table(ROLE);
  return actionsQuery(tables, { table, column: 'id', where: [{ column: 'id', is: role }] });
}

/** One statement for all tables, which saves round trips. */
function actionsQuery(tables: Tables, roles: RowSet): Query {
  const { layout, statements } = tables;
  const { table, near, far } = joinTableOf(tables, ROLE, 'permissions');
  const permissions: RowSet = { table, column: far, where: [{ column: near, among: roles }] };
  return statements.selection(layout.table(PERMISSION), {
    columns: [layout.column(PERMISSION, 'action')],
    where: [{ column: 'id', among: permissions }],
  });
}
