// In charge of what a role may do, as stored by the users-and-permissions plugin (spec/auth.md section 3).
import { PERMISSION, ROLE } from '../schema/built-in/uids.ts';
import type { Reading } from '../storage/database.ts';
import type { RowCondition } from '../storage/row-conditions.ts';
import { joinTableOf } from './entry-rows.ts';
import type { Tables } from './tables.ts';

/** Names a role: by its row, or by its type, such as `public`. */
export type RoleKey = { readonly id: number } | { readonly type: string };

/** The actions of a role; none of one that is not there. */
export function* actionsOfRole(tables: Tables, role: RoleKey): Reading<ReadonlySet<string>> {
  const { layout, statements } = tables;
  const roles = yield* statements.select(layout.table(ROLE), {
    columns: ['id'],
    where: [roleCondition(tables, role)],
  });
  const link = joinTableOf(tables, ROLE, 'permissions');
  const linked = yield* statements.select(link.table, {
    columns: [link.far],
    where: [{ column: link.near, in: roles.map(([id]) => Number(id)) }],
  });
  const rows = yield* statements.select(layout.table(PERMISSION), {
    columns: [layout.column(PERMISSION, 'action')],
    where: [{ column: 'id', in: linked.map(([id]) => Number(id)) }],
  });
  return new Set(rows.map(([action]) => String(action)));
}

function roleCondition({ layout }: Tables, role: RoleKey): RowCondition {
  return 'id' in role
    ? { column: 'id', is: role.id }
    : { column: layout.column(ROLE, 'type'), is: role.type };
}
