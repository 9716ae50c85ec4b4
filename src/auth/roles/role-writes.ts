// Creates, updates and deletes roles of the users-permissions plugin. Each write is atomic (docs/strapi/accounts.md,
// "Roles").
import { AppError } from '../../base/errors.ts';
import { PERMISSION, ROLE } from '../../schema/built-in/uids.ts';
import type { SqlValue, WriteSteps } from '../../storage/session.ts';
import type { Link } from '../../storage/layout/link.ts';
import { appendLinks } from '../../storage/statements/link-statements.ts';
import {
  insertBuiltIn,
  joinTableOf,
  roleLinkOf,
  type Tables,
} from '../../documents/rows/built-in-rows.ts';
import type { RoleInput } from './role-form.ts';

/** Type of the role for requests without credentials. */
export const PUBLIC_ROLE = 'public';

/** Identifies a role by row id, or by type such as `public`. */
export type RoleKey = { readonly id: number } | { readonly type: string };

/** Inserts a role. @returns its row id */
export function* insertRole(tables: Tables, role: RoleInput): WriteSteps<number> {
  const { name = null, description = null, type, actions } = role;
  const [id = 0] = yield* insertBuiltIn(tables, ROLE, [{ name, description, type }]);
  yield* grantActions(tables, id, actions);
  return id;
}

/** Updates a role and replaces its actions. @throws NotFoundError */
export function* updateRole(
  tables: Tables,
  key: RoleKey,
  { name, description, actions }: Omit<RoleInput, 'type'>,
): WriteSteps<void> {
  const id = yield* findRole(tables, key);
  if (id === null) throw roleNotFound();
  const { layout, statements, dialect } = tables;
  const changed = Object.entries({ name, description }).flatMap(([attribute, value]) =>
    value === undefined ? [] : [[layout.column(ROLE, attribute), value] as const],
  );
  const now = dialect.store('datetime', Date.now());
  const values = new Map<string, SqlValue>([...changed, [layout.column(ROLE, 'updatedAt'), now]]);
  yield* statements.merge(layout.table(ROLE), [{ id, values }]);
  yield* setActions(tables, id, actions);
}

/** Deletes a role; its users get the public one. @throws NotFoundError, ApplicationError */
export function* removeRole(tables: Tables, key: RoleKey): WriteSteps<void> {
  const id = yield* findRole(tables, key);
  if (id === null) throw roleNotFound();
  const everyone = yield* findRole(tables, { type: PUBLIC_ROLE });
  if (id === everyone) throw new AppError('ApplicationError', 'Cannot delete public role');
  yield* moveUsers(tables, id, everyone);
  yield* setActions(tables, id, []);
  const { layout, statements } = tables;
  yield* statements.delete(layout.table(ROLE), [{ column: 'id', is: id }]);
}

/** Row id of a role, the first one of a type; null if it does not exist. */
export function* findRole({ layout, statements }: Tables, key: RoleKey): WriteSteps<number | null> {
  const [row] = yield* statements.select(layout.table(ROLE), {
    columns: ['id'],
    where: [
      'id' in key
        ? { column: 'id', is: key.id }
        : { column: layout.column(ROLE, 'type'), is: key.type },
    ],
    order: ['id'],
  });
  return row ? Number(row[0]) : null;
}

/** Grants actions that the role does not have yet. @param role Row id */
export function* grantActions(
  tables: Tables,
  role: number,
  actions: readonly string[],
): WriteSteps<void> {
  if (actions.length === 0) return;
  const rows = actions.map((action) => ({ action }));
  const permissions = yield* insertBuiltIn(tables, PERMISSION, rows);
  const links = permissions.map((id) => [id, role, 1] as const);
  yield [appendLinks(tables, permissionLink(tables), links)];
}

/** Replaces the actions of a role; those that it already has are not written again. */
export function* setActions(
  tables: Tables,
  role: number,
  actions: readonly string[],
): WriteSteps<void> {
  const { layout, statements } = tables;
  const requested = new Set(actions);
  const removed: number[] = [];
  for (const { id, action } of yield* permissionsOf(tables, role)) {
    // Duplicates are removed.
    if (!requested.delete(action)) removed.push(id);
  }
  yield* statements.delete(layout.table(PERMISSION), [{ column: 'id', in: removed }]);
  yield* grantActions(tables, role, [...requested]);
}

/** Permission rows of a role. */
export function* permissionsOf(
  tables: Tables,
  role: number,
): WriteSteps<readonly { readonly id: number; readonly action: string }[]> {
  const { layout, statements } = tables;
  const { table, near, far } = permissionLink(tables);
  const links = yield* statements.select(table, {
    columns: [near],
    where: [{ column: far, is: role }],
  });
  const rows = yield* statements.select(layout.table(PERMISSION), {
    columns: ['id', layout.column(PERMISSION, 'action')],
    where: [{ column: 'id', in: links.map(([id]) => Number(id)) }],
    order: ['id'],
  });
  return rows.map(([id, action]) => ({ id: Number(id), action: String(action) }));
}

/** Moves users to another role. @param to Null to leave them without one */
function* moveUsers(tables: Tables, from: number, to: number | null): WriteSteps<void> {
  const { statements } = tables;
  const link = roleLinkOf(tables);
  if (!link) return;
  const users = yield* statements.select(link.table, {
    columns: [link.near],
    where: [{ column: link.far, is: from }],
    order: [link.inverseOrder ?? 'id'],
  });
  if (users.length === 0) return;
  if (to === null) {
    throw new AppError('ApplicationError', 'Impossible to find the public role');
  }
  yield* statements.delete(link.table, [{ column: link.far, is: from }]);
  const { inverseOrder } = link;
  const links = users.map(([id]) => [Number(id), to, 1] as const);
  if (inverseOrder !== null) yield [appendLinks(tables, { ...link, inverseOrder }, links)];
  else
    yield* statements.insert(
      link.table,
      [link.near, link.far],
      links.map(([near, far]) => [near, far]),
    );
}

type RoleLink = Extract<Link, { readonly kind: 'joinTable' }> & { readonly inverseOrder: string };

/** Link from permissions to their role. */
function permissionLink(tables: Tables): RoleLink {
  const { inverseOrder, ...link } = joinTableOf(tables, PERMISSION, 'role');
  if (inverseOrder === null) throw new Error('the join table of permissions keeps no order');
  return { ...link, inverseOrder };
}

/** 404 for a role that does not exist. */
export function roleNotFound(): AppError {
  return new AppError('NotFoundError', 'Role not found');
}
