// Data of a write that clones an entry.
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { Registry } from '../../schema/registry.ts';
import type { Attribute, Model } from '../../schema/types.ts';

/** Returns true for an attribute that a clone copies: a link that its target can have only once stays with the original. */
export function isCloned(attribute: Attribute): boolean {
  if (!attribute.writable) return false;
  if (attribute.kind === 'scalar') return attribute.type !== 'password';
  if (attribute.kind !== 'relation') return attribute.kind !== 'localizations';
  const isTwoWay = attribute.mappedBy !== undefined || attribute.inversedBy !== undefined;
  return !(isTwoWay && attribute.relation.startsWith('oneTo'));
}

/** Returns the data of a clone. @param source The entry with everything that is cloned populated */
export function cloneData(registry: Registry, model: Model, source: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(source).flatMap(([name, value]) => {
      const attribute = model.attributes.get(name);
      if (!attribute || !isCloned(attribute)) return [];
      return [[name, each(value, (item) => clonedValue(registry, attribute, item))]];
    }),
  );
}

function clonedValue(registry: Registry, attribute: Attribute, value: JsonValue): JsonValue {
  if (attribute.kind === 'scalar' || !isJsonObject(value)) return value;
  if (attribute.kind === 'component') {
    return cloneData(registry, registry.model(attribute.component), value);
  }
  const { __component: mark, __type: type, id = null } = value;
  if (attribute.kind === 'dynamiczone' && typeof mark === 'string') {
    return { __component: mark, ...cloneData(registry, registry.model(mark), value) };
  }
  return { id, ...(type === undefined ? {} : { __type: type }) };
}

function each(value: JsonValue, change: (item: JsonValue) => JsonValue): JsonValue {
  if (!Array.isArray(value)) return change(value);
  const items: readonly JsonValue[] = value;
  return items.map(change);
}
