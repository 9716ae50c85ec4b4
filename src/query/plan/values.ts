// Casts the values of filters to the types of attributes (docs/strapi/reading.md, "Filter values").
import { isValid } from 'date-fns/isValid';
import { parseISO } from 'date-fns/parseISO';
import { validationError } from '../../base/errors.ts';
import type { Scalar } from '../params.ts';
import { printValue } from '../parse/values.ts';
import type { PlanScalar, ValueType } from '../plan.ts';

/** A value that cannot be compared with an attribute. The planner of filters adds its path and reports it. */
export class InvalidValueError extends Error {
  override readonly name = 'InvalidValueError';

  /** `expected`: such as `a number`. */
  constructor(expected: string, received: string) {
    super(`Expected ${expected}, received: ${received.slice(0, 100)}`);
  }
}

/**
 * Casts a value for a comparison. Values other than strings are cast like their text.
 * @throws InvalidValueError if the value does not match the type; ValidationError for dates and times
 */
export function castValue(type: ValueType, value: NonNullable<Scalar>): PlanScalar {
  if (typeof value === 'number' && NUMBERS.has(type) && Number.isFinite(value)) return value;
  if (typeof value === 'boolean' && type === 'boolean') return value;
  if (value instanceof Date && MOMENTS.has(type)) return value.getTime();
  return castText(type, printValue(value));
}

const NUMBERS: ReadonlySet<ValueType> = new Set(['integer', 'float', 'decimal', 'id']);
const MOMENTS: ReadonlySet<ValueType> = new Set(['datetime', 'timestamp']);

function castText(type: ValueType, text: string): PlanScalar {
  if (text.includes('\0'))
    throw new InvalidValueError('a string without NUL characters', 'one with them');
  switch (type) {
    case 'integer':
    case 'float':
    case 'decimal':
      return castNumber(text);
    case 'biginteger':
      return castBigInteger(text);
    case 'boolean':
      return castBoolean(text);
    case 'date':
      return castDate(text);
    case 'time':
      return castTime(text);
    case 'datetime':
    case 'timestamp':
      return castTimestamp(text);
    case 'id':
      return castId(text);
    default:
      return text;
  }
}

function castNumber(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number)) throw new InvalidValueError('a number', text);
  return number;
}

const INT64_MAX = 2n ** 63n - 1n;

function castBigInteger(text: string): bigint {
  const trimmed = text.trim();
  if (!/^[+-]?\d{1,30}$/.test(trimmed)) throw new InvalidValueError('an integer', text);
  const number = BigInt(trimmed.replace(/^\+/, ''));
  if (number > INT64_MAX || number < -INT64_MAX - 1n) {
    throw new InvalidValueError('a 64-bit integer', text);
  }
  return number;
}

function castBoolean(text: string): boolean {
  return !['false', 'f', '0', ''].includes(text);
}

function castDate(text: string): string {
  const day = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])/.exec(text)?.[0];
  if (day === undefined) throw validationError('Invalid format, expected yyyy-MM-dd');
  if (!isValid(parseISO(day))) throw validationError('Invalid date');
  return day;
}

function castTime(text: string): string {
  const match = /^((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d{1,3}))?$/.exec(text);
  if (!match) throw validationError('Invalid time format, expected HH:mm:ss.SSS');
  return `${match[1] ?? ''}.${(match[2] ?? '').padEnd(3, '0')}`;
}

/** The longest timestamp, in characters. ISO 8601 is shorter, and the pattern of the parser takes quadratic time. */
const MAX_TIMESTAMP_LENGTH = 100;

/** Parses ISO 8601 first, so `2024` is a year. Other numbers are milliseconds. */
function castTimestamp(text: string): number {
  const date = parseISO(text.slice(0, MAX_TIMESTAMP_LENGTH + 1));
  if (isValid(date) && text.length <= MAX_TIMESTAMP_LENGTH) return date.getTime();
  if (/^-?\d+$/.test(text) && isValid(new Date(Number(text)))) return Number(text);
  throw validationError('Invalid format, expected a timestamp or an ISO date');
}

/** A number, or a text that no id equals. */
function castId(text: string): number | string {
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) ? number : text;
}
