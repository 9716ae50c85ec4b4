// In charge of what a role may do, as stored by the users-and-permissions plugin (docs/strapi/access.md,
// "Permissions").
import { PERMISSION, ROLE } from '../schema/built-in/uids.ts';
import type { Query, Reading } from '../storage/database.ts';
import type { RowSet } from '../storage/row-conditions.ts';
import { joinTableOf, type JoinTableLink } from './entry-rows.ts';
import type { Tables } from './tables.ts';

/** The actions of the role that is called `type`, such as `public`; none of one that is not there. */
export function* actionsOfRole(tables: Tables, type: string): Reading<ReadonlySet<string>> {
  const { layout } = tables;
  const roles: RowSet = {
    table: layout.table(ROLE),
    column: 'id',
    where: [{ column: layout.column(ROLE, 'type'), is: type }],
  };
  const [rows = []] = yield [actionsQuery(tables, roles)];
  return new Set(rows.map(([action]) => String(action)));
}

/** Reads the actions of a user's role, or of all where another program has given several. @param role Link of users to it. @param user Row id */
export function actionsOfUser(
  tables: Tables,
  { table, near, far }: JoinTableLink,
  user: number,
): Query {
  return actionsQuery(tables, { table, column: far, where: [{ column: near, is: user }] });
}

/** Reads the actions of a role. @param role Row id */
export function actionsOfRoleRow(tables: Tables, role: number): Query {
  const table = tables.layout.table(ROLE);
  return actionsQuery(tables, { table, column: 'id', where: [{ column: 'id', is: role }] });
}

/** One statement, however many tables it is about: over a network each would be waited for. */
function actionsQuery(tables: Tables, roles: RowSet): Query {
  const { layout, statements } = tables;
  const { table, near, far } = joinTableOf(tables, ROLE, 'permissions');
  const permissions: RowSet = { table, column: far, where: [{ column: near, among: roles }] };
  return statements.selection(layout.table(PERMISSION), {
    columns: [layout.column(PERMISSION, 'action')],
    where: [{ column: 'id', among: permissions }],
  });
}
