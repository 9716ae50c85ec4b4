// Parses and checks `page`, `pageSize`, `start`, `limit` and `withCount` at the root of a query.
import { validationError, type AppError } from '../../base/errors.ts';
import { WHOLE_LIST, type OffsetPagination, type ParamObject, type ParamValue } from '../params.ts';
import { hasValue, invalidRange, isIntegerFrom, misplacedPage, pageParam } from './range-errors.ts';
import { printValue, toNumber } from './values.ts';

/** Checks the parameters of a read of one document. @throws PaginationError, ValidationError */
export function checkRootRange(query: ParamObject): void {
  checkRootPage(query);
  checkStart(toNumber(query['start']));
  const limit = toNumber(query['limit']);
  if (limit !== -1) checkLimit(limit);
}

/**
 * Parses `start` and `limit` of a list outside the content API: a missing limit, 0 and -1 mean none, and there is no
 * maximum (docs/strapi/accounts.md, "Users"; docs/strapi/media.md).
 * @throws PaginationError, ValidationError
 */
export function parseRootRange(query: ParamObject): OffsetPagination {
  checkRootPage(query);
  const offset = Math.max(rangeNumber(query, 'start'), 0);
  const size = rangeNumber(query, 'limit');
  const limit = size === 0 || size === -1 ? WHOLE_LIST.limit : size;
  const page = Math.floor(offset / limit) + 1;
  return { style: 'offset', offset, limit, page, withCount: false };
}

/** Returns the value of a parameter; 0 if it is missing. @throws ValidationError for an invalid number */
export function rangeNumber(query: ParamObject, name: 'start' | 'limit'): number {
  const number = toNumber(query[name]);
  if (isIntegerFrom(0, number) || (name === 'limit' && number === -1)) return number;
  throw invalidRange(name === 'start' ? 'Start' : 'Limit', number);
}

/** Checks `page` and `pageSize`, which have no effect. @throws PaginationError */
export function checkRootPage(query: ParamObject): void {
  if (isPaged(query) && hasValue(query['start'] ?? query['limit'])) throw misplacedPage();
  pageParam(query, 'page', 1);
  pageParam(query, 'pageSize', 1);
}

/** Rejects `page` and `pageSize` outside of `pagination`. @throws PaginationError */
export function rejectRootPage(query: ParamObject): void {
  if (isPaged(query)) throw misplacedPage();
}

/**
 * Checks the parameters with `api.documents.strictParams`, which treats an empty value as absent.
 * @param range The range of a list, which replaces plain `start` and `limit`
 * @throws ValidationError
 */
export function checkStrictRange(
  query: ParamObject,
  range?: { readonly offset: number; readonly limit: number },
): void {
  const hasOffset = range || isFilled(query['start']) || isFilled(query['limit']);
  if (hasOffset && (isFilled(query['page']) || isFilled(query['pageSize']))) {
    throw validationError(
      'Invalid pagination parameters. Cannot use both page-based (page, pageSize) and offset-based (start, limit) pagination in the same query.',
    );
  }
  checkStrictNumber(query, ['page', 'integer >= 1', 1]);
  checkStrictNumber(query, ['pageSize', 'integer >= 1', 1]);
  const offsets = range ? { start: String(range.offset), limit: String(range.limit) } : query;
  checkStrictNumber(offsets, ['start', 'integer >= 0', 0]);
  checkStrictNumber(offsets, ['limit', 'integer >= 1 or -1', 1]);
  const withCount = query['withCount'];
  if (isFilled(withCount) && withCount !== 'true' && withCount !== 'false') {
    throw invalidParameter('withCount', 'a boolean', typeof withCount);
  }
}

function checkStrictNumber(
  params: ParamObject,
  [name, expected, least]: readonly [name: string, expected: string, least: number],
): void {
  const value = params[name];
  if (!isFilled(value)) return;
  const number = toNumber(value);
  if (isIntegerFrom(least, number) || (name === 'limit' && number === -1)) return;
  throw invalidParameter(name, expected, printValue(value));
}

function invalidParameter(name: string, expected: string, received: string): AppError {
  return validationError(
    `Invalid parameter at '${name}'. Expected ${expected}, received: ${received}`,
  );
}

/** @throws ValidationError unless the offset is a non-negative integer */
export function checkStart(start: number): void {
  if (!isIntegerFrom(0, start)) throw invalidRange('Start', start);
}

/** @throws ValidationError unless the limit is a non-negative integer */
export function checkLimit(limit: number): void {
  if (!isIntegerFrom(0, limit)) throw invalidRange('Limit', limit);
}

function isPaged(query: ParamObject): boolean {
  return hasValue(query['page']) || hasValue(query['pageSize']);
}

function isFilled(value: ParamValue | undefined): value is ParamValue {
  return hasValue(value) && value !== '';
}
