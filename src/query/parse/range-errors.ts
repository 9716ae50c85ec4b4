// Errors of pages, offsets and limits, whose messages are those of Strapi.
import { AppError, validationError } from '../../base/errors.ts';
import type { ParamValue } from '../params.ts';
import { printValue, toNumber } from './values.ts';

/** Creates the error of an offset or limit. */
export function invalidRange(name: 'Start' | 'Limit', received: number): AppError {
  return validationError(`convert${name}QueryParams expected a positive integer got ${received}`);
}

/** Creates the error of `page` and `pageSize` outside of `pagination`. */
export function misplacedPage(): AppError {
  return new AppError(
    'PaginationError',
    'Invalid pagination attributes. The page parameters are incorrect and must be in the pagination object',
  );
}

/** Creates the error of a query with both a page and an offset. */
export function mixedPagination(): AppError {
  return new AppError(
    'PaginationError',
    'Cannot use both page & offset pagination in the same query',
  );
}

interface PageParams {
  readonly page?: ParamValue | undefined;
  readonly pageSize?: ParamValue | undefined;
}

/** Returns `page` or `pageSize`. @param absent The value of a missing one @throws PaginationError */
export function pageParam(query: PageParams, name: keyof PageParams, absent: number): number {
  const value = query[name];
  if (!hasValue(value)) return absent;
  const number = toNumber(value);
  if (isIntegerFrom(1, number)) return number;
  throw new AppError(
    'PaginationError',
    `Invalid '${name}' parameter. Expected an integer > 0, received: ${printValue(value)}`,
  );
}

/** Returns true for an integer that is not less than a number, and that is exact. */
export function isIntegerFrom(least: number, value: number): boolean {
  return Number.isSafeInteger(value) && value >= least;
}

/** Returns true if a parameter has a value. A parameter without `=` has none. */
export function hasValue(value: ParamValue | undefined): value is Exclude<ParamValue, null> {
  return value !== undefined && value !== null;
}
