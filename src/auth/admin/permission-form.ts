// Form of the permissions of a role (docs/strapi/administration.md, "Roles and permissions").
import { isJsonObject, type JsonValue } from '../../base/json.ts';
import { formError, type FormIssue } from '../../forms/check-form.ts';
import type { ManagedTypes } from './managed-types.ts';
import { permissionAction } from './permission-actions.ts';
import {
  assertStorable,
  issue,
  permissionIssues,
  toPermissions,
  unspecified,
  wrongType,
} from './permission-list.ts';
import type { PermissionValues } from './permission-rows.ts';

/** Types, actions and conditions that permissions may refer to. */
export interface PermissionFormDependencies {
  readonly types: ManagedTypes;
  /** Code of the default locale, which a permission on a localized type has if it names none. */
  readonly defaultLocale: string;
}

/** Returns the permissions of a body. @throws ValidationError with all errors */
export function checkPermissions(
  body: unknown,
  dependencies: PermissionFormDependencies,
): readonly PermissionValues[] {
  assertStorable(body);
  if (!isJsonObject(body)) throw formError([wrongType([], 'object', body)]);
  const { permissions, ...unknown } = body;
  const { types } = dependencies;
  const issues: FormIssue[] = [];
  if (permissions === undefined) issues.push(issue(['permissions'], 'is a required field'));
  const isList = Array.isArray(permissions);
  if (permissions !== undefined && !isList) {
    issues.push(...permissionIssues(permissions, ['permissions'], types));
  }
  const names = Object.keys(unknown);
  if (names.length > 0) issues.push(unspecified([], names, body));
  const list: readonly JsonValue[] = isList ? permissions : [];
  issues.push(...permissionIssues(list, ['permissions'], types));
  if (isDuplicated(list)) {
    const message = 'Some permissions are duplicated (same action and subject)';
    issues.push({ path: ['permissions'], message, name: 'ValidationError', value: list });
  }
  if (issues.length > 0) throw formError(issues);
  return toPermissions(list, types).map((each) => withLocales(each, dependencies));
}

function isDuplicated(permissions: readonly JsonValue[]): boolean {
  const keys = permissions.flatMap((each) =>
    isJsonObject(each) && typeof each['action'] === 'string'
      ? JSON.stringify([each['action'], each['subject'] ?? null])
      : [],
  );
  return new Set(keys).size < keys.length;
}

/** Adds the default locale to a permission on a localized type without locales; null means all locales. */
function withLocales(
  permission: PermissionValues,
  { types, defaultLocale }: PermissionFormDependencies,
): PermissionValues {
  const { action: id, subject, properties } = permission;
  const { locales = [] } = properties;
  const isNamed = !Array.isArray(locales) || locales.length > 0;
  const action = permissionAction(id, types);
  const isFor = action?.section === 'contentTypes' && action.properties.includes('locales');
  const type = subject === null ? undefined : types.registry.contentTypes.get(subject);
  if (isNamed || !isFor || !type?.localized) return permission;
  return { ...permission, properties: { ...properties, locales: [defaultLocale] } };
}
