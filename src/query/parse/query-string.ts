// In charge of the text of a query: brackets become nested lists and objects, within limits (spec/read.md section 3).
import { parse } from 'qs';
import { validationError } from '../../base/errors.ts';
import { QUERY_ARRAY_LIMIT, QUERY_DEPTH, QUERY_PARAMETERS } from '../../base/limits.ts';
import type { QueryObject } from '../params.ts';

/** `strapi::query` of the project's middlewares. */
export interface QueryStringOptions {
  readonly depth?: number | undefined;
  readonly arrayLimit?: number | undefined;
}

/**
 * Parses what stands behind the `?`.
 * @throws ValidationError for more parameters than are read: none is dropped (decision D3)
 */
export function parseQueryString(text: string, options: QueryStringOptions = {}): QueryObject {
  if (text === '') return {};
  if (countParameters(text) > QUERY_PARAMETERS) {
    throw validationError(`Too many query parameters. At most ${QUERY_PARAMETERS} are read.`);
  }
  // With null handling on, qs gives texts, nulls, lists and objects of these: the type below.
  return parse(text, {
    depth: options.depth ?? QUERY_DEPTH,
    arrayLimit: options.arrayLimit ?? QUERY_ARRAY_LIMIT,
    parameterLimit: QUERY_PARAMETERS,
    strictNullHandling: true,
    // An attribute may be called `constructor`.
    plainObjects: true,
  }) as QueryObject;
}

function countParameters(text: string): number {
  let count = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) count += 1;
  return count;
}
