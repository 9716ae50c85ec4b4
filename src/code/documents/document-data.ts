// `data` of document service calls: drops unknown keys.
import { validationError, type AppError } from '../../base/errors.ts';
import { MAX_ROW_ID } from '../../base/limits.ts';
import {
  hasLoneSurrogate,
  isJsonObject,
  stringOf,
  type JsonObject,
  type JsonValue,
} from '../../base/json.ts';
import type { ColumnValue } from '../../documents/input.ts';
import type { RowCreators } from '../../documents/rows/entry-rows.ts';
import { toColumnValue, toStoredJson } from '../database/column-value.ts';
import { toJson } from '../../documents/programs/program-values.ts';
import { toRecord } from '../../schema/raw.ts';
import { isPlainObject } from '../packages/strapi-utils/values.ts';
import { ADMIN_USER } from '../../schema/built-in/uids.ts';
import type { Registry } from '../../schema/registry.ts';
import type { Attribute, Model } from '../../schema/types.ts';

/** Returns the writable attributes of `data` and its components. @throws ValidationError if it is not an object */
export function toDocumentData(registry: Registry, model: Model, data: unknown): JsonObject {
  const object = toDataObject({ value: data, path: 'data' });
  if (!object) throw validationError('Invalid data. Expected an object of attributes.');
  return knownKeys(registry, model, object);
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

/**
 * Returns the documentId in the data of a new document, if it has one. @throws ValidationError if no column can store it
 */
export function toNewDocumentId(data: unknown): { readonly newDocumentId?: string } {
  const { documentId } = toRecord(data);
  if (documentId === undefined || documentId === null || documentId === '') return {};
  const text = typeof documentId === 'number' ? String(documentId) : documentId;
  const isStorable = typeof text === 'string' && text.length <= MAX_DOCUMENT_ID;
  if (isStorable && !hasLoneSurrogate(text) && !text.includes('\0')) return { newDocumentId: text };
  throw validationError(
    `Invalid documentId. Expected a string of 1 to ${MAX_DOCUMENT_ID} characters`,
  );
}

/** The length of the column on PostgreSQL. */
const MAX_DOCUMENT_ID = 255;

/**
 * Returns the administrators in `createdBy` and `updatedBy` of `data`: row ids, objects with one, or null for none.
 * @throws ValidationError for any other value
 */
export function toCreators(data: unknown): { readonly creators?: RowCreators } {
  const { createdBy, updatedBy } = toRecord(data);
  if (createdBy === undefined && updatedBy === undefined) return {};
  return {
    creators: {
      ...(createdBy === undefined ? {} : { createdBy: administratorOf(createdBy) }),
      ...(updatedBy === undefined ? {} : { updatedBy: administratorOf(updatedBy) }),
    },
  };
}

function administratorOf(value: unknown): number | null {
  const { set, id: own = value } = toRecord(value);
  const id: unknown = Array.isArray(set) ? (toRecord(set[0])['id'] ?? set[0] ?? null) : own;
  if (id === null) return null;
  if (typeof id !== 'number' && typeof id !== 'string') {
    throw validationError(`Invalid id, expected a string or integer, got ${stringOf(id)}`);
  }
  const number = id === '' ? Number.NaN : Number(id);
  if (Number.isInteger(number) && number > 0 && number <= MAX_ROW_ID) return number;
  throw missingAdministrators(1);
}

/** The error of Strapi for row ids of administrators that do not exist. */
export function missingAdministrators(count: number): AppError {
  return validationError(
    `${count} relation(s) of type ${ADMIN_USER} associated with this entity do not exist`,
  );
}

/** An object of `data` with its path. */
interface DataObject {
  readonly data: Readonly<Record<string, unknown>>;
  readonly path: string;
}

function knownKeys(registry: Registry, model: Model, { data, path }: DataObject): JsonObject {
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => {
      const attribute = model.attributes.get(name);
      if (!attribute?.writable || value === undefined) return [];
      return [[name, knownValue(registry, attribute, { value, path: `${path}.${name}` })] as const];
    }),
  );
}

interface DataValue {
  readonly value: unknown;
  readonly path: string;
}

function knownValue(registry: Registry, attribute: Attribute, input: DataValue): JsonValue {
  switch (attribute.kind) {
    case 'component':
      return eachComponent(input, (item) => component(registry, attribute.component, item));
    case 'dynamiczone':
      return eachComponent(input, (item) => {
        const uid = item.data['__component'];
        if (typeof uid !== 'string' || !registry.components.has(uid)) {
          return toJson(item.data, item.path);
        }
        return { __component: uid, ...component(registry, uid, item) };
      });
    case 'relation':
    case 'media':
    case 'morph':
      return eachItem(toJson(input.value, input.path), relation);
    case 'scalar':
      return attribute.type === 'json' || attribute.type === 'blocks'
        ? toStoredJson(input.value, input.path)
        : toJson(input.value, input.path);
    default:
      return toJson(input.value, input.path);
  }
}

function component(registry: Registry, uid: string, item: DataObject): JsonObject {
  const known = knownKeys(registry, registry.model(uid), item);
  const { id } = item.data;
  return id === undefined ? known : { id: toJson(id, `${item.path}.id`), ...known };
}

function eachComponent(
  { value, path }: DataValue,
  convert: (item: DataObject) => JsonValue,
): JsonValue {
  const convertItem = (item: DataValue): JsonValue => {
    const object = toDataObject(item);
    return object ? convert(object) : toJson(item.value, item.path);
  };
  if (!Array.isArray(value)) return convertItem({ value, path });
  return value.map((item: unknown, index) =>
    convertItem({ value: item, path: `${path}.${index}` }),
  );
}

/** Plain objects keep their values. Others, such as class instances, are converted to JSON. Null if it is not an object. */
function toDataObject({ value, path }: DataValue): DataObject | null {
  if (isPlainObject(value)) return { data: value, path };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const json = toJson(value, path);
  return isJsonObject(json) ? { data: json, path } : null;
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
