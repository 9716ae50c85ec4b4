// The attributes of a model that a write may set, and their defaults.
import type { JsonObject } from '../../base/json.ts';
import { SYSTEM_ATTRIBUTES } from '../../schema/system-attributes.ts';
import type { Attribute, Model } from '../../schema/types.ts';

const cache = new WeakMap<Model, readonly Attribute[]>();

/** The attributes that clients set, in the order of the schema. */
export function writtenAttributes(model: Model): readonly Attribute[] {
  const found = cache.get(model);
  if (found) return found;
  const written = [...model.attributes.values()].filter(({ name }) => isWritten(model, name));
  cache.set(model, written);
  return written;
}

/** True unless the value that a client sends for an attribute is ignored. */
export function isWritten({ modelType }: Model, name: string): boolean {
  return modelType === 'component' || !SYSTEM_ATTRIBUTES.has(name);
}

/** The value of an own key of an object that a client sent, or undefined. */
export function sentValue(data: JsonObject, key: string): JsonObject[string] | undefined {
  return Object.hasOwn(data, key) ? data[key] : undefined;
}

/** The `default` of an attribute, which a new row gets for a missing key; undefined if there is none. */
export function defaultOf({ raw }: Attribute): unknown {
  return raw['default'];
}
