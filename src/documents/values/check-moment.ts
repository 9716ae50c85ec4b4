// In charge of date, time, datetime and timestamp. What is wrong with them is said late: after all other checks
// (docs/strapi/writing.md, "Attribute values").
import { isValid } from 'date-fns/isValid';
import { parseISO } from 'date-fns/parseISO';
import type { ScalarType } from '../../schema/types.ts';
import { passed, SKIPPED, type ScalarResult } from './scalar-result.ts';
import type { Subject } from './subject.ts';

/** Checks a value that is not null. */
export function checkMoment(value: unknown, { type, draft, limits }: Subject): ScalarResult {
  const read = readMoment(type, value);
  return 'message' in read
    ? { ...SKIPPED, echo: value, late: read.message }
    : passed(read.value, { echo: value, lookUp: limits.unique && !draft });
}

type Read = { readonly value: string | number } | { readonly message: string };

function readMoment(type: ScalarType, value: unknown): Read {
  if (type === 'date') return readDate(value);
  return type === 'time' ? readTime(value) : readInstant(value);
}

/** PostgreSQL has no year 0. */
function readDate(value: unknown): Read {
  const day =
    typeof value === 'string'
      ? /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])/.exec(value)?.[0]
      : undefined;
  if (day === undefined) return { message: 'Invalid format, expected yyyy-MM-dd' };
  return isValid(parseISO(day)) && !day.startsWith('0000')
    ? { value: day }
    : { message: 'Invalid date' };
}

function readTime(value: unknown): Read {
  if (typeof value !== 'string') return { message: `Expected a string, got a ${typeof value}` };
  const match = /^((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d{1,3}))?$/.exec(value);
  return match
    ? { value: `${match[1]}.${(match[2] ?? '').padEnd(3, '0')}` }
    : { message: 'Invalid time format, expected HH:mm:ss.SSS' };
}

/** No date is longer, and `parseISO` reads some long texts slowly. */
const MAX_INSTANT_LENGTH = 100;

/** The first year that PostgreSQL knows whole: 4713 BC. */
const EARLIEST = Date.UTC(-4712, 0, 1);

/** Every form of ISO 8601 first: `2024` is a year. Other digits are milliseconds. */
function readInstant(value: unknown): Read {
  const text = textOf(value);
  const instant = text.length > MAX_INSTANT_LENGTH ? NaN : instantOf(text);
  return instant >= EARLIEST
    ? { value: instant }
    : { message: 'Invalid format, expected a timestamp or an ISO date' };
}

function textOf(value: unknown): string {
  let single = value;
  while (Array.isArray(single) && single.length === 1) single = single[0];
  return typeof single === 'string' || typeof single === 'number' ? String(single) : '';
}

function instantOf(text: string): number {
  const moment = parseISO(text);
  if (isValid(moment)) return moment.getTime();
  return /^-?\d+$/.test(text) ? new Date(Number(text)).getTime() : NaN;
}
