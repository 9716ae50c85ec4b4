// In charge of the shapes that a query-string value can have: lists, objects and flags.
import type { QueryObject, QueryValue } from '../params.ts';

/** True for an object that is no list. */
export function isObject(value: QueryValue | undefined): value is QueryObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The items of a list. The parser gives an object with the indexes as keys where a list is longer than its limit or an
 * index is beyond it; that is a list all the same (docs/strapi/differences.md, D3).
 */
export function listItems(value: QueryValue | undefined): readonly QueryValue[] | null {
  if (Array.isArray(value)) return value as readonly QueryValue[];
  if (!isObject(value)) return null;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key)) ? Object.values(value) : null;
}

const FLAGS: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['t', true],
  ['1', true],
  ['false', false],
  ['f', false],
  ['0', false],
]);

/** `true t 1` and `false f 0`, else undefined. */
export function parseFlag(value: QueryValue | undefined): boolean | undefined {
  return FLAGS.get(value);
}

/** A value as a template string shows it in messages: lists joined by commas, null in them as nothing. */
export function shown(value: QueryValue | undefined): string {
  if (Array.isArray(value)) return value.map((item: QueryValue) => shown(item ?? '')).join(',');
  return isObject(value) ? '[object Object]' : String(value);
}

/** As JavaScript casts: `1e1`, `0x3`, ` 3`, `''` and null (0), a list of one. */
export function toNumber(value: QueryValue | undefined): number {
  return isObject(value) ? Number.NaN : Number(shown(value ?? ''));
}
