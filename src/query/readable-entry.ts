// Removes what a caller may not read from entries that project code returns. Strapi does so for all results of the document
// service (docs/code.md, "Which routes run code").
import { isJsonObject, type JsonObject, type JsonValue } from '../base/json.ts';
import type { Registry } from '../schema/registry.ts';
import type { Attribute, Model } from '../schema/types.ts';
import type { ReadAccess } from './access.ts';
import type { ObjectFormat } from './object-builder.ts';
import { isForbidden, isHidden, isUserListOfRole, targetOf } from './plan/names.ts';

/** The content model as a caller sees it, and what the caller may read. */
export interface EntryReadAccess {
  readonly registry: Registry;
  readonly type: Model;
  readonly access: ReadAccess;
  /** Default: `v5` */
  readonly format?: ObjectFormat;
}

/** Names of a reference whose type is unknown. */
const OF_UNKNOWN: ReadonlySet<string> = new Set(['id', 'documentId', '__type', 'count']);
/** Names of an administrator in entries for administrators. */
const OF_ADMIN: ReadonlySet<string> = new Set([
  'id',
  'documentId',
  'firstname',
  'lastname',
  'username',
  'email',
  'isActive',
]);

/**
 * Returns an entry without passwords and attributes that cannot be read; the same object if it has none. Keys that are
 * not attributes are kept, as in Strapi.
 */
export function readableEntry(
  { registry, type, access, format = 'v5' }: EntryReadAccess,
  entry: JsonObject,
): JsonObject {
  return readableObject({ registry, access, model: type, path: [], isV4: format === 'v4' }, entry);
}

interface Level {
  readonly registry: Registry;
  readonly access: ReadAccess;
  readonly model: Model;
  /** Of the object, from the type that is read. */
  readonly path: readonly string[];
  /** True: attributes may be in `attributes`, and related entries in `data`. */
  readonly isV4: boolean;
}

function readableObject(level: Level, object: JsonObject): JsonObject {
  let changed: Record<string, JsonValue> | null = null;
  for (const [name, value] of Object.entries(object)) {
    const readable = readableMember(level, name, value);
    if (readable === value) continue;
    changed ??= { ...object };
    if (readable === undefined) delete changed[name];
    else changed[name] = readable;
  }
  return changed ?? object;
}

/** Returns undefined for a member that cannot be read. */
function readableMember(level: Level, name: string, value: JsonValue): JsonValue | undefined {
  const { registry, access, model, path, isV4 } = level;
  const attribute = model.attributes.get(name);
  if (isV4 && !attribute && name === 'attributes' && isJsonObject(value)) {
    return readableObject(level, value);
  }
  if (model.uid === 'admin::user' && access.root && !OF_ADMIN.has(name)) return undefined;
  if (!attribute) return value;
  const inner = [...path, name];
  if (isHidden(attribute) || isForbidden(attribute, access)) return undefined;
  if (isUserListOfRole(model, attribute) || access.root?.mayRead(inner) === false) return undefined;
  if (attribute.kind === 'scalar') return value;
  return readableValue({ registry, access, attribute, path: inner, isV4 }, value);
}

/** The place of the values of an attribute. */
interface ValueLevel extends Omit<Level, 'model'> {
  readonly attribute: Attribute;
}

function readableValue(level: ValueLevel, value: JsonValue): JsonValue | undefined {
  if (!Array.isArray(value)) return readableItem(level, value);
  const items: readonly JsonValue[] = value;
  const readable = items.map((item) => readableItem(level, item));
  if (readable.every((item, at) => item === items[at])) return value;
  return readable.filter((item) => item !== undefined);
}

function readableItem(level: ValueLevel, item: JsonValue): JsonValue | undefined {
  if (!isJsonObject(item)) return item;
  const { registry, access, attribute, isV4 } = level;
  if (isV4 && Object.hasOwn(item, 'data') && !isComponent(attribute)) {
    const data = item['data'] ?? null;
    const readable = readableValue(level, data);
    return readable === data && Object.keys(item).length === 1 ? item : { data: readable ?? null };
  }
  const uid = modelOf(attribute, item);
  if (uid === null || !registry.has(uid)) {
    return Object.fromEntries(Object.entries(item).filter(([name]) => OF_UNKNOWN.has(name)));
  }
  const model = registry.model(uid);
  // Only the items of a polymorphic relation tell whether the caller may find them.
  const isPolymorphic = attribute.kind === 'morph' && attribute.target === undefined;
  if (isPolymorphic && !access.mayFind(uid)) return undefined;
  return readableObject({ registry, access, model, path: level.path, isV4 }, item);
}

function isComponent({ kind }: Attribute): boolean {
  return kind === 'component' || kind === 'dynamiczone';
}

/** Returns the uid of the model of an object; null if it is unknown. */
function modelOf(attribute: Attribute, item: JsonObject): string | null {
  if (attribute.kind === 'dynamiczone') return textOf(item['__component']);
  return targetOf(attribute) ?? textOf(item['__type']);
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
