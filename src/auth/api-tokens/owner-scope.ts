// Compares the permissions of a token with those of its owner: others are rejected, or removed when the owner's roles
// change (docs/strapi/administration.md, "Admin tokens").
import { validationError } from '../../base/errors.ts';
import type { JsonValue } from '../../base/json.ts';
import type { PermissionValues, StoredPermission } from '../admin/permission-rows.ts';

/**
 * Permissions of a token with the conditions under which the owner has them. @param owned Of the owner
 * @throws ValidationError for permissions that the owner does not have
 */
export function withinScope(
  requested: readonly PermissionValues[],
  owned: readonly PermissionValues[],
): readonly PermissionValues[] {
  const scopes = requested.map((each) => scopeOf(each, owned));
  const exceeding = scopes.flatMap(({ beyond }) => beyond ?? []);
  if (exceeding.length > 0) {
    throw validationError(
      `Cannot assign admin permissions that exceed your own. Exceeding: ${exceeding.join(', ')}`,
    );
  }
  return requested.map((each, i) => ({ ...each, conditions: scopes[i]?.conditions ?? [] }));
}

/** The difference between the permissions of a token and those of its owner. */
export interface ScopeChanges {
  /** Row ids of permissions that the owner does not have. */
  readonly obsolete: readonly number[];
  /** Permissions that the owner has under other conditions. */
  readonly changed: readonly StoredPermission[];
}

/** Compares the permissions of a token with those of its owner. */
export function scopeChanges(
  permissions: readonly StoredPermission[],
  owned: readonly PermissionValues[],
): ScopeChanges {
  const scopes = permissions.map((each) => ({ ...each, scope: scopeOf(each, owned) }));
  const isObsolete = ({ scope, properties }: (typeof scopes)[number]): boolean =>
    // Without a list of fields a permission allows none.
    scope.beyond !== null && !(scope.needsFields && listOf(properties['fields']) === null);
  return {
    obsolete: scopes.filter(isObsolete).map(({ id }) => id),
    changed: scopes
      .filter((each) => !isObsolete(each) && !isSameSet(each.conditions, each.scope.conditions))
      .map(({ scope, ...permission }) => ({ ...permission, conditions: scope.conditions })),
  };
}

interface Scope {
  /** The permissions that the owner lacks, or null. */
  readonly beyond: string | null;
  /** True if the owner has some fields only, and the permission does not list any. */
  readonly needsFields: boolean;
  /** Conditions under which the owner has the permission. */
  readonly conditions: readonly string[];
}

function scopeOf(
  { action, subject, properties }: PermissionValues,
  owned: readonly PermissionValues[],
): Scope {
  const matching = owned.filter((each) => each.action === action && each.subject === subject);
  const label = subject === null ? action : `${action} on ${subject}`;
  const isUnconditional = matching.some(({ conditions }) => conditions.length === 0);
  const scope = {
    needsFields: false,
    conditions: isUnconditional
      ? []
      : [...new Set(matching.flatMap(({ conditions }) => conditions))],
  };
  if (matching.length === 0) return { ...scope, beyond: label };
  const fields = listOf(properties['fields']);
  const ownFields = matching.map((each) => listOf(each.properties['fields']) ?? []);
  const allOwnFields = new Set(ownFields.flat());
  if (fields === null && ownFields.every(({ length }) => length > 0)) {
    const beyond = `${label} (fields are required due to owner field restrictions)`;
    return { ...scope, beyond, needsFields: true };
  }
  const otherFields = (fields ?? []).filter((each) => !allOwnFields.has(each));
  if (otherFields.length > 0) {
    return { ...scope, beyond: `${label} (fields: ${otherFields.join(', ')})` };
  }
  // Null means all locales.
  const isInAll = matching.some((each) => each.properties['locales'] === null);
  const ownLocales = matching.flatMap((each) => listOf(each.properties['locales']) ?? []);
  const { locales = [] } = properties;
  const otherLocales = (listOf(locales) ?? ['*']).filter((each) => !ownLocales.includes(each));
  if (isInAll || otherLocales.length === 0) return { ...scope, beyond: null };
  return { ...scope, beyond: `${label} (locales: ${otherLocales.join(', ')})` };
}

/** The texts of a list, or null for anything else. */
function listOf(value: JsonValue | undefined): readonly string[] | null {
  const items: readonly unknown[] | null = Array.isArray(value) ? value : null;
  return items && items.filter((item) => typeof item === 'string');
}

function isSameSet(first: readonly string[], second: readonly string[]): boolean {
  return first.length === second.length && first.every((item) => second.includes(item));
}
