// Parser of query strings: brackets become nested lists and objects, within limits (docs/strapi/reading.md,
// "Query strings").
import { parse } from 'qs';
import { validationError } from '../../base/errors.ts';
import {
  MAX_KEY_LENGTH,
  QUERY_ARRAY_LIMIT,
  QUERY_DEPTH,
  QUERY_PARAMETERS,
} from '../../base/limits.ts';
import type { QueryObject, QueryValue } from '../params.ts';
import { isObject } from './values.ts';

/** `strapi::query` of the project's middlewares. */
export interface QueryStringOptions {
  readonly depth?: number | undefined;
  readonly arrayLimit?: number | undefined;
}

/** A key that qs drops wherever it stands. */
const PROTO = '__proto__';

/**
 * Stands for that key while qs parses, so that it is refused like any other unknown key (docs/strapi/differences.md,
 * D3).
 */
const STAND_IN = '__proto\0__';

/**
 * Parses what stands behind the `?`. Objects have no prototype, and any key may be one of theirs.
 * @throws ValidationError for more parameters than are read, since none is dropped (docs/strapi/differences.md, D3),
 * and for a long name
 */
export function parseQueryString(text: string, options: QueryStringOptions = {}): QueryObject {
  if (text === '') return {};
  if (countParameters(text) > QUERY_PARAMETERS) {
    throw validationError(`Too many query parameters. At most ${QUERY_PARAMETERS} are read.`);
  }
  if (text.length > MAX_KEY_LENGTH && hasLongName(text)) {
    throw validationError(
      `Names of query parameters may have at most ${MAX_KEY_LENGTH} characters.`,
    );
  }
  let replaced = false;
  // With null handling on, qs gives texts, nulls, lists and objects of these: the type below.
  const query = parse(text, {
    depth: options.depth ?? QUERY_DEPTH,
    arrayLimit: options.arrayLimit ?? QUERY_ARRAY_LIMIT,
    parameterLimit: QUERY_PARAMETERS,
    strictNullHandling: true,
    // An attribute may be called `constructor`.
    plainObjects: true,
    decoder: (...[part, decode, charset, kind]) => {
      const decoded: unknown = decode(part, decode, charset);
      if (kind !== 'key' || typeof decoded !== 'string' || !decoded.includes(PROTO)) return decoded;
      replaced = true;
      return decoded.replaceAll(PROTO, STAND_IN);
    },
  }) as QueryObject;
  return replaced ? restoredObject(query) : query;
}

function restored(value: QueryValue): QueryValue {
  if (Array.isArray(value)) return value.map((item: QueryValue) => restored(item));
  return isObject(value) ? restoredObject(value) : value;
}

function restoredObject(value: QueryObject): QueryObject {
  const target = Object.create(null) as Record<string, QueryValue>;
  for (const [key, inner] of Object.entries(value)) {
    target[key.replaceAll(STAND_IN, PROTO)] = restored(inner);
  }
  return target;
}

function hasLongName(text: string): boolean {
  return text.split('&').some((part) => (part.split('=', 1)[0] ?? '').length > MAX_KEY_LENGTH);
}

function countParameters(text: string): number {
  let count = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) count += 1;
  return count;
}
