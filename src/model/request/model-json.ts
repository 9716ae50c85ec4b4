// The JSON of a schema file after a request, with what the request does not contain.
import { stringOf } from '../../base/json.ts';
import { isRecord, toRecord, toText, type RawRecord } from '../../schema/raw.ts';
import { toRecords } from './check-element.ts';
import { componentTable, tableNameOf } from './model-names.ts';
import type { ModelElement } from './schema-request.ts';
import type { SourceModel } from './source-model.ts';

/** Options of a built-in type are not part of the file that extends it. */
export function baseOf(former: SourceModel | undefined): RawRecord {
  if (!former) return {};
  return former.file === null ? { ...former.json, options: {} } : former.json;
}

/** Returns the JSON of a model. @param json Its former JSON */
export function modelJson(
  element: ModelElement,
  json: RawRecord,
  attributes: RawRecord,
): RawRecord {
  const write = element.modelType === 'contentType' ? contentTypeJson : componentJson;
  return write(element, json, attributes);
}

/** Attributes that cannot be configured, and hidden ones, stay, after the attribute that they followed. */
export function withFixed(
  entries: readonly (readonly [string, RawRecord])[],
  former: RawRecord,
  raw: RawRecord,
): RawRecord {
  const result = [...entries];
  const deleted = toRecords(raw['attributes']).filter(({ action }) => action === 'delete');
  let last: string | null = null;
  for (const [name, value] of Object.entries(former)) {
    const exists = result.some(([other]) => other === name);
    const isDeleted = deleted.some((each) => each['name'] === name);
    if (!exists && isRecord(value) && isFixed(value, isDeleted)) {
      const before = last;
      const at = before === null ? 0 : result.findIndex(([other]) => other === before) + 1;
      result.splice(at, 0, [name, value]);
      last = name;
    } else if (exists) last = name;
  }
  return Object.fromEntries(result);
}

/** The content-type builder does not list hidden attributes, so that requests do not contain them. */
function isFixed({ configurable, visible }: RawRecord, isDeleted: boolean): boolean {
  return configurable === false || (visible === false && !isDeleted);
}

function contentTypeJson(element: ModelElement, json: RawRecord, attributes: RawRecord): RawRecord {
  const { raw, action, renamedFrom } = element;
  const isNamed = action === 'create' || renamedFrom !== null;
  const info = toRecord(json['info']);
  const singularName = isNamed
    ? (toText(raw['singularName']) ?? element.uid.slice(element.uid.lastIndexOf('.') + 1))
    : info['singularName'];
  const pluralName = isNamed
    ? (toText(raw['pluralName']) ?? `${String(singularName)}s`)
    : info['pluralName'];
  const { draftAndPublish: _, ...options } = toRecord(json['options']);
  const collectionName =
    toText(json['collectionName']) ??
    toText(raw['collectionName']) ??
    tableNameOf(String(pluralName));
  const pluginOptions =
    raw['pluginOptions'] ?? json['pluginOptions'] ?? (raw['isOlder'] === true ? undefined : {});
  return ordered({
    ...json,
    kind: raw['kind'] ?? json['kind'] ?? 'collectionType',
    collectionName,
    info: withoutEmpty({
      ...info,
      singularName,
      pluralName,
      displayName: raw['displayName'],
      description: raw['description'] ?? info['description'],
    }),
    options: { ...options, ...toRecord(raw['options']), draftAndPublish: raw['draftAndPublish'] },
    pluginOptions,
    attributes,
    config: raw['config'] ?? json['config'],
  });
}

function componentJson(element: ModelElement, json: RawRecord, attributes: RawRecord): RawRecord {
  const { raw, action } = element;
  const info = toRecord(json['info']);
  const isBatched = raw['isOlder'] !== true;
  return ordered({
    ...json,
    collectionName:
      toText(json['collectionName']) ??
      componentTable(stringOf(raw['category']), stringOf(raw['displayName'])),
    info: withoutEmpty({
      ...info,
      displayName: raw['displayName'],
      icon: raw['icon'] ?? info['icon'],
      description: raw['description'] ?? info['description'],
    }),
    options: toRecord(json['options']),
    pluginOptions: raw['pluginOptions'] ?? json['pluginOptions'],
    attributes,
    config: raw['config'] ?? json['config'] ?? (isBatched && action === 'create' ? {} : undefined),
  });
}

const ORDER = [
  'kind',
  'collectionName',
  'info',
  'options',
  'pluginOptions',
  'attributes',
  'config',
];

/** Known keys in their order, then all others. */
function ordered(json: RawRecord): RawRecord {
  const sorted = ORDER.filter((key) => json[key] !== undefined).map((key) => [key, json[key]]);
  const others = Object.entries(json).filter(([key]) => !ORDER.includes(key));
  return Object.fromEntries([...sorted, ...others]);
}

function withoutEmpty(record: RawRecord): RawRecord {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
