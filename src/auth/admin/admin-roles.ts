// Roles of administrators. A new database has none until the first administrator registers, because Strapi creates
// them itself if it finds none. From then on all three roles exist with their permissions, so that a project can
// return to Strapi; Strapi rewrites those of super admins at each start.
import { ADMIN_PERMISSION, ADMIN_ROLE } from '../../schema/built-in/uids.ts';
import type { WriteSteps } from '../../storage/database.ts';
import { insertEntries, linkRows, type Tables } from '../entry-rows.ts';
import { SUPER_ADMIN } from './admin-actions.ts';
import {
  authorPermissions,
  editorPermissions,
  type ManagedTypes,
  type RolePermission,
} from './default-role-permissions.ts';

/** A role. */
export interface StoredRole {
  readonly id: number;
  readonly code: string;
  readonly name: string;
}

/** Creates missing roles: all if none exists, otherwise only that of super admins. @returns all roles by id */
export function* ensureAdminRoles(
  tables: Tables,
  types: ManagedTypes,
): WriteSteps<readonly StoredRole[]> {
  const present = yield* readRoles(tables);
  if (present.some(({ code }) => code === SUPER_ADMIN)) return present;
  yield* insertEntries(tables, ADMIN_ROLE, present.length === 0 ? ROLES : ROLES.slice(0, 1));
  const roles = yield* readRoles(tables);
  if (present.length > 0) return roles;
  for (const { id, code } of roles) {
    const permissions = PERMISSIONS.get(code)?.(types) ?? [];
    yield* insertPermissions(tables, id, permissions);
  }
  return roles;
}

/** All roles by id. */
export function* readRoles({ layout, statements }: Tables): WriteSteps<readonly StoredRole[]> {
  const rows = yield* statements.select(layout.table(ADMIN_ROLE), {
    columns: ['id', layout.column(ADMIN_ROLE, 'code'), layout.column(ADMIN_ROLE, 'name')],
    where: [],
    order: ['id'],
  });
  return rows.map(([id, code, name]) => ({
    id: Number(id),
    code: String(code),
    name: String(name),
  }));
}

const ROLES = [
  {
    name: 'Super Admin',
    code: SUPER_ADMIN,
    description: 'Super Admins can access and manage all features and settings.',
  },
  {
    name: 'Editor',
    code: 'strapi-editor',
    description: 'Editors can manage and publish contents including those of other users.',
  },
  {
    name: 'Author',
    code: 'strapi-author',
    description: 'Authors can manage the content they have created.',
  },
];

const PERMISSIONS: ReadonlyMap<string, (types: ManagedTypes) => readonly RolePermission[]> =
  new Map([
    ['strapi-editor', editorPermissions],
    ['strapi-author', authorPermissions],
  ]);

function* insertPermissions(
  tables: Tables,
  role: number,
  permissions: readonly RolePermission[],
): WriteSteps<void> {
  const { dialect } = tables;
  const entries = permissions.map(({ action, subject, fields, conditions }) => ({
    action,
    actionParameters: dialect.store('json', {}),
    subject,
    properties: dialect.store('json', fields === null ? {} : { fields }),
    conditions: dialect.store('json', conditions),
  }));
  const rows = yield* insertEntries(tables, ADMIN_PERMISSION, entries);
  const attribute = { uid: ADMIN_ROLE, attribute: 'permissions' };
  yield* linkRows(tables, attribute, { entry: role, rows });
}
