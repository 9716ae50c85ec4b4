// Converts attribute values between project code, which uses dates, strings and plain objects, and columns.
import { validationError } from '../../base/errors.ts';
import { stringOf, type JsonValue } from '../../base/json.ts';
import { castBoolean } from '../../documents/values/casts.ts';
import { parseDateTime } from '../../documents/values/check-date-time.ts';
import { toJson } from '../../documents/programs/program-values.ts';
import { reasonOf } from '../../project/project-error.ts';
import type { ColumnValue } from '../../documents/input.ts';
import type { ScalarAttribute } from '../../schema/types.ts';

/** Converts a stored value for code. */
export function toCodeValue({ type }: ScalarAttribute, value: ColumnValue): JsonValue {
  if (typeof value === 'bigint') return value.toString();
  const isMoment = type === 'datetime' || type === 'timestamp';
  return isMoment && typeof value === 'number' ? new Date(value).toISOString() : value;
}

/**
 * Converts a value from code for storage, without validation rules. @throws ValidationError for values that cannot be stored
 */
export function toColumnValue({ name, type }: ScalarAttribute, input: unknown): ColumnValue {
  if (input === null || input === undefined) return null;
  if (type === 'json' || type === 'blocks') return toStoredJson(input, name);
  switch (type) {
    case 'boolean':
      return booleanOf(input);
    case 'integer':
    case 'float':
    case 'decimal':
      return numberOf(input);
    case 'biginteger':
      return wholeNumberOf(input);
    case 'datetime':
    case 'timestamp':
    case 'date':
    case 'time':
      return momentOf(type, input);
    default:
      return textOf(name, typeof input === 'bigint' ? input : toJson(input, name));
  }
}

/**
 * Converts a value of a JSON attribute as `JSON.stringify` does: `NaN` becomes null, functions are omitted. A bigint becomes
 * its digits. @throws ValidationError for a value that refers to itself
 */
export function toStoredJson(value: unknown, path: string): JsonValue {
  const withDigits = (_: string, item: unknown): unknown =>
    typeof item === 'bigint' ? item.toString() : item;
  let text: string | undefined;
  try {
    text = JSON.stringify(value, withDigits);
  } catch (error) {
    throw validationError(`Invalid value at ${path}. ${reasonOf(error)}`, { path });
  }
  return text === undefined ? null : toJson(JSON.parse(text), path);
}

/** Values that are neither true nor false, such as `yes`, are true unless they are empty. */
function booleanOf(value: unknown): boolean {
  const known = castBoolean(value);
  if (typeof known === 'boolean') return known;
  return value === 'f' ? false : Boolean(value);
}

function numberOf(value: unknown): number {
  const isNumber = ['number', 'bigint'].includes(typeof value);
  const isText = typeof value === 'string' && value.trim() !== '';
  const number = isNumber || isText ? Number(value) : Number.NaN;
  if (Number.isFinite(number)) return number;
  throw validationError(`Expected a valid Number, got ${shown(value)}`);
}

function wholeNumberOf(value: unknown): bigint {
  if (typeof value === 'bigint') return value;
  const text = ['number', 'string'].includes(typeof value) ? String(value) : '';
  if (/^[+-]?\d{1,30}$/.test(text)) return BigInt(text);
  throw validationError(`Expected a valid BigInteger, got ${shown(value)}`);
}

/** Dates are converted in the server's time zone. */
function momentOf(type: ScalarAttribute['type'], value: unknown): string | number {
  const isPoint = type === 'datetime' || type === 'timestamp';
  const isDate = value instanceof Date && !Number.isNaN(value.getTime());
  if (isPoint && isDate) return value.getTime();
  const read = parseDateTime(type, isDate ? localText(type, value) : value);
  if ('message' in read) throw validationError(read.message);
  return read.value;
}

function localText(type: ScalarAttribute['type'], date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString();
  return type === 'date' ? local.slice(0, 10) : local.slice(11, 23);
}

function textOf(name: string, value: ColumnValue): string {
  if (typeof value !== 'object') return String(value);
  const received = JSON.stringify(value).slice(0, 100);
  throw validationError(`Invalid value for ${name}. Expected a text, received: ${received}`);
}

function shown(value: unknown): string {
  return stringOf(value instanceof Date ? String(value) : value).slice(0, 100);
}
