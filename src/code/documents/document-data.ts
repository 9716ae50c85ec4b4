// `data` of document service calls: drops unknown keys.
import { validationError } from '../../base/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { ColumnValue } from '../../documents/input.ts';
import { toColumnValue } from '../database/column-value.ts';
import { toJson } from '../../documents/program-values.ts';
import { toRecord } from '../../schema/raw.ts';
import type { Registry } from '../../schema/registry.ts';
import type { Attribute, Model } from '../../schema/types.ts';

/** Returns the writable attributes of `data` and its components. @throws ValidationError if it is not an object */
export function toDocumentData(registry: Registry, model: Model, data: unknown): JsonObject {
  const json = toJson(data, 'data');
  if (!isJsonObject(json)) throw validationError('Invalid data. Expected an object of attributes.');
  return knownKeys(registry, model, json);
}

/** Returns `createdAt` and `updatedAt` of `data`. @throws ValidationError for an invalid date */
export function toDocumentTimes(model: Model, data: unknown): ReadonlyMap<string, ColumnValue> {
  const times = new Map<string, ColumnValue>();
  if (!isJsonObject(data)) return times;
  for (const name of ['createdAt', 'updatedAt']) {
    const attribute = model.attributes.get(name);
    const value: unknown = data[name];
    if (attribute?.kind !== 'scalar' || value === undefined || value === null) continue;
    times.set(name, toColumnValue(attribute, value));
  }
  return times;
}

/** Returns the administrator in `updatedBy` or `createdBy` of `data`, which is a row id or an object with one. */
export function toCreator(data: unknown): { readonly creator?: number } {
  const { updatedBy, createdBy } = toRecord(data);
  const creator = updatedBy ?? createdBy;
  const id: unknown = toRecord(creator)['id'] ?? creator;
  return typeof id === 'number' && Number.isSafeInteger(id) ? { creator: id } : {};
}

function knownKeys(registry: Registry, model: Model, data: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => {
      const attribute = model.attributes.get(name);
      return attribute?.writable ? [[name, knownValue(registry, attribute, value)]] : [];
    }),
  );
}

function knownValue(registry: Registry, attribute: Attribute, value: JsonValue): JsonValue {
  switch (attribute.kind) {
    case 'component':
      return eachItem(value, (item) => part(registry, attribute.component, item));
    case 'dynamiczone':
      return eachItem(value, (item) => {
        const uid = item['__component'];
        if (typeof uid !== 'string' || !registry.components.has(uid)) return item;
        return { __component: uid, ...part(registry, uid, item) };
      });
    case 'relation':
    case 'media':
    case 'morph':
      return eachItem(value, relation);
    default:
      return value;
  }
}

function part(registry: Registry, uid: string, item: JsonObject): JsonObject {
  const knownData = knownKeys(registry, registry.model(uid), item);
  return 'id' in item ? { id: item['id'] ?? null, ...knownData } : knownData;
}

const OPERATIONS = ['set', 'connect', 'disconnect'];
const TARGET_KEYS = ['id', 'documentId', 'locale', 'status', 'position', '__type'];

/** Code often passes whole entries as relations, so only the keys of a relation are kept. */
function relation(value: JsonObject): JsonObject {
  const operations = OPERATIONS.filter((name) => name in value);
  if (operations.length === 0) return target(value);
  const known = operations.map((name) => [name, eachItem(value[name] ?? null, target)] as const);
  const options = value['options'];
  return { ...Object.fromEntries(known), ...(options === undefined ? {} : { options }) };
}

function target(value: JsonObject): JsonObject {
  const known = TARGET_KEYS.filter((name) => value[name] !== undefined && value[name] !== null);
  return Object.fromEntries(known.map((name) => [name, value[name] ?? null]));
}

/** Changes an object, or each object in a list. */
function eachItem(value: JsonValue, change: (item: JsonObject) => JsonObject): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => eachItem(item, change));
  return isJsonObject(value) ? change(value) : value;
}
