// Lists, objects and dates.
import { isObject } from './values.ts';

/** Returns true for a list with an item that is equal as a string. */
function includesString(list: readonly unknown[], value: unknown): boolean {
  return list.some((item) => String(item) === String(value));
}

/** The dotted paths of all values that are not objects. */
function keysDeep(value: unknown, path: readonly string[] = []): string[] {
  if (!isObject(value)) return [path.join('.')];
  return Object.entries(value).flatMap(([key, inner]) => keysDeep(inner, [...path, key]));
}

/** A short string that differs in every millisecond. */
function timestampCode(date: Date = new Date()): string {
  return date.getTime().toString(36);
}

export const arrays: { readonly includesString: typeof includesString } = { includesString };
export const objects: { readonly keysDeep: typeof keysDeep } = { keysDeep };
export const dates: { readonly timestampCode: typeof timestampCode } = { timestampCode };
