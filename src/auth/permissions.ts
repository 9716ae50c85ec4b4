// Actions granted to roles and tokens: rows of separate content-types, as Strapi stores them (docs/strapi/access.md,
// "Permissions").
import {
  API_TOKEN,
  API_TOKEN_PERMISSION,
  PERMISSION,
  ROLE,
  TRANSFER_TOKEN,
  TRANSFER_TOKEN_PERMISSION,
} from '../schema/built-in/uids.ts';
import type { Query, ReadSteps } from '../storage/session.ts';
import type { RowSet } from '../storage/statements/row-conditions.ts';
import { joinTableOf, type JoinTableLink, type Tables } from '../documents/rows/built-in-rows.ts';

/** Uids of a type to whose entries actions are granted, and of its permissions. */
export interface ActionTypes {
  readonly owner: string;
  readonly permission: string;
}

const ROLES: ActionTypes = { owner: ROLE, permission: PERMISSION };
export const API_TOKENS: ActionTypes = { owner: API_TOKEN, permission: API_TOKEN_PERMISSION };
export const TRANSFER_TOKENS: ActionTypes = {
  owner: TRANSFER_TOKEN,
  permission: TRANSFER_TOKEN_PERMISSION,
};

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
  const [rows = []] = yield [actionsQuery(tables, ROLES, roles)];
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
  return actionsQuery(tables, ROLES, { table, column: far, where: [{ column: near, is: user }] });
}

/** Actions of a role. @param role Row id */
export function actionsOfRoleRow(tables: Tables, role: number): Query {
  const table = tables.layout.table(ROLE);
  return actionsQuery(tables, ROLES, { table, column: 'id', where: [{ column: 'id', is: role }] });
}

/** Selects the actions granted to entries: one statement for all tables, which saves round trips. */
export function actionsQuery(tables: Tables, types: ActionTypes, entries: RowSet): Query {
  const { layout, statements } = tables;
  const { table, near, far } = joinTableOf(tables, types.owner, 'permissions');
  const permissions: RowSet = { table, column: far, where: [{ column: near, among: entries }] };
  return statements.selection(layout.table(types.permission), {
    columns: [layout.column(types.permission, 'action')],
    where: [{ column: 'id', among: permissions }],
  });
}
