// Prints and parses cursors: opaque strings for the position of a row in a sorted list. A cursor that a client sends is
// untrusted.
import { parseJson } from '../../base/bounded-json.ts';
import { isUtf8 } from 'node:buffer';
import { validationError, type AppError } from '../../base/errors.ts';
import { MAX_CURSOR_LENGTH } from '../../base/limits.ts';
import type { Cursor, KeysetPagination, KeyValue, ParamValue } from '../params.ts';

/**
 * Prints a cursor.
 * @param keys The keys of a row as returned by the driver; bytes are decoded as UTF-8
 * @throws ValidationError if a key is neither a string nor a number, or the cursor is too long
 */
export function printCursor(sort: string, keys: readonly unknown[]): string {
  const values = keys.map(decodeBytes);
  if (!values.every(isKeyValue)) throw cannotContinue('contain neither a string nor a number');
  const text = print({ sort, values });
  if (text.length > MAX_CURSOR_LENGTH) throw cannotContinue('are too long');
  return text;
}

/** Parses a cursor. @param side The parameter @throws ValidationError for a text that `printCursor` does not print */
export function parseCursor(text: ParamValue | undefined, side: KeysetPagination['side']): Cursor {
  const cursor = typeof text === 'string' && text.length <= MAX_CURSOR_LENGTH ? parse(text) : null;
  if (cursor && print(cursor) === text) return cursor;
  throw validationError(
    `Invalid cursor in pagination[${side}]. Expected a cursor from meta.pagination of a list.`,
  );
}

function print({ sort, values }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, ...values])).toString('base64url');
}

function parse(text: string): Cursor | null {
  const [sort, ...values] = parseList(Buffer.from(text, 'base64url').toString());
  return typeof sort === 'string' && values.every(isKeyValue) ? { sort, values } : null;
}

function parseList(text: string): readonly unknown[] {
  try {
    const parsed: unknown = parseJson(text);
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}

/** Decodes bytes that are valid UTF-8. Others stay bytes, since decoding would change them. */
function decodeBytes(value: unknown): unknown {
  return value instanceof Uint8Array && isUtf8(value) ? Buffer.from(value).toString() : value;
}

/** Another program may have stored bytes or an infinity. */
function isKeyValue(value: unknown): value is KeyValue {
  return value === null || typeof value === 'string' || Number.isFinite(value);
}

function cannotContinue(problem: string): AppError {
  return validationError(
    `Keyset pagination cannot continue from here: the values that the list is sorted by ${problem}.`,
  );
}
