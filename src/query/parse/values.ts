// Values of parameters: lists, objects, strings, flags and names of fields.
import type { ParamObject, ParamValue, QueryValue, FieldNames } from '../params.ts';
import { validationError } from '../../base/errors.ts';

/** True for an object that is not a list or a date. */
export function isObject(value: ParamValue | undefined): value is ParamObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
  );
}

/** True for an array. */
export function isList(value: ParamValue | undefined): value is readonly ParamValue[] {
  return Array.isArray(value);
}

/**
 * The items of a list, or null for any other value. If a list is too long or an index is too large, the parser of query
 * strings returns an object with the indexes as keys, which is a list as well (docs/strapi/differences.md, D3).
 */
export function listItems(value: QueryValue | undefined): readonly QueryValue[] | null;
export function listItems(value: ParamValue | undefined): readonly ParamValue[] | null;
export function listItems(value: ParamValue | undefined): readonly ParamValue[] | null {
  if (isList(value)) return value;
  if (!isObject(value)) return null;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key)) ? Object.values(value) : null;
}

/** The text of a scalar; null for null, lists and objects. */
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

/** Parses `true`, `t`, `1`, `false`, `f` and `0`; undefined for any other value. */
export function parseFlag(value: ParamValue | undefined): boolean | undefined {
  return FLAGS.get(textOf(value));
}

/** Converts a value to text as a template string does, for messages: lists are joined by commas, and null items are empty. */
export function printValue(value: ParamValue | undefined): string {
  if (isList(value)) return value.map((item) => printValue(item ?? '')).join(',');
  return isObject(value) ? '[object Object]' : (textOf(value) ?? String(value));
}

/** Converts a value to a number as JavaScript does: accepts `1e1`, `0x3`, ` 3`, a list of one item, and `''` and null (0). */
export function toNumber(value: ParamValue | undefined): number {
  return isObject(value) ? Number.NaN : Number(printValue(value ?? ''));
}

/** Parses `fields`, a comma-separated list or an array of names (docs/strapi/reading.md, "Selecting fields"). @throws ValidationError unless it is a string or a list of names */
export function parseFields(value: ParamValue | undefined): FieldNames {
  if (value === undefined || value === null) return 'all';
  return typeof value === 'string'
    ? value.split(',').map((name) => name.trim())
    : parseNames(value);
}

function parseNames(value: ParamValue): readonly string[] {
  const names = listItems(value)?.filter((item) => item !== null);
  if (names?.every((name) => typeof name === 'string' && !name.includes(','))) {
    return names.map((name) => String(name).trim());
  }
  throw validationError('Invalid fields parameter. Expected a string or an array of strings');
}
