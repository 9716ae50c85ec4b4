// Parses dates, times and instants of values and filters (docs/strapi/writing.md, "Attribute values").
import { isValid } from 'date-fns/isValid';
import { parseISO } from 'date-fns/parseISO';

/** A parsed value, or why the text is invalid. */
export type Parsed<T extends string | number> =
  | { readonly value: T }
  | { readonly message: string };

/** Parses a date. What follows the day is ignored. @param earliest The first valid day */
export function parseDay(text: string, earliest: string = ''): Parsed<string> {
  const day = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])/.exec(text)?.[0];
  if (day === undefined) return { message: 'Invalid format, expected yyyy-MM-dd' };
  return isValid(parseISO(day)) && day >= earliest ? { value: day } : { message: 'Invalid date' };
}

/** Parses a time of day; the result has milliseconds. */
export function parseTimeOfDay(text: string): Parsed<string> {
  const match = /^((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d{1,3}))?$/.exec(text);
  return match
    ? { value: `${match[1]}.${(match[2] ?? '').padEnd(3, '0')}` }
    : { message: 'Invalid time format, expected HH:mm:ss.SSS' };
}

/** The longest valid instant, in characters: `parseISO` is slow for some long strings. */
const MAX_INSTANT_LENGTH = 100;

/**
 * Parses an instant to milliseconds since the epoch: ISO 8601 first, so `2024` is a year. Other numbers are milliseconds.
 * @param earliest The first valid instant
 */
export function parseInstant(text: string, earliest: number = -Infinity): Parsed<number> {
  const instant = text.length > MAX_INSTANT_LENGTH ? NaN : instantOf(text);
  return instant >= earliest
    ? { value: instant }
    : { message: 'Invalid format, expected a timestamp or an ISO date' };
}

function instantOf(text: string): number {
  const date = parseISO(text);
  if (isValid(date)) return date.getTime();
  return /^-?\d+$/.test(text) ? new Date(Number(text)).getTime() : NaN;
}
