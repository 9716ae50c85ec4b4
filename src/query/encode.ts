// Encodes stored values as JSON text, by attribute type (docs/strapi/storage.md, "Stored values"). Accepts any value that
// another program may have stored in the column.
import { LruMap, textBytes } from '../base/lru-map.ts';
import type { ScalarType } from '../schema/types.ts';

/** Encodes a value of the database driver as JSON text. */
export type ScalarEncoder = (value: unknown) => string;

/**
 * Creates the encoder of an attribute type. Each column needs its own.
 * @param head A prefix of every value: fewer string parts are faster to concatenate
 */
export function encoderOf(type: ScalarType, head = ''): ScalarEncoder {
  if (type === 'datetime') return createDatetimeEncoder(head);
  const encode = ENCODERS[type] ?? encodeText;
  const nullText = `${head}null`;
  return (value) => (value === null ? nullText : head + encode(value));
}

const ENCODERS: Partial<Record<ScalarType, ScalarEncoder>> = {
  integer: encodeNumber,
  float: encodeNumber,
  decimal: encodeNumber,
  boolean: encodeBoolean,
  date: encodeDateOrTime,
  time: encodeDateOrTime,
  timestamp: encodeTimestamp,
  json: encodeJson,
  blocks: encodeJson,
};

function encodeText(value: unknown): string {
  return value === null || value === undefined ? 'null' : JSON.stringify(String(value));
}

/** Encodes a date or a time. A number that another program stored stays a number. */
function encodeDateOrTime(value: unknown): string {
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

/** Milliseconds since the epoch, from a number, a Date or ISO text; NaN if the value is none of these. */
function toTime(value: unknown): number {
  if (typeof value === 'number') return value;
  if (value instanceof Date) return value.getTime();
  return typeof value === 'string' ? Date.parse(value) : Number.NaN;
}

/** The range of a Date, in milliseconds before and after the epoch (ECMA-262, Time Values). */
const MAX_TIME = 8.64e15;

const DAY = 86_400_000;

/** The last millisecond of the year 9999: the text of a later time begins with a sign and six digits. */
const LAST_TIME = Date.UTC(10_000, 0, 1) - 1;

/** The text of each part of a time of day, computed once: most rows contain several timestamps. */
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
  const write = createTimeFormatter(`${head}"`, LAST_MILLISECONDS);
  return (value) => {
    const time = toTime(value);
    return write(time) ?? head + encodeRareTime(time);
  };
}

/** Creates a decoder of datetimes: it returns ISO text, or null for a value that is not a time. */
export function createDatetimeDecoder(): (value: unknown) => string | null {
  const write = createTimeFormatter('', MILLISECONDS);
  return (value) => {
    const time = toTime(value);
    return write(time) ?? (Math.abs(time) <= MAX_TIME ? new Date(time).toISOString() : null);
  };
}

/**
 * Formats times like `toISOString`, but several times as fast: consecutive rows mostly share their date. Returns null for a
 * time outside of 1970 to 9999.
 * @param head A prefix of the text @param milliseconds The text of each millisecond with the end of the text
 */
function createTimeFormatter(
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
  const time = decodeTimestamp(value);
  return time === null ? 'null' : `"${time}"`;
}

/** Milliseconds since the epoch as text, or null for a value that is not a time. */
export function decodeTimestamp(value: unknown): string | null {
  const time = toTime(value);
  return Math.abs(time) <= MAX_TIME ? String(Math.trunc(time)) : null;
}

/** Stored texts and their JSON: the formats of an image appear in many responses. */
const jsonCache = new LruMap<string, string>('json', textBytes);

/** The longest text that is cached, in characters. */
const MAX_CACHED_LENGTH = 2000;

/**
 * Returns stored JSON unchanged. A JSON string that itself contains JSON is unwrapped; text that is not JSON becomes a
 * JSON string.
 */
function encodeJson(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value !== 'string') return JSON.stringify(value) ?? 'null';
  if (value.length > MAX_CACHED_LENGTH) return toJson(value);
  return jsonCache.get(value) ?? jsonCache.set(value, toJson(value));
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
