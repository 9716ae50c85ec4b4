// Lists of permissions in bodies: of roles, and of admin tokens (docs/strapi/administration.md, "Roles and
// permissions"). A project may have thousands of fields, so they are checked in one pass, without a form.
import { validationError } from '../../base/errors.ts';
import { typeError } from '../../base/type-error.ts';
import { MAX_FAILURES, MAX_PATH_STEPS } from '../../base/limits.ts';
import { isJsonObject, isTooDeep, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { FormIssue } from '../../forms/check-form.ts';
import type { ManagedTypes } from './managed-types.ts';
import { hasManyNames } from './field-paths.ts';
import type { PermissionAction } from './permission-action.ts';
import { permissionAction, subjectsOf } from './permission-actions.ts';
import type { PermissionValues } from './permission-rows.ts';
import { conditionsOf } from './row-conditions.ts';

const KEYS: ReadonlySet<string> = new Set([
  'action',
  'actionParameters',
  'subject',
  'properties',
  'conditions',
]);

/** @throws ValidationError for a body that cannot be stored */
export function assertStorable(body: unknown): void {
  if (isTooDeep(body)) throw validationError('The request body is nested too deep');
  if (JSON.stringify(body ?? null).includes('\\u0000')) {
    throw validationError('The request body must not contain NUL characters');
  }
}

/** The first issues in a list of permissions. @param path Of the list in the body */
export function permissionIssues(
  list: JsonValue,
  path: readonly string[],
  types: ManagedTypes,
): readonly FormIssue[] {
  if (!Array.isArray(list)) return [wrongType(path, 'array', list)];
  const items: readonly JsonValue[] = list;
  const issues: FormIssue[] = [];
  for (const [i, each] of items.entries()) {
    if (issues.length >= MAX_FAILURES) break;
    issues.push(...issuesIn(each, [...path, String(i)], types));
  }
  return issues;
}

/** Permissions of a list without issues. Unknown conditions are dropped. */
export function toPermissions(list: JsonValue, types: ManagedTypes): readonly PermissionValues[] {
  const items: readonly JsonValue[] = Array.isArray(list) ? list : [];
  const conditionIds = new Set(conditionsOf(types).map(({ id }) => id));
  return items.filter(isJsonObject).map((each) => toValues(each, conditionIds));
}

function issuesIn(
  permission: JsonValue,
  path: readonly string[],
  types: ManagedTypes,
): readonly FormIssue[] {
  if (!isJsonObject(permission)) return [wrongType(path, 'object', permission)];
  const { action, subject, properties, conditions, actionParameters } = permission;
  const knownAction = typeof action === 'string' ? permissionAction(action, types) : undefined;
  const unknownKeys = Object.keys(permission).filter((key) => !KEYS.has(key));
  const isObjectOrNull = actionParameters === undefined || actionParameters === null;
  return [
    ...(unknownKeys.length > 0 ? [unspecified(path, unknownKeys, permission)] : []),
    ...actionIssues([...path, 'action'], action, types),
    ...(isObjectOrNull || isJsonObject(actionParameters)
      ? []
      : [wrongType([...path, 'actionParameters'], 'object', actionParameters)]),
    ...(knownAction && !isSubject(knownAction, subject, types)
      ? [plain([...path, 'subject'], 'Invalid subject submitted', subject)]
      : []),
    ...(properties === undefined
      ? []
      : propertyIssues([...path, 'properties'], knownAction, properties)),
    ...(conditions === undefined ? [] : conditionIssues([...path, 'conditions'], conditions)),
  ];
}

function actionIssues(
  path: readonly string[],
  action: JsonValue | undefined,
  types: ManagedTypes,
): FormIssue[] {
  if (action === undefined || action === '') return [issue(path, 'is a required field', action)];
  if (typeof action !== 'string') return [wrongType(path, 'string', action)];
  if (permissionAction(action, types)) return [];
  return [plain(path, 'action is not an existing permission action', action)];
}

function isSubject(
  action: PermissionAction,
  subject: JsonValue | undefined,
  types: ManagedTypes,
): boolean {
  if (action.section !== 'contentTypes') return subject === undefined || subject === null;
  return typeof subject === 'string' && subjectsOf(action, types).includes(subject);
}

function propertyIssues(
  path: readonly string[],
  action: PermissionAction | undefined,
  properties: JsonValue,
): FormIssue[] {
  if (!isJsonObject(properties)) return [wrongType(path, 'object', properties)];
  if (!action) return [];
  const allowed: readonly string[] = action.section === 'contentTypes' ? action.properties : [];
  if (Object.keys(properties).some((name) => !allowed.includes(name))) {
    return [plain(path, `Invalid property set at ${named(path)}`, properties)];
  }
  const { fields = null, locales = null } = properties;
  return [
    ...(locales === null || isTexts(locales)
      ? []
      : [wrongType([...path, 'locales'], 'array', locales)]),
    ...(fields === null ? [] : fieldIssues([...path, 'fields'], fields)),
  ];
}

function conditionIssues(path: readonly string[], conditions: JsonValue): FormIssue[] {
  if (!Array.isArray(conditions)) return [wrongType(path, 'array', conditions)];
  const wrong = [...conditions.entries()].filter(([, each]) => typeof each !== 'string');
  return wrong
    .slice(0, MAX_FAILURES)
    .map(([i, each]) => wrongType([...path, String(i)], 'string', each));
}

function fieldIssues(path: readonly string[], fields: JsonValue): FormIssue[] {
  if (!isTexts(fields)) return [wrongType(path, 'array', fields)];
  const all = new Set(fields);
  if (all.size < fields.length) {
    return [plain(path, 'Fields format are incorrect (duplicates).', fields)];
  }
  if (fields.some(hasManyNames)) {
    const message = `Fields format are incorrect (more than ${MAX_PATH_STEPS} names).`;
    return [plain(path, message, fields)];
  }
  const isNested = fields.some((field) => prefixesOf(field).some((prefix) => all.has(prefix)));
  return isNested ? [plain(path, 'Fields format are incorrect (bad nesting).', fields)] : [];
}

/** `a.b.c`: `a` and `a.b`. */
function prefixesOf(field: string): readonly string[] {
  const names = field.split('.');
  return names.slice(1).map((_, depth) => names.slice(0, depth + 1).join('.'));
}

function toValues(
  { action, subject, properties, conditions, actionParameters }: JsonObject,
  conditionIds: ReadonlySet<string>,
): PermissionValues {
  return {
    action: String(action),
    actionParameters: isJsonObject(actionParameters) ? actionParameters : {},
    subject: typeof subject === 'string' ? subject : null,
    properties: isJsonObject(properties) ? properties : {},
    conditions: isTexts(conditions) ? conditions.filter((id) => conditionIds.has(id)) : [],
  };
}

/** Returns true for a list of strings. */
export function isTexts(value: JsonValue | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** `permissions[0].action`. */
function named(path: readonly string[]): string {
  const text = path.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join('');
  return text.replace(/^\./, '');
}

/** An issue in a named field. */
export function issue(path: readonly string[], text: string, value?: JsonValue): FormIssue {
  return plain(path, `${named(path) || 'this'} ${text}`, value);
}

/** A value of another type. */
export function wrongType(path: readonly string[], type: string, value: unknown): FormIssue {
  const message = typeError(named(path) || 'this', type, { value });
  return { ...plain(path, message), ...(value === undefined ? {} : { value }) };
}

/** Unknown keys. */
export function unspecified(
  path: readonly string[],
  keys: readonly string[],
  value: JsonValue,
): FormIssue {
  const where = path.length === 0 ? 'this' : named(path);
  return plain(path, `${where} field has unspecified keys: ${keys.join(', ')}`, value);
}

function plain(path: readonly string[], message: string, value?: JsonValue): FormIssue {
  return {
    path,
    message,
    name: 'ValidationError',
    ...(value === undefined ? {} : { value }),
  };
}
