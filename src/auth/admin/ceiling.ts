// Prevents privilege escalation: administrators can only grant permissions that they have (docs/strapi/differences.md, D22).
import { AppError } from '../../base/errors.ts';
import type { Registry } from '../../schema/registry.ts';
import type { Ability, Grant } from './ability.ts';

/** @param requested Stored rows @throws ForbiddenError for permissions that the caller does not have */
export function assertMayGrant(
  ability: Ability,
  requested: readonly Grant[],
  registry: Pick<Registry, 'contentTypes'>,
): void {
  const beyond = requested.find((grant) => !mayGrant(ability, grant, registry));
  if (!beyond) return;
  const { action, subject } = beyond;
  throw missingPermission(subject === null ? action : `${action} on ${subject}`);
}

/** 403. @param permission The permission that the caller does not have */
export function missingPermission(permission: string): AppError {
  return new AppError(
    'ForbiddenError',
    `You cannot grant a permission that you do not have: ${permission}`,
  );
}

/** Returns true if everything that a permission allows is allowed by an ability. */
export function mayGrant(
  ability: Ability,
  { action, subject, fields, locales, conditions }: Grant,
  registry: Pick<Registry, 'contentTypes'>,
): boolean {
  if (ability.isUnlimited) return true;
  const type = subject === null ? undefined : registry.contentTypes.get(subject);
  const owned = ability
    .grants(action, subject)
    .filter((grant) => isWider(grant.conditions, conditions));
  if (owned.length === 0) return false;
  const inLocale = (grant: Grant, code: string): boolean => grant.locales?.includes(code) !== false;
  const codes = type?.localized === true ? (locales ?? []) : [];
  const inAll = (some: readonly Grant[]): boolean =>
    codes.length === 0
      ? some.length > 0
      : codes.every((code) => some.some((grant) => inLocale(grant, code)));
  if (fields === null || fields.length === 0) return inAll(owned);
  const listed = owned.map((grant) => grant.fields && new Set(grant.fields));
  return fields.every((field) => inAll(owned.filter((_, i) => includes(listed[i] ?? null, field))));
}

/** Conditions are alternatives; an empty list means no restriction. */
function isWider(owned: readonly string[], requested: readonly string[]): boolean {
  if (owned.length === 0) return true;
  return requested.length > 0 && requested.every((id) => owned.includes(id));
}

/** Returns true for an attribute that is listed, or part of one. @param listed Null for all */
function includes(listed: ReadonlySet<string> | null, field: string): boolean {
  if (listed === null || listed.has(field)) return true;
  for (let end = field.indexOf('.'); end >= 0; end = field.indexOf('.', end + 1)) {
    if (listed.has(field.slice(0, end))) return true;
  }
  return false;
}
