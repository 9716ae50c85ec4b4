// Checks of the plain `page`, `pageSize`, `start`, `limit` and `withCount` of a query, none of which changes an answer.
import { AppError, validationError } from '../../base/errors.ts';
import type { QueryObject, QueryValue } from '../params.ts';
import { shown, toNumber } from './values.ts';

/** Checks them on a read of one document. @throws PaginationError, ValidationError */
export function checkRootRange(query: QueryObject): void {
  if (isPaged(query) && isGiven(query['start'] ?? query['limit'])) throw misplacedPage();
  for (const name of ['page', 'pageSize']) {
    const value = query[name];
    if (isGiven(value) && !isIntegerFrom(1, toNumber(value))) {
      throw paginationError(
        `Invalid '${name}' parameter. Expected an integer > 0, received: ${shown(value)}`,
      );
    }
  }
  checkStart(toNumber(query['start']));
  const limit = toNumber(query['limit']);
  if (limit !== -1) checkLimit(limit);
}

/** Plain pages beside a list's `pagination`. @throws PaginationError */
export function refuseRootPage(query: QueryObject): void {
  if (isPaged(query)) throw misplacedPage();
}

/**
 * The same checks with `api.documents.strictParams`, where an empty value counts as none.
 * @param range The range of a list, which replaces plain `start` and `limit`
 * @throws ValidationError
 */
export function checkStrictRange(
  query: QueryObject,
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
    throw badParameter('withCount', 'a boolean', typeof withCount);
  }
}

function checkStrictNumber(
  given: QueryObject,
  [name, expected, least]: readonly [name: string, expected: string, least: number],
): void {
  const value = given[name];
  if (!isFilled(value)) return;
  const number = toNumber(value);
  if (isIntegerFrom(least, number) || (name === 'limit' && number === -1)) return;
  throw badParameter(name, expected, shown(value));
}

function badParameter(name: string, expected: string, received: string): AppError {
  return validationError(
    `Invalid parameter at '${name}'. Expected ${expected}, received: ${received}`,
  );
}

/** @throws ValidationError for a first row that is none */
export function checkStart(start: number): void {
  if (!isIntegerFrom(0, start)) throw notPositive('Start', start);
}

/** @throws ValidationError for a number of rows that is none */
export function checkLimit(limit: number): void {
  if (!isIntegerFrom(0, limit)) throw notPositive('Limit', limit);
}

function notPositive(name: 'Start' | 'Limit', value: number): AppError {
  return validationError(
    `convert${name}QueryParams expected a positive integer got ${String(value)}`,
  );
}

function isIntegerFrom(least: number, value: number): boolean {
  return Number.isSafeInteger(value) && value >= least;
}

function isPaged(query: QueryObject): boolean {
  return isGiven(query['page']) || isGiven(query['pageSize']);
}

/** A parameter without `=` counts as absent. */
export function isGiven(value: QueryValue | undefined): boolean {
  return value !== undefined && value !== null;
}

function isFilled(value: QueryValue | undefined): value is QueryValue {
  return isGiven(value) && value !== '';
}

function misplacedPage(): AppError {
  return paginationError(
    'Invalid pagination attributes. The page parameters are incorrect and must be in the pagination object',
  );
}

function paginationError(message: string): AppError {
  return new AppError('PaginationError', message);
}
