// Decodes stored values for programs. The result is the same as parsing the JSON text that `encode` writes.
import type { JsonValue } from '../base/json.ts';
import type { ScalarType } from '../schema/types.ts';
import { createDatetimeDecoder, decodeTimestamp } from './encode.ts';

/** Converts a value of the database driver to a new value of an entry. */
export type ScalarDecoder = (value: unknown) => JsonValue;

/** Creates the decoder of an attribute type. Each column needs its own. */
export function decoderOf(type: ScalarType): ScalarDecoder {
  if (type === 'datetime') return createDatetimeDecoder();
  return DECODERS[type] ?? decodeText;
}

const DECODERS: Partial<Record<ScalarType, ScalarDecoder>> = {
  integer: decodeNumber,
  float: decodeNumber,
  decimal: decodeNumber,
  boolean: decodeBoolean,
  date: decodeDateOrTime,
  time: decodeDateOrTime,
  timestamp: decodeTimestamp,
  json: decodeJson,
  blocks: decodeJson,
};

function decodeText(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}

function decodeDateOrTime(value: unknown): JsonValue {
  return typeof value === 'number' ? decodeNumber(value) : decodeText(value);
}

/** JSON has no negative zero. */
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
      // Null, or bytes that another program stored.
      return value === null || value === undefined ? null : parse(JSON.stringify(value));
  }
}

/** A JSON string that itself contains JSON is parsed again. Text that is not JSON is returned as a string. */
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
