// Types of parsed JSON, and checks on it.
import { MAX_JSON_DEPTH } from './limits.ts';

/** A JSON value. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Returns true for an object that is not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON that a driver returns as a text, or already parsed; null for a text that is not JSON. */
export function parseStoredJson(stored: unknown): unknown {
  if (typeof stored !== 'string') return stored;
  try {
    return JSON.parse(stored);
  } catch {
    return null;
  }
}

/** Returns true if arrays and objects are nested too deeply to be walked or printed recursively. */
export function isTooDeep(value: unknown, levels: number = MAX_JSON_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return items.some((item) => isTooDeep(item, levels - 1));
}

/** Returns the JSON text of a JSON value of any depth, like `JSON.stringify` but without recursion. */
export function deepJson(value: unknown): string {
  const parts: string[] = [];
  // What remains, last first: text, or a value to be printed.
  const rest: ({ readonly text: string } | { readonly value: unknown })[] = [{ value }];
  for (let next = rest.pop(); next; next = rest.pop()) {
    if ('text' in next) {
      parts.push(next.text);
    } else if (typeof next.value !== 'object' || next.value === null) {
      parts.push(JSON.stringify(next.value));
    } else {
      const isList = Array.isArray(next.value);
      const items = Object.entries(next.value);
      parts.push(isList ? '[' : '{');
      rest.push({ text: isList ? ']' : '}' });
      for (const [i, [key, item]] of [...items.entries()].toReversed()) {
        const comma = i === 0 ? '' : ',';
        rest.push({ value: item }, { text: isList ? comma : `${comma}${JSON.stringify(key)}:` });
      }
    }
  }
  return parts.join('');
}

/**
 * Returns what `String` returns for a JSON value, without calling its methods: an object may have a key such as `toString`,
 * whose value is not a function. Expects a value with a bounded depth.
 */
export function stringOf(value: unknown): string {
  if (Array.isArray(value)) {
    return value.map((item: unknown) => (item === null ? '' : stringOf(item))).join(',');
  }
  return typeof value === 'object' && value !== null ? '[object Object]' : String(value);
}

/** Returns what `Number` returns for a JSON value, without calling its methods, as `stringOf`. */
export function numberOf(value: unknown): number {
  return Number(typeof value === 'object' && value !== null ? stringOf(value) : value);
}

/** Returns true for a string with a lone surrogate, which UTF-8 and therefore databases cannot store. */
export function hasLoneSurrogate(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}

/** Returns true for a property that an ordinary object inherits. */
export function isInherited(name: string): boolean {
  return name in Object.prototype;
}
