// Lists, objects and dates.
import { isObject } from './values.ts';

/** True for a list with an item that has the same text. */
function includesString(list: readonly unknown[], value: unknown): boolean {
  return list.some((item) => String(item) === String(value));
}

/** The dotted paths of all values that are no objects. */
function keysDeep(value: unknown, path: readonly string[] = []): string[] {
  if (!isObject(value)) return [path.join('.')];
  return Object.entries(value).flatMap(([key, inner]) => keysDeep(inner, [...path, key]));
}

/** A short text that differs at every millisecond. */
function timestampCode(date: Date = new Date()): string {
  return date.getTime().toString(36);
}

export const arrays: { readonly includesString: typeof includesString } = { includesString };
export const objects: { readonly keysDeep: typeof keysDeep } = { keysDeep };
export const dates: { readonly timestampCode: typeof timestampCode } = { timestampCode };
