// Changes of the configuration of a view (docs/strapi/content-manager.md, "Views").
import { AppError, listedErrors } from '../../base/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { MAX_FAILURES } from '../../base/limits.ts';
import { editableNames, type ViewConfiguration } from './default-configuration.ts';
import type { ShownModel } from './shown-types.ts';

const PARTS = ['settings', 'metadatas', 'layouts'] as const;

/** `options` are accepted, and ignored. */
const KNOWN: ReadonlySet<string> = new Set([...PARTS, 'options']);

/** Checks the parts of a configuration in a body. @returns the given parts @throws BadRequestError with all errors */
export function checkConfiguration(
  model: ShownModel,
  body: unknown,
  find: FindModel,
): Partial<ViewConfiguration> {
  const configuration = isJsonObject(body) ? body : {};
  const issues: string[] = Array.isArray(body) ? [wrongType('this', 'object', body)] : [];
  const unknown = Object.keys(configuration).filter((key) => !KNOWN.has(key));
  const parts: Partial<Record<(typeof PARTS)[number], JsonObject>> = {};
  for (const part of PARTS) {
    const value = configuration[part];
    if (value === undefined || value === null) continue;
    if (isJsonObject(value)) parts[part] = value;
    else issues.push(wrongType(part, 'object', value));
  }
  if (parts.settings) issues.push(...settingsIssues(model, parts.settings));
  if (parts.metadatas) issues.push(...metadataIssues(model, parts.metadatas, find));
  if (parts.layouts) issues.push(...layoutIssues(model, parts.layouts));
  if (unknown.length > 0) {
    issues.push(`this field has unspecified keys: ${unknown.join(', ')}`);
  }
  if (issues.length === 0) return parts;
  throw new AppError('BadRequestError', 'Bad Request', {
    details: { name: 'validationError', errors: listedErrors(issues) },
  });
}

const FLAGS = ['bulkable', 'filterable', 'searchable'] as const;
const SETTINGS: readonly string[] = [
  ...FLAGS,
  'pageSize',
  'relationOpenMode',
  'mainField',
  'defaultSortBy',
  'defaultSortOrder',
];

function settingsIssues(model: ShownModel, settings: JsonObject): readonly string[] {
  const flag = (name: string): readonly string[] => {
    const value = settings[name];
    if (value === undefined || value === null) return [`settings.${name} is a required field`];
    return typeIssues(`settings.${name}`, 'boolean', value);
  };
  const among = (name: string, values: readonly string[]): readonly string[] => {
    const value = settings[name];
    if (value === undefined || (typeof value === 'string' && values.includes(value))) return [];
    return [oneOf(`settings.${name}`, values)];
  };
  return [
    ...flag('bulkable'),
    ...flag('filterable'),
    ...pageSizeIssues(settings['pageSize']),
    ...flag('searchable'),
    ...among('mainField', listableNames(model)),
    ...sortIssues(model, settings['defaultSortBy']),
    ...among('defaultSortOrder', ['ASC', 'DESC']),
    ...among('relationOpenMode', ['modal', 'page', 'newTab']),
    ...unknownKeys(settings, SETTINGS, 'settings'),
  ];
}

function pageSizeIssues(value: JsonValue | undefined): readonly string[] {
  const path = 'settings.pageSize';
  if (value === undefined || value === null) return [`${path} is a required field`];
  if (typeof value !== 'number') return typeIssues(path, 'number', value);
  if (!Number.isInteger(value)) return [`${path} must be an integer`];
  if (value < 10) return ['settings.pageSize must be greater than or equal to 10'];
  return value > 100 ? ['settings.pageSize must be less than or equal to 100'] : [];
}

/** Checks the metadata of existing attributes; other names are stored unchecked. */
function metadataIssues(
  { attributes }: ShownModel,
  metadatas: JsonObject,
  find: FindModel,
): readonly string[] {
  const existing = Object.entries(metadatas).filter(([name]) => Object.hasOwn(attributes, name));
  return existing.flatMap(([name, value]) => {
    const path = `metadatas.${name}`;
    const parts = isJsonObject(value) ? value : {};
    const target = attributes[name]?.['target'];
    return [
      ...partIssues('edit', parts['edit'], path),
      ...mainFieldIssues(
        typeof target === 'string' ? find(target) : undefined,
        parts['edit'],
        path,
      ),
      ...partIssues('list', parts['list'], path),
      ...unknownKeys(parts, ['edit', 'list'], path),
    ];
  });
}

function partIssues(
  part: keyof typeof METADATA,
  property: JsonValue | undefined,
  above: string,
): readonly string[] {
  const path = `${above}.${part}`;
  if (property === undefined || property === null) return [`${path} is a required field`];
  if (!isJsonObject(property)) return [wrongType(path, 'object', property)];
  const types: Readonly<Record<string, MetadataType>> = METADATA[part];
  return [
    ...Object.entries(types).flatMap(([key, type]) => {
      const value = property[key];
      const isNull = value === null && !NULLABLE.has(key);
      return isNull
        ? [wrongType(`${path}.${key}`, type, value)]
        : typeIssues(`${path}.${key}`, type, value);
    }),
    ...unknownKeys(property, Object.keys(types), path),
  ];
}

/** Checks the field that a form shows of related entries. @param target Undefined unless the attribute is a relation */
function mainFieldIssues(
  target: ShownModel | undefined,
  edit: JsonValue | undefined,
  above: string,
): readonly string[] {
  const name = isJsonObject(edit) ? edit['mainField'] : undefined;
  if (!target || typeof name !== 'string' || name === '') return [];
  const names = listableNames(target);
  return names.includes(name) ? [] : [oneOf(`${above}.edit.mainField`, names)];
}

function unknownKeys(value: JsonObject, known: readonly string[], path: string): readonly string[] {
  const unknown = Object.keys(value).filter((key) => !known.includes(key));
  return unknown.length === 0 ? [] : [`${path} field has unspecified keys: ${unknown.join(', ')}`];
}

/** Finds a content-type or component by uid. */
type FindModel = (uid: string) => ShownModel | undefined;

type MetadataType = 'string' | 'boolean';

const NULLABLE: ReadonlySet<string> = new Set(['description', 'placeholder']);

const METADATA = {
  edit: {
    label: 'string',
    description: 'string',
    placeholder: 'string',
    editable: 'boolean',
    visible: 'boolean',
    mainField: 'string',
  },
  list: { label: 'string', searchable: 'boolean', sortable: 'boolean' },
} as const;

function layoutIssues(model: ShownModel, { edit, list }: JsonObject): readonly string[] {
  const editable = editableNames(model);
  const names = listableNames(model);
  return [
    ...listIssues('layouts.edit', edit, (row, path) =>
      listIssues(path, row, (field, at) => fieldIssues(field, at, editable)),
    ),
    ...listIssues('layouts.list', list, (name, path) =>
      typeof name === 'string' && names.includes(name) ? [] : [oneOf(path, names)],
    ),
  ];
}

function fieldIssues(
  field: JsonValue,
  path: string,
  editable: readonly string[],
): readonly string[] {
  const { name, size, ...others } = isJsonObject(field) ? field : {};
  return [
    ...nameIssues(name, `${path}.name`, editable),
    ...sizeIssues(size, `${path}.size`),
    ...unknownKeys(others, [], path),
  ];
}

function nameIssues(
  name: JsonValue | undefined,
  path: string,
  editable: readonly string[],
): readonly string[] {
  if (name === undefined || name === null) return [`${path} is a required field`];
  return typeof name === 'string' && editable.includes(name) ? [] : [oneOf(path, editable)];
}

function sizeIssues(size: JsonValue | undefined, path: string): readonly string[] {
  if (size === undefined || size === null) return [`${path} is a required field`];
  if (typeof size !== 'number') return typeIssues(path, 'number', size);
  if (!Number.isInteger(size)) return [`${path} must be an integer`];
  return size > 0 ? [] : [`${path} must be a positive number`];
}

const UNLISTED: ReadonlySet<unknown> = new Set([
  'json',
  'password',
  'richtext',
  'dynamiczone',
  'blocks',
]);

function listableNames({ attributes }: ShownModel): readonly string[] {
  return Object.entries(attributes)
    .filter(([, { type }]) => !UNLISTED.has(type))
    .map(([name]) => name);
}

const UNSORTED: ReadonlySet<unknown> = new Set([
  'component',
  'json',
  'media',
  'richtext',
  'dynamiczone',
  'blocks',
]);

/** Checks a sort key: an attribute, or an attribute of a relation in brackets. */
function sortIssues(
  { attributes, kind }: ShownModel,
  value: JsonValue | undefined,
): readonly string[] {
  if (value === undefined) return [];
  const [name = ''] = typeof value === 'string' ? value.split('[') : [];
  const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  const isOfComponent = kind === undefined && name === 'id';
  if (attribute && !UNSORTED.has(attribute['type']) && !isOfComponent) return [];
  return ['settings.defaultSortBy is not a valid sort attribute'];
}

function typeIssues(
  path: string,
  type: MetadataType | 'number',
  value: JsonValue | undefined,
): readonly string[] {
  const isRight = value === undefined || value === null || typeof value === type;
  return isRight ? [] : [wrongType(path, type, value)];
}

function wrongType(path: string, type: string, value: JsonValue): string {
  return `${path} must be a \`${type}\` type, but the final value was: \`${JSON.stringify(value)}\`.`;
}

/** The first issues of a list: each may contain all names of the model. */
function listIssues(
  path: string,
  value: JsonValue | undefined,
  issues: (item: JsonValue, path: string) => readonly string[],
): readonly string[] {
  if (!Array.isArray(value)) return [`${path} is required and must be an array`];
  const items: readonly JsonValue[] = value;
  const found: string[] = [];
  for (const [index, item] of items.entries()) {
    if (found.length >= MAX_FAILURES) break;
    found.push(...issues(item, `${path}[${index}]`));
  }
  return found;
}

function oneOf(path: string, values: readonly string[]): string {
  return `${path} must be one of the following values: ${values.join(', ')}`;
}
