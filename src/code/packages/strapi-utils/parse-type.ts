// Casts values to the type of an attribute.
import { format } from 'date-fns/format';
import { isValid } from 'date-fns/isValid';
import { parseISO } from 'date-fns/parseISO';
import { parseInstant, parseTimeOfDay, type Parsed } from '../../../query/date-time.ts';

interface TypedValue {
  readonly type: string;
  readonly value: unknown;
  /** True casts any value to a boolean instead of rejecting it. */
  readonly forceCast?: boolean;
}

/** Casts a value. @throws Error for a value that cannot be cast */
export function parseType({ type, value, forceCast = false }: TypedValue): unknown {
  switch (type) {
    case 'boolean':
      return toBoolean(value, forceCast);
    case 'integer':
    case 'biginteger':
    case 'float':
    case 'decimal':
      return toNumber(value);
    case 'time':
      return toTime(value);
    case 'date':
      return toDate(value);
    case 'timestamp':
    case 'datetime':
      return toInstant(value);
    default:
      return value;
  }
}

/** Returns true for values that `parseType` accepts as booleans. */
export function isBooleanLike(value: unknown): boolean {
  return typeof value === 'boolean' || TRUE.has(value) || FALSE.has(value);
}

const TRUE: ReadonlySet<unknown> = new Set(['true', 't', '1', 1]);
const FALSE: ReadonlySet<unknown> = new Set(['false', 'f', '0', 0]);

function toBoolean(value: unknown, forceCast: boolean): boolean {
  if (typeof value === 'boolean') return value;
  if (TRUE.has(value)) return true;
  if (FALSE.has(value)) return false;
  if (forceCast) return Boolean(value);
  throw new Error('Invalid boolean input. Expected "t","1","true","false","0","f"');
}

/** Strings with signed hexadecimal, binary or octal numbers are not numbers. */
function toNumber(value: unknown): number {
  return typeof value === 'symbol' ? Number.NaN : Number(value);
}

function toTime(value: unknown): string {
  if (value instanceof Date) return format(value, 'HH:mm:ss.SSS');
  return valid(parseTimeOfDay(assertText(value)));
}

function toDate(value: unknown): string {
  if (value instanceof Date) return format(value, 'yyyy-MM-dd');
  const date = parseISO(assertText(value));
  if (!isValid(date)) throw new Error('Invalid format, expected an ISO compatible date');
  return format(date, 'yyyy-MM-dd');
}

function toInstant(value: unknown): Date {
  if (value instanceof Date) return value;
  return new Date(valid(parseInstant(assertText(value))));
}

function valid<T extends string | number>(parsed: Parsed<T>): T {
  if ('message' in parsed) throw new Error(parsed.message);
  return parsed.value;
}

function assertText(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new Error(`Expected a string, got a ${typeof value}`);
}
