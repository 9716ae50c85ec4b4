// Parses query strings: brackets become nested lists and objects, within limits (docs/strapi/reading.md,
// "Query strings").
import { parse } from 'qs';
import { validationError, type AppError } from '../../base/errors.ts';
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

/** A key that qs drops. */
const PROTO = '__proto__';

/** Replaces that key while qs parses, so that it is rejected like any unknown key (docs/strapi/differences.md, D3). */
const PLACEHOLDER = '__proto\0__';

/**
 * Parses a query string without the `?`. The objects of the result have no prototype.
 * @throws ValidationError for too many parameters, since none is dropped (docs/strapi/differences.md, D3), and for a name
 * that is too long
 */
export function parseQueryString(text: string, options: QueryStringOptions = {}): QueryObject {
  if (text === '') return {};
  if (countParameters(text) > QUERY_PARAMETERS) {
    throw validationError(`Too many query parameters. At most ${QUERY_PARAMETERS} are allowed.`);
  }
  let replaced = false;
  // With strictNullHandling, qs returns strings, nulls, and lists and objects of these, which is QueryObject.
  const query = parse(text, {
    depth: options.depth ?? QUERY_DEPTH,
    arrayLimit: options.arrayLimit ?? QUERY_ARRAY_LIMIT,
    parameterLimit: QUERY_PARAMETERS,
    strictNullHandling: true,
    // An attribute may be called `constructor`.
    plainObjects: true,
    decoder: (...[part, decode, charset, kind]) => {
      const decoded: unknown = decode(part, decode, charset);
      if (kind !== 'key' || typeof decoded !== 'string') return decoded;
      // Names may contain `=`, so only the parser knows where they end.
      if (decoded.length > MAX_KEY_LENGTH) throw longName();
      if (!decoded.includes(PROTO)) return decoded;
      replaced = true;
      return decoded.replaceAll(PROTO, PLACEHOLDER);
    },
  }) as QueryObject;
  return replaced ? restoreObjectKeys(query) : query;
}

function restoreKeys(value: QueryValue): QueryValue {
  if (Array.isArray(value)) return value.map((item: QueryValue) => restoreKeys(item));
  return isObject(value) ? restoreObjectKeys(value) : value;
}

function restoreObjectKeys(value: QueryObject): QueryObject {
  const target = Object.create(null) as Record<string, QueryValue>;
  for (const [key, inner] of Object.entries(value)) {
    target[key.replaceAll(PLACEHOLDER, PROTO)] = restoreKeys(inner);
  }
  return target;
}

function longName(): AppError {
  return validationError(
    `Names of query parameters may have at most ${MAX_KEY_LENGTH} characters.`,
  );
}

/** Returns the number of parameters of a text, including empty ones. */
export function countParameters(text: string): number {
  let count = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) count += 1;
  return count;
}
