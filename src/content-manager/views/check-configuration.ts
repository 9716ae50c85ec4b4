// Changes of the configuration of a view (docs/strapi/content-manager.md, "Views").
import { AppError } from '../../base/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { editableNames, type ViewConfiguration } from './default-configuration.ts';
import type { ShownModel } from './shown-types.ts';

const PARTS = ['settings', 'metadatas', 'layouts'] as const;

/** Checks the parts of a configuration in a body. @returns the given parts @throws BadRequestError with all errors */
export function checkConfiguration(model: ShownModel, body: unknown): Partial<ViewConfiguration> {
  const given = isJsonObject(body) ? body : {};
  const issues: string[] = [];
  const unknown = Object.keys(given).filter((key) => !PARTS.some((part) => part === key));
  const parts: Partial<Record<(typeof PARTS)[number], JsonObject>> = {};
  for (const part of PARTS) {
    const value = given[part];
    if (value === undefined || value === null) continue;
    if (isJsonObject(value)) parts[part] = value;
    else issues.push(`${part} must be an object`);
  }
  if (parts.settings) issues.push(...settingsIssues(model, parts.settings));
  if (parts.metadatas) issues.push(...metadataIssues(parts.metadatas));
  if (parts.layouts) issues.push(...layoutIssues(model, parts.layouts));
  if (unknown.length > 0) {
    issues.push(`this field has unspecified keys: ${unknown.join(', ')}`);
  }
  if (issues.length === 0) return parts;
  throw new AppError('BadRequestError', 'Bad Request', {
    name: 'validationError',
    errors: issues,
  });
}

const FLAGS = ['bulkable', 'filterable', 'searchable'] as const;
const SETTINGS: ReadonlySet<string> = new Set([
  ...FLAGS,
  'pageSize',
  'relationOpenMode',
  'mainField',
  'defaultSortBy',
  'defaultSortOrder',
]);

function settingsIssues(model: ShownModel, settings: JsonObject): readonly string[] {
  const names = Object.keys(model.attributes);
  const flag = (name: string): readonly string[] => {
    const value = settings[name];
    if (value === undefined || value === null) return [`settings.${name} is a required field`];
    return typeof value === 'boolean' ? [] : [`settings.${name} must be a boolean`];
  };
  const among = (name: string, values: readonly string[]): readonly string[] => {
    const value = settings[name];
    if (value === undefined || (typeof value === 'string' && values.includes(value))) return [];
    return [oneOf(`settings.${name}`, values)];
  };
  const unknown = Object.keys(settings).filter((key) => !SETTINGS.has(key));
  return [
    ...flag('bulkable'),
    ...flag('filterable'),
    ...pageSizeIssues(settings['pageSize']),
    ...flag('searchable'),
    ...among('mainField', names),
    ...among('defaultSortBy', names),
    ...among('defaultSortOrder', ['ASC', 'DESC']),
    ...among('relationOpenMode', ['modal', 'page', 'newTab']),
    ...(unknown.length === 0 ? [] : [`settings field has unspecified keys: ${unknown.join(', ')}`]),
  ];
}

function pageSizeIssues(value: JsonValue | undefined): readonly string[] {
  if (value === undefined || value === null) return ['settings.pageSize is a required field'];
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    return ['settings.pageSize must be an integer'];
  }
  if (value < 10) return ['settings.pageSize must be greater than or equal to 10'];
  return value > 100 ? ['settings.pageSize must be less than or equal to 100'] : [];
}

function metadataIssues(metadatas: JsonObject): readonly string[] {
  return Object.entries(metadatas).flatMap(([name, value]) =>
    (['edit', 'list'] as const).flatMap((part) => {
      const given = isJsonObject(value) ? value[part] : undefined;
      if (given === undefined || given === null) {
        return [`metadatas.${name}.${part} is a required field`];
      }
      if (!isJsonObject(given)) return [`metadatas.${name}.${part} must be an object`];
      const unknown = Object.keys(given).filter((key) => !METADATA[part].includes(key));
      const path = `metadatas.${name}.${part}`;
      return unknown.length === 0
        ? []
        : [`${path} field has unspecified keys: ${unknown.join(', ')}`];
    }),
  );
}

const METADATA = {
  edit: ['label', 'description', 'placeholder', 'editable', 'visible', 'mainField'],
  list: ['label', 'searchable', 'sortable'],
};

function layoutIssues(model: ShownModel, { edit, list }: JsonObject): readonly string[] {
  const editable = editableNames(model);
  const names = Object.keys(model.attributes);
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
  const { name, size } = isJsonObject(field) ? field : {};
  const isSize = typeof size === 'number' && Number.isInteger(size) && size > 0;
  return [
    ...(typeof name === 'string' && editable.includes(name)
      ? []
      : [oneOf(`${path}.name`, editable)]),
    ...(isSize ? [] : [`${path}.size must be a positive number`]),
  ];
}

function listIssues(
  path: string,
  value: JsonValue | undefined,
  issues: (item: JsonValue, path: string) => readonly string[],
): readonly string[] {
  if (!Array.isArray(value)) return [`${path} is required and must be an array`];
  const items: readonly JsonValue[] = value;
  return items.flatMap((item, index) => issues(item, `${path}[${index}]`));
}

function oneOf(path: string, values: readonly string[]): string {
  return `${path} must be one of the following values: ${values.join(', ')}`;
}
