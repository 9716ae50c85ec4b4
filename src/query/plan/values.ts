// Casts the values of filters to the types of attributes (docs/strapi/reading.md, "Filter values").
import { validationError } from '../../base/errors.ts';
import { parseDay, parseInstant, parseTimeOfDay, type Parsed } from '../date-time.ts';
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
      return valid(parseDay(text));
    case 'time':
      return valid(parseTimeOfDay(text));
    case 'datetime':
    case 'timestamp':
      return valid(parseInstant(text));
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

/** @throws ValidationError */
function valid<T extends string | number>(parsed: Parsed<T>): T {
  if ('message' in parsed) throw validationError(parsed.message);
  return parsed.value;
}

/** A number, or a text that no id equals. */
function castId(text: string): number | string {
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) ? number : text;
}
