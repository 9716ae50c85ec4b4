// Forms that the value of a parameter can have: lists, objects, texts and flags.
import type { ParamObject, ParamValue, QueryValue } from '../params.ts';

/** True for an object that is no list. */
export function isObject(value: ParamValue | undefined): value is ParamObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
  );
}

/** True for a list that was written as one. */
export function isList(value: ParamValue | undefined): value is readonly ParamValue[] {
  return Array.isArray(value);
}

/**
 * The items of a list. The parser of query strings gives an object with the indexes as keys where a list is longer than
 * its limit or an index is beyond it; that is a list all the same (docs/strapi/differences.md, D3).
 */
export function listItems(value: QueryValue | undefined): readonly QueryValue[] | null;
export function listItems(value: ParamValue | undefined): readonly ParamValue[] | null;
export function listItems(value: ParamValue | undefined): readonly ParamValue[] | null {
  if (isList(value)) return value;
  if (!isObject(value)) return null;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key)) ? Object.values(value) : null;
}

/** The text of a value that is neither null nor a list or an object; null for those. */
export function textOf(value: ParamValue | undefined): string | null {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? null : String(value);
}

const FLAGS: ReadonlyMap<string | null, boolean> = new Map([
  ['true', true],
  ['t', true],
  ['1', true],
  ['false', false],
  ['f', false],
  ['0', false],
]);

/** `true t 1` and `false f 0`, as texts or as what they stand for; else undefined. */
export function parseFlag(value: ParamValue | undefined): boolean | undefined {
  return FLAGS.get(textOf(value));
}

/** A value as a template string shows it in messages: lists joined by commas, null in them as nothing. */
export function shown(value: ParamValue | undefined): string {
  if (isList(value)) return value.map((item) => shown(item ?? '')).join(',');
  return isObject(value) ? '[object Object]' : (textOf(value) ?? String(value));
}

/** As JavaScript casts: `1e1`, `0x3`, ` 3`, `''` and null (0), a list of one. */
export function toNumber(value: ParamValue | undefined): number {
  return isObject(value) ? Number.NaN : Number(shown(value ?? ''));
}
