// Roles of administrators. They are created when the first administrator registers, or when a project with code starts.
// Until then there are none, so that Strapi can create its own. All three are created with their permissions, so that a
// project can return to Strapi.
import { ADMIN_ROLE } from '../../schema/built-in/uids.ts';
import type { WriteSteps } from '../../storage/session.ts';
import { insertBuiltIn, type Tables } from '../../documents/rows/built-in-rows.ts';
import { SUPER_ADMIN } from './grants.ts';
import { completeRoles, localeCodes, recordDefaultPermissions } from './complete-permissions.ts';
import { authorPermissions, editorPermissions } from './default-role-permissions.ts';
import { type ManagedTypes } from './managed-types.ts';
import { insertPermissions, roleOwner } from './permission-rows.ts';
import { toValues } from './replace-permissions.ts';

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
  yield* insertBuiltIn(tables, ADMIN_ROLE, present.length === 0 ? ROLES : ROLES.slice(0, 1));
  const roles = yield* readRoles(tables);
  if (present.length === 0) yield* insertDefaults(tables, types, roles);
  yield* completeRoles(tables, types);
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

const DEFAULTS = new Map([
  ['strapi-editor', editorPermissions],
  ['strapi-author', authorPermissions],
]);

/** Inserts the permissions of new roles. */
function* insertDefaults(
  tables: Tables,
  types: ManagedTypes,
  roles: readonly StoredRole[],
): WriteSteps<void> {
  const locales = yield* localeCodes(tables);
  for (const { id, code } of roles) {
    const permissions = DEFAULTS.get(code)?.(types, locales) ?? [];
    const rows = yield* insertPermissions(tables, roleOwner(id), permissions.map(toValues));
    yield* recordDefaultPermissions(tables, rows);
  }
}
