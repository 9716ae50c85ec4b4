// Replaces permissions of roles: rows that are equal keep their id (docs/strapi/administration.md, "Roles and
// permissions").
import type { JsonObject } from '../../base/json.ts';
import type { ReadSteps, WriteSteps } from '../../storage/database.ts';
import type { Tables } from '../entry-rows.ts';
import type { RolePermission } from './default-role-permissions.ts';
import {
  insertPermissions,
  readPermissions,
  removePermissions,
  type PermissionValues,
  type StoredPermission,
} from './permission-rows.ts';

/** How permissions are replaced. */
export interface Replacement {
  readonly wanted: readonly PermissionValues[];
  /** Returns the same text for permissions that are equal. Default: `exactKey`. */
  readonly keyOf?: (permission: PermissionValues) => string;
  /** Stored permissions that stay although they are not wanted. Default: none. */
  readonly kept?: (permission: StoredPermission) => boolean;
}

/** The difference between stored and wanted permissions. */
export interface PermissionChanges {
  readonly missing: readonly PermissionValues[];
  /** Row ids. */
  readonly obsolete: readonly number[];
}

/** Compares the permissions of a role with those that are wanted. @param role Row id */
export function* comparePermissions(
  tables: Tables,
  role: number,
  { wanted, keyOf = exactKey, kept = () => false }: Replacement,
): ReadSteps<PermissionChanges> {
  const stored = yield* readPermissions(tables, [role]);
  const wantedKeys = new Set(wanted.map(keyOf));
  const storedKeys = new Set(stored.map(keyOf));
  const obsolete = stored
    .filter((permission) => !wantedKeys.has(keyOf(permission)) && !kept(permission))
    .map(({ id }) => id);
  return { obsolete, missing: wanted.filter((permission) => !storedKeys.has(keyOf(permission))) };
}

/** Writes a difference. @param role Row id @returns the permissions that were added */
export function* applyPermissions(
  tables: Tables,
  role: number,
  { missing, obsolete }: PermissionChanges,
): WriteSteps<readonly StoredPermission[]> {
  yield* removePermissions(tables, obsolete);
  const ids = yield* insertPermissions(tables, role, missing);
  return missing.map((permission, i) => ({ id: ids[i] ?? 0, ...permission }));
}

/** Equal for permissions with the same values, lists in the same order. */
export function exactKey(permission: PermissionValues): string {
  const { action, subject, properties, conditions, actionParameters } = permission;
  return JSON.stringify([
    action,
    subject,
    sorted(properties),
    conditions,
    sorted(actionParameters),
  ]);
}

/** Equal for permissions with the same values, lists in any order. */
export function unorderedKey({ properties, conditions, ...permission }: PermissionValues): string {
  const lists = Object.entries(properties).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(String).toSorted() : value,
  ]);
  return exactKey({
    ...permission,
    properties: Object.fromEntries(lists) as JsonObject,
    conditions: conditions.toSorted(),
  });
}

/** A default permission as it is stored. */
export function toValues({
  action,
  subject,
  fields,
  locales,
  conditions,
}: RolePermission): PermissionValues {
  return {
    action,
    actionParameters: {},
    subject,
    properties: {
      ...(fields === null ? {} : { fields }),
      ...(locales === null ? {} : { locales }),
    },
    conditions,
  };
}

function sorted(object: JsonObject): readonly unknown[] {
  return Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1));
}
