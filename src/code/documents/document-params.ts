// Parameters of document service calls. Methods ignore unknown parameters.
import { validationError } from '../../base/errors.ts';
import { parseMethodParams, type Method } from '../../documents/programs/method-params.ts';
import { toQueryValue } from '../../documents/programs/program-values.ts';
import type { ReadParams } from '../../query/params.ts';
import type { ParseOptions } from '../../query/parse.ts';
import { checkRootRange } from '../../query/parse/root-range.ts';
import { presentParams } from '../database/present-values.ts';
import type { Params } from '../strapi/code-values.ts';

const RESPONSE = ['fields', 'populate', 'locale'];
const VERSION = [...RESPONSE, 'status'];
const LIST = [...VERSION, 'filters', 'sort', '_q', 'publicationFilter', 'hasPublishedVersion'];
const RANGE = ['page', 'pageSize', 'start', 'limit'];

/** Parameters of each method in addition to `documentId` and `data`. */
const KNOWN: Readonly<Record<Method, readonly string[]>> = {
  findMany: [...LIST, 'start', 'limit'],
  findFirst: [...LIST, 'start'],
  findOne: [...VERSION, 'filters'],
  count: LIST.filter((name) => !['fields', 'populate', 'sort'].includes(name)),
  create: VERSION,
  update: VERSION,
  delete: RESPONSE,
  publish: RESPONSE,
  unpublish: RESPONSE,
  discardDraft: RESPONSE,
};

/** Methods that do not check the parameters of pages. */
const UNPAGED: readonly Method[] = ['create', 'update', 'publish', 'discardDraft'];

/** Parses the parameters of a call. @throws ValidationError, PaginationError */
export function parseCallParams(method: Method, params: Params, options: ParseOptions): ReadParams {
  if (!UNPAGED.includes(method)) checkRange(params);
  const known = KNOWN[method].filter((name) => isPresent(name, params[name]));
  const named = presentParams(Object.fromEntries(known.map((name) => [name, params[name]])));
  if (typeof named['populate'] === 'boolean') throw validationError(NOT_POPULATE);
  // Any other status selects drafts.
  const status = params['status'] === 'published' ? 'published' : 'draft';
  const complete = known.includes('status') ? { ...named, status } : named;
  if (method !== 'findFirst') return parseMethodParams(method, complete, options);
  return parseMethodParams('findMany', { ...complete, limit: 1 }, options);
}

/**
 * Checks the parameters of pages, which have no effect except for `start` and `limit` of lists.
 * @throws ValidationError, PaginationError
 */
export function checkRange(params: Params): void {
  const named = RANGE.filter((name) => params[name] !== undefined);
  if (named.length === 0) return;
  const range = named.map((name) => [name, toQueryValue(params[name], name)] as const);
  checkRootRange(Object.fromEntries(range));
}

export const NOT_POPULATE: string =
  'Invalid populate parameter. Expected a string, an array of strings, a populate object';

/** Returns false for a limit of 0, which means no limit, and for an empty list of filters. */
function isPresent(name: string, value: unknown): boolean {
  if (name === 'limit') return value !== undefined && value !== 0 && value !== '0';
  if (name === 'filters' && Array.isArray(value)) return value.length > 0;
  return value !== undefined;
}
