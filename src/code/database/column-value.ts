// Converts attribute values between project code, which uses dates, strings and plain objects, and columns.
import { validationError } from '../../base/errors.ts';
import type { JsonValue } from '../../base/json.ts';
import { castBoolean } from '../../documents/values/casts.ts';
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
  const value = typeof input === 'bigint' ? input : toJson(input, name);
  switch (type) {
    case 'boolean':
      return castBoolean(value) === true;
    case 'integer':
    case 'float':
    case 'decimal':
      return numberOf(name, value);
    case 'biginteger':
      return wholeNumberOf(name, value);
    case 'datetime':
    case 'timestamp':
      return momentOf(name, value);
    case 'date':
      return textOf(name, value).slice(0, 10);
    case 'time':
      return timeOf(textOf(name, value));
    default:
      return textOf(name, value);
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

function numberOf(name: string, value: ColumnValue): number {
  const number = typeof value === 'object' ? Number.NaN : Number(value);
  if (Number.isFinite(number)) return number;
  throw invalid(name, 'a number', value);
}

function wholeNumberOf(name: string, value: ColumnValue): bigint {
  if (typeof value === 'bigint') return value;
  const text = String(value);
  if (/^[+-]?\d{1,30}$/.test(text)) return BigInt(text);
  throw invalid(name, 'an integer', value);
}

function momentOf(name: string, value: ColumnValue): number {
  const time = typeof value === 'number' ? value : Date.parse(String(value));
  if (Number.isFinite(time)) return time;
  throw invalid(name, 'a date', value);
}

/** Completes `08:30` and `08:30:00` to `08:30:00.000`. */
function timeOf(text: string): string {
  const [, minutes, seconds = '00', fraction = ''] =
    /^(\d{1,2}:\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?/.exec(text) ?? [];
  return minutes === undefined ? text : `${minutes}:${seconds}.${fraction.padEnd(3, '0')}`;
}

function textOf(name: string, value: ColumnValue): string {
  if (typeof value !== 'object') return String(value);
  throw invalid(name, 'a text', value);
}

function invalid(name: string, expected: string, value: ColumnValue): Error {
  const received = typeof value === 'bigint' ? String(value) : JSON.stringify(value);
  return validationError(
    `Invalid value for ${name}. Expected ${expected}, received: ${received.slice(0, 100)}`,
  );
}
