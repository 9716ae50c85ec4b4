// In charge of the words for JSON that was parsed and is trusted no further than that.
import { MAX_JSON_DEPTH } from './limits.ts';

/** A value that JSON can write. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** True for an object that is no list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True where more lists and objects stand inside each other than may be walked or printed by recursion. */
export function isTooDeep(value: unknown, levels: number = MAX_JSON_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return items.some((item) => isTooDeep(item, levels - 1));
}

/** True for a text with half a surrogate pair: UTF-8, and so a database, cannot hold it. */
export function isTorn(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}
