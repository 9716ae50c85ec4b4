// Converts request bodies to the data of a write: drops attributes that the administrator may not write, and keys that the
// panel adds (docs/strapi/content-manager.md, "Bodies").
import { invalidInput } from '../base/errors.ts';
import type { TypeAccess } from '../auth/admin/type-access.ts';
import { isJsonObject, isTooDeep, type JsonObject, type JsonValue } from '../base/json.ts';
import type { Registry } from '../schema/registry.ts';
import type { Attribute, ContentType, Model } from '../schema/types.ts';

/** Returns the object in a body; an empty object without a body. @throws ValidationError for any other value */
export function bodyObject(body: unknown): JsonObject {
  if (body === undefined || body === null || body === '') return {};
  if (isTooDeep(body)) throw invalidInput([], 'Invalid input: nested too deep');
  if (isJsonObject(body)) return body;
  const received = Array.isArray(body) ? 'array' : typeof body;
  throw invalidInput([], `Invalid input: expected object, received ${received}`);
}

/** Returns the attributes that an administrator may write. Drops unknown keys on all levels. */
export function writtenData(
  registry: Registry,
  { type, access }: { readonly type: ContentType; readonly access: Pick<TypeAccess, 'mayWrite'> },
  body: JsonObject,
): JsonObject {
  return partOf(body, { model: type, path: [] });

  function partOf(data: JsonObject, { model, path }: Position): JsonObject {
    return Object.fromEntries(
      Object.entries(data).flatMap(([name, value]) => {
        const attribute = model.attributes.get(name);
        const inside = [...path, name];
        if (!attribute?.writable || !access.mayWrite(inside)) return [];
        return [[name, valueOf(attribute, value, inside)]];
      }),
    );
  }

  function valueOf(attribute: Attribute, value: JsonValue, path: readonly string[]): JsonValue {
    switch (attribute.kind) {
      case 'scalar':
        return value;
      case 'component': {
        const model = registry.model(attribute.component);
        return each(value, (item) => ({ ...pick(item, ['id']), ...partOf(item, { model, path }) }));
      }
      case 'dynamiczone':
        return each(value, (item) => {
          const { __component: uid } = item;
          const model = typeof uid === 'string' ? registry.components.get(uid) : undefined;
          if (!model) return item;
          return { ...pick(item, ['id', '__component']), ...partOf(item, { model, path }) };
        });
      case 'media':
        return relationOf(value, (item) => pick(item, ['id']));
      default:
        return relationOf(value, targetOf);
    }
  }
}

interface Position {
  readonly model: Model;
  readonly path: readonly string[];
}

/** Converts the operations of a relation, or its targets. */
function relationOf(value: JsonValue, target: (item: JsonObject) => JsonObject): JsonValue {
  const isChange = isJsonObject(value) && OPERATIONS.some((name) => Object.hasOwn(value, name));
  if (!isChange) return each(value, target);
  return Object.fromEntries(
    [...OPERATIONS, 'options'].flatMap((name) => {
      const operand = value[name];
      if (operand === undefined) return [];
      return [[name, name === 'options' ? operand : each(operand, target)]];
    }),
  );
}

const OPERATIONS = ['set', 'connect', 'disconnect'];

/** Returns the identifier of a target: documentId and locale, or a row id. */
function targetOf(item: JsonObject): JsonObject {
  const named = typeof item['documentId'] === 'string' ? ['documentId', 'locale'] : ['id'];
  return pick(item, [...named, 'status', 'position', '__type']);
}

/** Returns the named properties that have a value. */
function pick(item: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = item[name];
      return value === undefined || value === null ? [] : [[name, value]];
    }),
  );
}

/** Changes an object, or each object in a list. */
function each(value: JsonValue, change: (item: JsonObject) => JsonObject): JsonValue {
  if (isJsonObject(value)) return change(value);
  if (!Array.isArray(value)) return value;
  const items: readonly JsonValue[] = value;
  return items.map((item) => (isJsonObject(item) ? change(item) : item));
}
