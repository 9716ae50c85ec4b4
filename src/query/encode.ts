// Writer of stored values as JSON, for each attribute type (docs/strapi/storage.md, "Stored values").
// Takes whatever another program may have put into the column.
import { LruMap } from '../base/lru-map.ts';
import type { ScalarType } from '../schema/types.ts';

/** Writes a driver's value as JSON text. */
export type ScalarEncoder = (value: unknown) => string;

/**
 * The encoder of an attribute type; one for each column.
 * @param head Stands in front of every value: in as few pieces as can be, since what is put together is copied in the end
 */
export function encoderOf(type: ScalarType, head = ''): ScalarEncoder {
  if (type === 'datetime') return createDatetimeEncoder(head);
  const encode = ENCODERS[type] ?? encodeText;
  const nothing = `${head}null`;
  return (value) => (value === null ? nothing : head + encode(value));
}

const ENCODERS: Partial<Record<ScalarType, ScalarEncoder>> = {
  integer: encodeNumber,
  float: encodeNumber,
  decimal: encodeNumber,
  boolean: encodeBoolean,
  date: encodeDay,
  time: encodeDay,
  timestamp: encodeTimestamp,
  json: encodeJson,
  blocks: encodeJson,
};

function encodeText(value: unknown): string {
  return value === null || value === undefined ? 'null' : JSON.stringify(String(value));
}

/** A day or a time; a number that another program stored stays one. */
function encodeDay(value: unknown): string {
  return typeof value === 'number' ? encodeNumber(value) : encodeText(value);
}

function encodeNumber(value: unknown): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (typeof value !== 'string' || value.trim() === '') return 'null';
  return encodeNumber(Number(value));
}

function encodeBoolean(value: unknown): string {
  if (value === 1 || value === '1' || value === true) return 'true';
  if (value === 0 || value === '0' || value === false) return 'false';
  return 'null';
}

/** Milliseconds since 1970; ISO text is accepted too. NaN: not readable. */
function toTime(value: unknown): number {
  if (typeof value === 'number') return value;
  if (value instanceof Date) return value.getTime();
  return typeof value === 'string' ? Date.parse(value) : Number.NaN;
}

/** Milliseconds around 1970 that a Date can hold (ECMA-262, Time Values). */
const MAX_TIME = 8.64e15;

const DAY = 86_400_000;

/** Times of the year 1970 to the year 9999: those whose text begins with four digits of a year, and no sign. */
const LAST_TIME = Date.UTC(10_000, 0, 1) - 1;

/** The parts of a time of day as they stand in a text; made once, since rows have three times each. */
const MINUTES = Array.from(
  { length: 1440 },
  (_, i) => `${pad(Math.floor(i / 60), 2)}:${pad(i % 60, 2)}:`,
);
const SECONDS = Array.from({ length: 60 }, (_, i) => `${pad(i, 2)}.`);
const MILLISECONDS = Array.from({ length: 1000 }, (_, i) => `${pad(i, 3)}Z`);
const LAST_MILLISECONDS = MILLISECONDS.map((text) => `${text}"`);

function pad(number: number, length: number): string {
  return String(number).padStart(length, '0');
}

function createDatetimeEncoder(head: string): ScalarEncoder {
  const write = createTimeWriter(`${head}"`, LAST_MILLISECONDS);
  return (value) => {
    const time = toTime(value);
    return write(time) ?? head + encodeRareTime(time);
  };
}

/** The ISO text of a datetime; null where there is none. */
export function createDatetimeReader(): (value: unknown) => string | null {
  const write = createTimeWriter('', MILLISECONDS);
  return (value) => {
    const time = toTime(value);
    return write(time) ?? (Math.abs(time) <= MAX_TIME ? new Date(time).toISOString() : null);
  };
}

/**
 * As `toISOString`, which takes several times as long: rows of one answer mostly share their day. Null for times that are
 * not common. @param milliseconds Their texts, with what stands behind a time
 */
function createTimeWriter(
  head: string,
  milliseconds: readonly string[],
): (time: number) => string | null {
  let day = Number.NaN;
  let dayText = '';
  return (time) => {
    if (!(time >= 0 && time <= LAST_TIME && Number.isInteger(time))) return null;
    const today = Math.floor(time / DAY);
    if (today !== day) {
      day = today;
      dayText = head + new Date(time).toISOString().slice(0, 11);
    }
    const rest = time - today * DAY;
    const second = Math.floor(rest / 1000);
    const minute = Math.floor(second / 60);
    const minutes = (MINUTES[minute] ?? '') + (SECONDS[second - minute * 60] ?? '');
    return dayText + minutes + (milliseconds[rest - second * 1000] ?? '');
  };
}

function encodeRareTime(time: number): string {
  return Math.abs(time) <= MAX_TIME ? `"${new Date(time).toISOString()}"` : 'null';
}

function encodeTimestamp(value: unknown): string {
  const time = readTimestamp(value);
  return time === null ? 'null' : `"${time}"`;
}

/** Milliseconds as a text; null where there is none. */
export function readTimestamp(value: unknown): string | null {
  const time = toTime(value);
  return Math.abs(time) <= MAX_TIME ? String(Math.trunc(time)) : null;
}

/** Stored texts that were found to be JSON, or made so: the same pictures are in many answers. Up to so many, and so long. */
const seenJson = new LruMap<string, string>(500);
const SEEN_LENGTH = 2000;

/**
 * Stored JSON as it stands, once it is known to be JSON. A string that is itself JSON is read once more;
 * text that is none is a string.
 */
function encodeJson(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value !== 'string') return JSON.stringify(value) ?? 'null';
  if (value.length > SEEN_LENGTH) return toJson(value);
  return seenJson.get(value) ?? seenJson.set(value, toJson(value));
}

function toJson(value: string): string {
  try {
    const parsed: unknown = JSON.parse(value);
    if (typeof parsed !== 'string') return value;
    JSON.parse(parsed);
    return parsed;
  } catch {
    return JSON.stringify(value);
  }
}
