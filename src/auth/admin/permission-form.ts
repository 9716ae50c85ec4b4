// Form of the permissions of a role (docs/strapi/administration.md, "Roles and permissions"). A project may have thousands
// of fields, so it is checked by hand, in one pass.
import { validationError } from '../../base/errors.ts';
import { isJsonObject, isTooDeep, type JsonObject, type JsonValue } from '../../base/json.ts';
import { formError, type FormMistake } from '../../forms/check-form.ts';
import type { ManagedTypes } from './managed-types.ts';
import type { PermissionAction } from './permission-action.ts';
import { permissionAction, subjectsOf } from './permission-actions.ts';
import type { PermissionValues } from './permission-rows.ts';

/** What permissions may refer to. */
export interface PermissionFormDependencies {
  readonly types: ManagedTypes;
  /** Ids of conditions; others are dropped. */
  readonly conditions: ReadonlySet<string>;
  /** Code of the default locale, which replaces an empty list of locales. */
  readonly defaultLocale: string;
}

const KEYS: ReadonlySet<string> = new Set([
  'action',
  'actionParameters',
  'subject',
  'properties',
  'conditions',
]);

/** Returns the permissions of a body. @throws ValidationError with all errors */
export function checkPermissions(
  body: unknown,
  dependencies: PermissionFormDependencies,
): readonly PermissionValues[] {
  if (isTooDeep(body)) throw validationError('The request body is nested too deep');
  if (JSON.stringify(body ?? null).includes('\\u0000')) {
    throw validationError('The request body must not contain the character NUL');
  }
  if (!isJsonObject(body)) throw formError([wrongType([], 'object', body)]);
  const { permissions, ...unknown } = body;
  const mistakes: FormMistake[] = [];
  if (permissions === undefined) mistakes.push(mistake(['permissions'], 'is a required field'));
  else if (!Array.isArray(permissions)) {
    mistakes.push(wrongType(['permissions'], 'array', permissions));
  }
  const names = Object.keys(unknown);
  if (names.length > 0) mistakes.push(unspecified([], names, body));
  const list: readonly JsonValue[] = Array.isArray(permissions) ? permissions : [];
  mistakes.push(...list.flatMap((each, i) => mistakesIn(each, i, dependencies)));
  if (isDuplicated(list)) {
    const message = 'Some permissions are duplicated (same action and subject)';
    mistakes.push({ path: ['permissions'], message, name: 'ValidationError', value: list });
  }
  if (mistakes.length > 0) throw formError(mistakes);
  return list.filter(isJsonObject).map((each) => toValues(each, dependencies));
}

function mistakesIn(
  permission: JsonValue,
  index: number,
  dependencies: PermissionFormDependencies,
): readonly FormMistake[] {
  const path = ['permissions', String(index)];
  if (!isJsonObject(permission)) return [wrongType(path, 'object', permission)];
  const { action, subject, properties, conditions, actionParameters } = permission;
  const known =
    typeof action === 'string' ? permissionAction(action, dependencies.types) : undefined;
  const unknownKeys = Object.keys(permission).filter((key) => !KEYS.has(key));
  const isObjectOrNull = actionParameters === undefined || actionParameters === null;
  return [
    ...(unknownKeys.length > 0 ? [unspecified(path, unknownKeys, permission)] : []),
    ...actionMistakes([...path, 'action'], action, dependencies),
    ...(isObjectOrNull || isJsonObject(actionParameters)
      ? []
      : [wrongType([...path, 'actionParameters'], 'object', actionParameters)]),
    ...(known && !isSubject(known, subject, dependencies)
      ? [plain([...path, 'subject'], 'Invalid subject submitted', subject)]
      : []),
    ...(properties === undefined || properties === null
      ? []
      : propertyMistakes([...path, 'properties'], known, properties)),
    ...(conditions === undefined || isTexts(conditions)
      ? []
      : [wrongType([...path, 'conditions'], 'array', conditions)]),
  ];
}

function actionMistakes(
  path: readonly string[],
  action: JsonValue | undefined,
  { types }: PermissionFormDependencies,
): FormMistake[] {
  if (action === undefined || action === '') return [mistake(path, 'is a required field', action)];
  if (typeof action !== 'string') return [wrongType(path, 'string', action)];
  if (permissionAction(action, types)) return [];
  return [plain(path, 'action is not an existing permission action', action)];
}

function isSubject(
  action: PermissionAction,
  subject: JsonValue | undefined,
  { types }: PermissionFormDependencies,
): boolean {
  if (action.section !== 'contentTypes') return subject === undefined || subject === null;
  return typeof subject === 'string' && subjectsOf(action, types).includes(subject);
}

function propertyMistakes(
  path: readonly string[],
  action: PermissionAction | undefined,
  properties: JsonValue,
): FormMistake[] {
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
    ...(fields === null ? [] : fieldMistakes([...path, 'fields'], fields)),
  ];
}

function fieldMistakes(path: readonly string[], fields: JsonValue): FormMistake[] {
  if (!isTexts(fields)) return [wrongType(path, 'array', fields)];
  const all = new Set(fields);
  if (all.size < fields.length) {
    return [plain(path, 'Fields format are incorrect (duplicates).', fields)];
  }
  const isNested = fields.some((field) => prefixesOf(field).some((prefix) => all.has(prefix)));
  return isNested ? [plain(path, 'Fields format are incorrect (bad nesting).', fields)] : [];
}

/** `a.b.c`: `a` and `a.b`. */
function prefixesOf(field: string): readonly string[] {
  const names = field.split('.');
  return names.slice(1).map((_, depth) => names.slice(0, depth + 1).join('.'));
}

function isDuplicated(permissions: readonly JsonValue[]): boolean {
  const keys = permissions.flatMap((each) =>
    isJsonObject(each) && typeof each['action'] === 'string'
      ? JSON.stringify([each['action'], each['subject'] ?? null])
      : [],
  );
  return new Set(keys).size < keys.length;
}

function toValues(
  { action, subject, properties, conditions, actionParameters }: JsonObject,
  { conditions: known, defaultLocale }: PermissionFormDependencies,
): PermissionValues {
  const { fields = null, locales = null } = isJsonObject(properties) ? properties : {};
  return {
    action: String(action),
    actionParameters: isJsonObject(actionParameters) ? actionParameters : {},
    subject: typeof subject === 'string' ? subject : null,
    properties: {
      ...(isTexts(fields) ? { fields } : {}),
      ...(isTexts(locales) ? { locales: locales.length > 0 ? locales : [defaultLocale] } : {}),
    },
    conditions: isTexts(conditions) ? conditions.filter((id) => known.has(id)) : [],
  };
}

function isTexts(value: JsonValue | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** `permissions[0].action`. */
function named(path: readonly string[]): string {
  const text = path.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join('');
  return text.replace(/^\./, '');
}

function mistake(path: readonly string[], text: string, value?: JsonValue): FormMistake {
  return plain(path, `${named(path) || 'this'} ${text}`, value);
}

function wrongType(path: readonly string[], type: string, value: unknown): FormMistake {
  const shown = JSON.stringify(value, null, 2) ?? 'undefined';
  const message = `must be a \`${type}\` type, but the final value was: \`${shown}\`.`;
  return { ...mistake(path, message), ...(value === undefined ? {} : { value }) };
}

function unspecified(
  path: readonly string[],
  keys: readonly string[],
  value: JsonValue,
): FormMistake {
  const where = path.length === 0 ? 'this' : named(path);
  return plain(path, `${where} field has unspecified keys: ${keys.join(', ')}`, value);
}

function plain(path: readonly string[], message: string, value?: JsonValue): FormMistake {
  return {
    path,
    message,
    name: 'ValidationError',
    ...(value === undefined ? {} : { value }),
  };
}
