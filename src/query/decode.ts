// Decoder of stored values for programs: what parsing the JSON text of a value would give (`encode`).
import type { JsonValue } from '../base/json.ts';
import type { ScalarType } from '../schema/types.ts';
import { createDatetimeReader, readTimestamp } from './encode.ts';

/** Turns a driver's value into a value of an entry, a new one each time. */
export type ScalarDecoder = (value: unknown) => JsonValue;

/** The decoder of an attribute type; one for each column. */
export function decoderOf(type: ScalarType): ScalarDecoder {
  if (type === 'datetime') return createDatetimeReader();
  return DECODERS[type] ?? decodeText;
}

const DECODERS: Partial<Record<ScalarType, ScalarDecoder>> = {
  integer: decodeNumber,
  float: decodeNumber,
  decimal: decodeNumber,
  boolean: decodeBoolean,
  date: decodeDay,
  time: decodeDay,
  timestamp: readTimestamp,
  json: decodeJson,
  blocks: decodeJson,
};

function decodeText(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}

function decodeDay(value: unknown): JsonValue {
  return typeof value === 'number' ? decodeNumber(value) : decodeText(value);
}

/** JSON has one zero. */
function decodeNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
  if (typeof value !== 'string' || value.trim() === '') return null;
  return decodeNumber(Number(value));
}

function decodeBoolean(value: unknown): boolean | null {
  if (value === 1 || value === '1' || value === true) return true;
  if (value === 0 || value === '0' || value === false) return false;
  return null;
}

function decodeJson(value: unknown): JsonValue {
  switch (typeof value) {
    case 'string':
      return parseStored(value);
    case 'number':
      return decodeNumber(value);
    case 'boolean':
      return value;
    default:
      // Bytes that another program stored, or nothing.
      return value === null || value === undefined ? null : parse(JSON.stringify(value));
  }
}

/** A string that is itself JSON is read once more; text that is none is a string. */
function parseStored(text: string): JsonValue {
  let parsed: JsonValue = text;
  try {
    parsed = parse(text);
    return typeof parsed === 'string' ? parse(parsed) : parsed;
  } catch {
    return text;
  }
}

function parse(text: string): JsonValue {
  return JSON.parse(text) as JsonValue;
}
