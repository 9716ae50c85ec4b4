// Completes permissions when content-types, attributes or locales change: those of super admins, and the default ones of
// other roles that Quoin created (docs/strapi/administration.md, "Roles and permissions"; docs/strapi/differences.md, D21).
import type { JsonObject } from '../../base/json.ts';
import { ADMIN_PERMISSION, ADMIN_ROLE, LOCALE } from '../../schema/built-in/uids.ts';
import type { Database } from '../../storage/database.ts';
import type { ReadSteps, WriteSteps } from '../../storage/session.ts';
import { defaultPermissions } from '../../storage/layout/quoin-tables.ts';
import type { Tables } from '../../documents/rows/built-in-rows.ts';
import { SUPER_ADMIN } from './grants.ts';
import { superAdminPermissions } from './default-role-permissions.ts';
import { type ManagedTypes } from './managed-types.ts';
import { permissionAction } from './permission-actions.ts';
import { readPermissions, roleOwner, type StoredPermission } from './permission-rows.ts';
import {
  applyPermissions,
  comparePermissions,
  toValues,
  unorderedKey,
  type PermissionChanges,
} from './replace-permissions.ts';

/** Completes the permissions of a database, in one transaction if anything is missing. */
export async function completePermissions(
  database: Database,
  tables: Tables,
  types: ManagedTypes,
): Promise<void> {
  if (isNothing(await database.read(findIncomplete(tables, types)))) return;
  await database.transact(completeRoles(tables, types));
}

/** Completes the permissions of the stored roles. */
export function* completeRoles(tables: Tables, types: ManagedTypes): WriteSteps<void> {
  const { superAdmin, changes, localized } = yield* findIncomplete(tables, types);
  if (superAdmin !== null) yield* applyPermissions(tables, roleOwner(superAdmin), changes);
  const { layout, statements, dialect } = tables;
  yield* statements.update(
    layout.table(ADMIN_PERMISSION),
    [layout.column(ADMIN_PERMISSION, 'properties')],
    localized.map(({ id, properties }) => [id, dialect.store('json', properties)]),
  );
}

/** Records the default permissions of a role, to which new locales are added. @param ids Row ids */
export function* recordDefaultPermissions(
  { statements }: Tables,
  ids: readonly number[],
): WriteSteps<void> {
  const { table, permission } = defaultPermissions;
  yield* statements.add(
    table,
    [permission],
    ids.map((id) => [id]),
  );
}

export function* localeCodes({ layout, statements }: Tables): ReadSteps<readonly string[]> {
  const rows = yield* statements.select(layout.table(LOCALE), {
    columns: [layout.column(LOCALE, 'code')],
    where: [],
    order: ['id'],
  });
  return rows.map(([code]) => String(code));
}

/** Permissions that are missing in a database. */
interface Incomplete {
  /** Row id of the role; null if it does not exist. */
  readonly superAdmin: number | null;
  /** Of super admins. */
  readonly changes: PermissionChanges;
  /** Default permissions whose locales are out of date, with their new properties. */
  readonly localized: readonly { readonly id: number; readonly properties: JsonObject }[];
}

function isNothing({ changes, localized }: Incomplete): boolean {
  return changes.missing.length + changes.obsolete.length + localized.length === 0;
}

function* findIncomplete(tables: Tables, types: ManagedTypes): ReadSteps<Incomplete> {
  const { layout, statements } = tables;
  const roles = yield* statements.select(layout.table(ADMIN_ROLE), {
    columns: ['id', layout.column(ADMIN_ROLE, 'code')],
    where: [],
  });
  const locales = yield* localeCodes(tables);
  const [found] = roles.find(([, code]) => code === SUPER_ADMIN) ?? [];
  const superAdmin = found === undefined ? null : Number(found);
  const others = roles.map(([id]) => Number(id)).filter((id) => id !== superAdmin);
  const selected = superAdminPermissions(types, locales).map(toValues);
  const isRetained = (permission: StoredPermission): boolean => isForeign(permission, types);
  return {
    superAdmin,
    changes:
      superAdmin === null
        ? { missing: [], obsolete: [] }
        : yield* comparePermissions(tables, superAdmin, {
            selected,
            keyOf: unorderedKey,
            isRetained,
          }),
    localized: yield* otherLocales(tables, { roles: others, types, locales }),
  };
}

/** Returns true for an action or type of a plugin that only Strapi runs. */
function isForeign({ action, subject }: StoredPermission, types: ManagedTypes): boolean {
  const { registry } = types;
  if (!permissionAction(action, types)) return true;
  return subject?.startsWith('plugin::') === true && !registry.contentTypes.has(subject);
}

interface LocaleCheck {
  /** Row ids. */
  readonly roles: readonly number[];
  readonly types: ManagedTypes;
  /** Codes. */
  readonly locales: readonly string[];
}

function* otherLocales(
  tables: Tables,
  { roles, types, locales }: LocaleCheck,
): ReadSteps<Incomplete['localized']> {
  const { table, permission: column } = defaultPermissions;
  const recorded = yield* tables.statements.select(table, { columns: [column], where: [] });
  if (recorded.length === 0) return [];
  const ours = new Set(recorded.map(([id]) => Number(id)));
  const expected = [...locales].toSorted().join();
  const permissions = yield* readPermissions(tables, roles);
  return permissions
    .filter(({ id, subject, properties }) => {
      const type = subject === null ? undefined : types.registry.contentTypes.get(subject);
      const named = properties['locales'];
      const current = Array.isArray(named) ? named.map(String).toSorted().join() : null;
      return ours.has(id) && type?.localized === true && current !== expected;
    })
    .map(({ id, properties }) => ({ id, properties: { ...properties, locales } }));
}
