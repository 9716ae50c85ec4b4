// Replaces permissions of roles and tokens: rows that are equal keep their id (docs/strapi/administration.md, "Roles and
// permissions").
import type { JsonObject } from '../../base/json.ts';
import type { ReadSteps, WriteSteps } from '../../storage/session.ts';
import type { Tables } from '../../documents/rows/built-in-rows.ts';
import type { RolePermission } from './default-role-permissions.ts';
import {
  insertPermissions,
  readPermissions,
  removePermissions,
  type PermissionOwner,
  type PermissionValues,
  type StoredPermission,
} from './permission-rows.ts';

/** How permissions are replaced. */
export interface PermissionReplacement {
  readonly selected: readonly PermissionValues[];
  /** Returns equal keys for equal permissions. Default: `exactKey`. */
  readonly keyOf?: (permission: PermissionValues) => string;
  /** Stored permissions that stay without being selected. Default: none. */
  readonly isRetained?: (permission: StoredPermission) => boolean;
}

/** The difference between stored and selected permissions. */
export interface PermissionChanges {
  readonly missing: readonly PermissionValues[];
  /** Row ids. */
  readonly obsolete: readonly number[];
}

/** Compares the permissions of a role with a selection. @param role Row id */
export function* comparePermissions(
  tables: Tables,
  role: number,
  replacement: PermissionReplacement,
): ReadSteps<PermissionChanges> {
  return permissionChanges(yield* readPermissions(tables, [role]), replacement);
}

/** Compares stored permissions with a selection. */
export function permissionChanges(
  stored: readonly StoredPermission[],
  { selected, keyOf = exactKey, isRetained = () => false }: PermissionReplacement,
): PermissionChanges {
  const selectedKeys = selected.map(keyOf);
  const storedKeys = stored.map(keyOf);
  const isSelected = new Set(selectedKeys);
  const isStored = new Set(storedKeys);
  return {
    obsolete: stored
      .filter((each, i) => !isSelected.has(storedKeys[i] ?? '') && !isRetained(each))
      .map(({ id }) => id),
    missing: selected.filter((_, i) => !isStored.has(selectedKeys[i] ?? '')),
  };
}

/** Writes a difference. @returns the permissions that were added */
export function* applyPermissions(
  tables: Tables,
  owner: PermissionOwner,
  { missing, obsolete }: PermissionChanges,
): WriteSteps<readonly StoredPermission[]> {
  yield* removePermissions(tables, obsolete);
  const ids = yield* insertPermissions(tables, owner, missing);
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

/** A stored default permission. */
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
