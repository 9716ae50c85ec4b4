// Checks date, time, datetime and timestamp. Their errors are deferred until after all others (docs/strapi/writing.md,
// "Attribute values").
import { isValid } from 'date-fns/isValid';
import { parseISO } from 'date-fns/parseISO';
import { validationError } from '../../base/errors.ts';
import type { ScalarType } from '../../schema/types.ts';
import { passed, SKIPPED, type ScalarResult, type ValueContext } from './scalar-result.ts';

/** Checks a value that is not null. */
export function checkDateTime(value: unknown, { type, draft, limits }: ValueContext): ScalarResult {
  const read = parseDateTime(type, value);
  return 'message' in read
    ? { ...SKIPPED, echo: value, deferredMessage: read.message }
    : passed(read.value, { echo: value, lookUp: limits.unique && !draft });
}

type Parsed = { readonly value: string | number } | { readonly message: string };

/** Parses a value of a type; a message for an invalid one. */
export function parseDateTime(type: ScalarType, value: unknown): Parsed {
  if (type === 'date') return parseDate(value);
  return type === 'time' ? parseTime(value) : parseInstant(value);
}

/** PostgreSQL has no year 0. */
function parseDate(value: unknown): Parsed {
  const day =
    typeof value === 'string'
      ? /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])/.exec(value)?.[0]
      : undefined;
  if (day === undefined) return { message: 'Invalid format, expected yyyy-MM-dd' };
  return isValid(parseISO(day)) && !day.startsWith('0000')
    ? { value: day }
    : { message: 'Invalid date' };
}

function parseTime(value: unknown): Parsed {
  if (typeof value !== 'string') return { message: `Expected a string, got a ${typeof value}` };
  const match = /^((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d{1,3}))?$/.exec(value);
  return match
    ? { value: `${match[1]}.${(match[2] ?? '').padEnd(3, '0')}` }
    : { message: 'Invalid time format, expected HH:mm:ss.SSS' };
}

/** The longest valid date, in characters: `parseISO` is slow for some long strings. */
const MAX_INSTANT_LENGTH = 100;

/** The earliest time that PostgreSQL supports: 4713 BC. */
const EARLIEST = Date.UTC(-4712, 0, 1);

const NOT_AN_INSTANT = 'Invalid format, expected a timestamp or an ISO date';

function parseInstant(value: unknown): Parsed {
  const instant = readInstant(value);
  return instant === null ? { message: NOT_AN_INSTANT } : { value: instant };
}

/** Milliseconds since the epoch. @throws ValidationError for an invalid value */
export function toInstant(value: unknown): number {
  const instant = readInstant(value);
  if (instant === null) throw validationError(NOT_AN_INSTANT);
  return instant;
}

/** Reads ISO 8601 first, so `2024` is a year. Other numbers are milliseconds. */
function readInstant(value: unknown): number | null {
  const text = textOf(value);
  const instant = text.length > MAX_INSTANT_LENGTH ? NaN : instantOf(text);
  return instant >= EARLIEST ? instant : null;
}

function textOf(value: unknown): string {
  let single = value;
  while (Array.isArray(single) && single.length === 1) single = single[0];
  return typeof single === 'string' || typeof single === 'number' ? String(single) : '';
}

function instantOf(text: string): number {
  const date = parseISO(text);
  if (isValid(date)) return date.getTime();
  return /^-?\d+$/.test(text) ? new Date(Number(text)).getTime() : NaN;
}
