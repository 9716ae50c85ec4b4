// Checks date, time, datetime and timestamp. Their errors are deferred until after all others (docs/strapi/writing.md,
// "Attribute values").
import { validationError } from '../../base/errors.ts';
import { parseDay, parseInstant, parseTimeOfDay, type Parsed } from '../../query/date-time.ts';
import type { ScalarType } from '../../schema/types.ts';
import { passed, SKIPPED, type ScalarResult, type ValueContext } from './scalar-result.ts';

/** Checks a value that is not null. */
export function checkDateTime(value: unknown, { type, draft, limits }: ValueContext): ScalarResult {
  const read = parseDateTime(type, value);
  return 'message' in read
    ? { ...SKIPPED, echo: value, deferredMessage: read.message }
    : passed(read.value, { echo: value, lookUp: limits.unique && !draft });
}

/** PostgreSQL has no year 0. */
const FIRST_DAY = '0001-01-01';

/** The earliest time that PostgreSQL supports: 4713 BC. */
const EARLIEST = Date.UTC(-4712, 0, 1);

/** Parses a value of a type; a message for an invalid one. */
export function parseDateTime(type: ScalarType, value: unknown): Parsed<string | number> {
  if (type === 'date') return parseDay(typeof value === 'string' ? value : '', FIRST_DAY);
  if (type !== 'time') return parseInstant(textOf(value), EARLIEST);
  return typeof value === 'string'
    ? parseTimeOfDay(value)
    : { message: `Expected a string, got a ${typeof value}` };
}

/** Milliseconds since the epoch. @throws ValidationError for an invalid value */
export function toInstant(value: unknown): number {
  const instant = parseInstant(textOf(value), EARLIEST);
  if ('message' in instant) throw validationError(instant.message);
  return instant.value;
}

function textOf(value: unknown): string {
  let single = value;
  while (Array.isArray(single) && single.length === 1) single = single[0];
  return typeof single === 'string' || typeof single === 'number' ? String(single) : '';
}
