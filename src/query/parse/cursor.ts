// Cursors: the place of a row in a sorted list, as a text that clients hand back unread. Whoever sends one may
// have made it up.
import { parseJson } from '../../base/bounded-json.ts';
import { isUtf8 } from 'node:buffer';
import { validationError, type AppError } from '../../base/errors.ts';
import { MAX_CURSOR_LENGTH } from '../../base/limits.ts';
import type { Cursor, KeysetPagination, KeyValue, QueryValue } from '../params.ts';

/**
 * The text of a place.
 * @param given The keys of a row, as the driver gave them; bytes are the text that they hold
 * @throws ValidationError where they are too long to be sent back, or no text and no number
 */
export function printCursor(sort: string, given: readonly unknown[]): string {
  const values = given.map(decoded);
  if (!values.every(isKeyValue)) throw unfit('contain neither a string nor a number');
  const text = print({ sort, values });
  if (text.length > MAX_CURSOR_LENGTH) throw unfit('are too long');
  return text;
}

/** Reads a cursor back. @param side Where it stood @throws ValidationError for what `printCursor` does not print */
export function parseCursor(text: QueryValue | undefined, side: KeysetPagination['side']): Cursor {
  const cursor = typeof text === 'string' && text.length <= MAX_CURSOR_LENGTH ? parse(text) : null;
  if (cursor && print(cursor) === text) return cursor;
  throw validationError(
    `Invalid cursor in pagination[${side}]. Expected one that meta.pagination of a list gave.`,
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

/** Bytes that hold no text stay what they are: what a reader makes of them is another text. */
function decoded(value: unknown): unknown {
  return value instanceof Uint8Array && isUtf8(value) ? Buffer.from(value).toString() : value;
}

/** Another program may have put bytes or an infinity into a column. */
function isKeyValue(value: unknown): value is KeyValue {
  return value === null || typeof value === 'string' || Number.isFinite(value);
}

function unfit(problem: string): AppError {
  return validationError(
    `Keyset pagination cannot go on from here: the values that the list is sorted by ${problem}.`,
  );
}
