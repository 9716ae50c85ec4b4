// In charge of which attributes of a model a write reads, and of what they are without a value of their own.
import type { JsonObject } from '../../base/json.ts';
import type { Attribute, Model } from '../../schema/types.ts';

/** Of content-types; they are set by us. */
const SYSTEM: ReadonlySet<string> = new Set([
  'createdAt',
  'updatedAt',
  'publishedAt',
  'createdBy',
  'updatedBy',
  'locale',
  'localizations',
]);

const known = new WeakMap<Model, readonly Attribute[]>();

/** The attributes that values are sent for, in the order of the schema. */
export function writtenAttributes(model: Model): readonly Attribute[] {
  const found = known.get(model);
  if (found) return found;
  const all = [...model.attributes.values()];
  const written =
    model.modelType === 'component' ? all : all.filter(({ name }) => !SYSTEM.has(name));
  known.set(model, written);
  return written;
}

/** The value under a key of an object that a client sent; undefined where it has none of its own. */
export function sentValue(data: JsonObject, key: string): JsonObject[string] | undefined {
  return Object.hasOwn(data, key) ? data[key] : undefined;
}

/** The `default` of an attribute, which a new row has where nothing was sent; undefined: none. */
export function defaultOf({ raw }: Attribute): unknown {
  return raw['default'];
}
