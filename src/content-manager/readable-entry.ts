// Removes what an administrator may not read from entries that project code returns. Strapi does so for all results of the
// document service (docs/code.md, "Which routes run code").
import { CREATOR_FIELDS } from '../auth/admin/field-paths.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../base/json.ts';
import type { RootAccess } from '../query/access.ts';
import { FILE } from '../schema/built-in/uids.ts';
import type { Registry } from '../schema/registry.ts';
import type { Attribute, ContentType, Model } from '../schema/types.ts';

/** The content model as administrators see it, and what one of them may read. */
interface EntryReadAccess {
  readonly registry: Registry;
  readonly type: ContentType;
  readonly access: Pick<RootAccess, 'mayRead'>;
}

/** Names of a reference whose type is unknown. */
const OF_UNKNOWN: ReadonlySet<string> = new Set(['id', 'documentId', '__type', 'count']);
const OF_ADMIN: ReadonlySet<string> = new Set([...CREATOR_FIELDS, 'id', 'documentId']);

/** Returns an entry without passwords and attributes that cannot be read. Keys that are no attributes are kept, as in Strapi. */
export function readableEntry(
  { registry, type, access }: EntryReadAccess,
  entry: JsonObject,
): JsonObject {
  return readableObject({ registry, access, model: type, path: [] }, entry);
}

interface Level {
  readonly registry: Registry;
  readonly access: Pick<RootAccess, 'mayRead'>;
  readonly model: Model;
  /** Of the object, from the type that is read. */
  readonly path: readonly string[];
}

function readableObject(level: Level, object: JsonObject): JsonObject {
  const { access, model, path } = level;
  const isAdmin = model.uid === 'admin::user';
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) => {
      if (isAdmin && !OF_ADMIN.has(name)) return [];
      const attribute = model.attributes.get(name);
      if (!attribute) return [[name, value] as const];
      if (isHidden(attribute) || !access.mayRead([...path, name])) return [];
      return [[name, readableValue(level, attribute, value)] as const];
    }),
  );
}

function isHidden(attribute: Attribute): boolean {
  return attribute.private || (attribute.kind === 'scalar' && attribute.type === 'password');
}

function readableValue(level: Level, attribute: Attribute, value: JsonValue): JsonValue {
  if (attribute.kind === 'scalar') return value;
  if (Array.isArray(value))
    return value.map((item: JsonValue) => readableItem(level, attribute, item));
  return readableItem(level, attribute, value);
}

function readableItem(level: Level, attribute: Attribute, item: JsonValue): JsonValue {
  if (!isJsonObject(item)) return item;
  const { registry, access, path } = level;
  const uid = modelOf(attribute, item);
  if (uid === null || !registry.has(uid)) {
    return Object.fromEntries(Object.entries(item).filter(([name]) => OF_UNKNOWN.has(name)));
  }
  const inner = { registry, access, model: registry.model(uid), path: [...path, attribute.name] };
  return readableObject(inner, item);
}

/** Returns the uid of the model of an object; null if it is unknown. */
function modelOf(attribute: Attribute, item: JsonObject): string | null {
  switch (attribute.kind) {
    case 'component':
      return attribute.component;
    case 'dynamiczone':
      return textOf(item['__component']);
    case 'media':
      return FILE;
    case 'morph':
      return attribute.target ?? textOf(item['__type']);
    case 'relation':
    case 'localizations':
      return attribute.target;
    default:
      return null;
  }
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
