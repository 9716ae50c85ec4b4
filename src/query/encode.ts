// In charge of writing one stored value as JSON, for each attribute type (spec/storage.md, "Stored values").
// Takes whatever another program may have put into the column.
import type { ScalarType } from '../schema/types.ts';

/** Writes a driver's value as JSON text. */
export type ScalarEncoder = (value: unknown) => string;

/** The encoder of an attribute type. */
export function encoderOf(type: ScalarType): ScalarEncoder {
  return ENCODERS[type] ?? encodeText;
}

const ENCODERS: Partial<Record<ScalarType, ScalarEncoder>> = {
  integer: encodeNumber,
  float: encodeNumber,
  decimal: encodeNumber,
  boolean: encodeBoolean,
  datetime: encodeDatetime,
  timestamp: encodeTimestamp,
  json: encodeJson,
  blocks: encodeJson,
};

function encodeText(value: unknown): string {
  return value === null || value === undefined ? 'null' : JSON.stringify(String(value));
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

function encodeDatetime(value: unknown): string {
  const time = toTime(value);
  return Math.abs(time) <= MAX_TIME ? `"${new Date(time).toISOString()}"` : 'null';
}

function encodeTimestamp(value: unknown): string {
  const time = toTime(value);
  return Number.isNaN(time) ? 'null' : `"${time}"`;
}

/**
 * Stored JSON as it stands, once it is known to be JSON. A string that is itself JSON is read once more;
 * text that is none is a string.
 */
function encodeJson(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value !== 'string') return JSON.stringify(value) ?? 'null';
  try {
    const parsed: unknown = JSON.parse(value);
    if (typeof parsed !== 'string') return value;
    JSON.parse(parsed);
    return parsed;
  } catch {
    return JSON.stringify(value);
  }
}
