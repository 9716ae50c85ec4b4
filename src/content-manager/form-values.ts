// Converts an entry to initial form values of a new locale: components become new rows, on all levels.
import { isJsonObject, type JsonObject, type JsonValue } from '../base/json.ts';
import type { Registry } from '../schema/registry.ts';
import type { Attribute, Model } from '../schema/types.ts';

export interface FormValueOptions {
  /** Converts the value of a relation. */
  readonly relation: (attribute: Attribute, value: JsonValue) => JsonValue;
  /** Whether components in lists get a key that preserves their order in the form. */
  readonly hasKeys: boolean;
  /** Names of attributes to omit, in components as well. */
  readonly omitted?: ReadonlySet<string>;
}

/** An entry, or a component of one. */
interface ModelEntry {
  readonly model: Model;
  readonly entry: JsonObject;
}

/** Returns the values of an entry without row id, times and creators. */
export function formValues(
  registry: Registry,
  { model, entry }: ModelEntry,
  options: FormValueOptions,
): JsonObject {
  return Object.fromEntries(
    [...model.attributes.values()].flatMap((attribute) => {
      const value = entry[attribute.name];
      if (!attribute.writable || value === undefined || options.omitted?.has(attribute.name))
        return [];
      return [[attribute.name, valueOf(attribute, value)]];
    }),
  );

  function valueOf(attribute: Attribute, value: JsonValue): JsonValue {
    switch (attribute.kind) {
      case 'component': {
        const part = registry.model(attribute.component);
        if (!Array.isArray(value)) return isJsonObject(value) ? partOf(part, value) : value;
        return listed(value, (item) => partOf(part, item));
      }
      case 'dynamiczone':
        return listed(value, (item) => {
          const { __component: uid } = item;
          if (typeof uid !== 'string') return item;
          return { ...partOf(registry.model(uid), item), __component: uid };
        });
      case 'relation':
      case 'morph':
        return options.relation(attribute, value);
      default:
        return value;
    }
  }

  function partOf(part: Model, item: JsonObject): JsonObject {
    return formValues(registry, { model: part, entry: item }, options);
  }

  function listed(value: JsonValue, convert: (item: JsonObject) => JsonObject): JsonValue {
    const items: readonly JsonValue[] = Array.isArray(value) ? value : [];
    return items.filter(isJsonObject).map((item, index) => ({
      ...convert(item),
      ...(options.hasKeys ? { __temp_key__: orderKey(index) } : {}),
    }));
  }
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns a key that sorts alphabetically in list order: `a0` … `az`, `b00` … `bzz`, `c000` and so on. */
export function orderKey(index: number): string {
  const base = DIGITS.length;
  let length = 1;
  let rest = index;
  while (rest >= base ** length) {
    rest -= base ** length;
    length += 1;
  }
  let digits = '';
  for (let position = 0; position < length; position += 1) {
    digits = `${DIGITS[rest % base] ?? ''}${digits}`;
    rest = Math.floor(rest / base);
  }
  return `${String.fromCharCode('a'.charCodeAt(0) + length - 1)}${digits}`;
}
