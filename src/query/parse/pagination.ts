// Parser of `pagination`: pages or offsets, their limits and their oddities (docs/strapi/reading.md, "Pagination"),
// and of our own beside them: parts next to a row.
import { AppError, validationError } from '../../base/errors.ts';
import type { KeysetPagination, OffsetPagination, Pagination, QueryObject } from '../params.ts';
import { parseCursor } from './cursor.ts';
import { checkLimit, checkStart, checkStrictRange, isGiven, refuseRootPage } from './root-range.ts';
import { isObject, parseFlag, toNumber } from './values.ts';

/** `api.rest` of the project's config. `maxLimit` null: no limit. */
export interface PaginationLimits {
  readonly defaultLimit: number;
  readonly maxLimit: number | null;
  readonly withCount: boolean;
}

/**
 * Parses the pagination of a list.
 * @param strict `api.documents.strictParams`
 * @throws PaginationError, ValidationError
 */
export function parsePagination(
  query: QueryObject,
  limits: PaginationLimits,
  strict = false,
): Pagination {
  if (!strict) refuseRootPage(query);
  const given = isObject(query['pagination']) ? query['pagination'] : {};
  const isOffset = isGiven(given['start']) || isGiven(given['limit']);
  if (isOffset && (isGiven(given['page']) || isGiven(given['pageSize']))) {
    throw new AppError(
      'PaginationError',
      'Cannot use both page & offset pagination in the same query',
    );
  }
  const range = isOffset ? byOffset(given, limits) : byPage(given, limits);
  if (strict) checkStrictRange(query, range);
  checkRange(range);
  const withCount = parseWithCount(given, limits);
  const place = parsePlace(given);
  if (place) return { ...place, limit: range.limit, withCount };
  return { ...range, style: styleOf(given), withCount };
}

/** Which keys are there says what `meta` shows, with a value or not. */
function styleOf(given: QueryObject): OffsetPagination['style'] {
  const isPaged = 'page' in given || 'pageSize' in given;
  return !isPaged && ('start' in given || 'limit' in given) ? 'offset' : 'page';
}

type Range = Omit<OffsetPagination, 'withCount' | 'style'>;

/** `after` and `before`; null: neither is given. @throws PaginationError, ValidationError */
function parsePlace(
  given: QueryObject,
): Pick<KeysetPagination, 'style' | 'side' | 'cursor'> | null {
  const [side, other] = (['after', 'before'] as const).filter((name) => isGiven(given[name]));
  if (side === undefined) return null;
  if (other !== undefined) throw clash("'after' and 'before'");
  if (isGiven(given['page'])) throw clash(`'${side}' and 'page'`);
  if (isGiven(given['start'])) throw clash(`'${side}' and 'start'`);
  const text = given[side];
  return { style: 'keyset', side, cursor: text === '' ? null : parseCursor(text, side) };
}

function clash(names: string): AppError {
  return new AppError('PaginationError', `Cannot use both ${names} in the same query`);
}

/** Parses plain `start` and `limit`, as the upload routes take them: no page, no maximum. @throws ValidationError */
export function parseRootRange(query: QueryObject): OffsetPagination {
  const unlimited = { defaultLimit: Number.MAX_SAFE_INTEGER, maxLimit: null };
  const range = byOffset(query, unlimited);
  checkRange(range);
  return { ...range, style: 'offset', withCount: false };
}

function byPage(given: QueryObject, limits: Limits): Range {
  const page = Math.max(isGiven(given['page']) ? toNumber(given['page']) : 1, 1);
  const size = isGiven(given['pageSize']) ? toNumber(given['pageSize']) : defaultLimit(limits);
  const limit = clampLimit(size, limits);
  return { page, offset: (page - 1) * limit, limit };
}

type Limits = Omit<PaginationLimits, 'withCount'>;

function byOffset(given: QueryObject, limits: Limits): Range {
  const offset = 'start' in given ? Math.max(toNumber(given['start']), 0) : 0;
  const size = 'limit' in given ? toNumber(given['limit']) : defaultLimit(limits);
  const limit = clampLimit(size, limits);
  return { page: Math.floor(offset / limit) + 1, offset, limit };
}

/** @throws ValidationError for numbers that are none, or not whole */
function checkRange({ offset, limit }: Range): void {
  checkStart(offset);
  checkLimit(limit);
}

function defaultLimit({ defaultLimit: size, maxLimit }: Limits): number {
  return maxLimit === null ? size : Math.min(size, maxLimit);
}

/** At least 1 and at most the maximum; not a number becomes the maximum where there is one. */
function clampLimit(size: number, { maxLimit }: Limits): number {
  if (Number.isNaN(size)) return maxLimit ?? size;
  const atLeastOne = Math.max(size, 1);
  return maxLimit === null ? atLeastOne : Math.min(atLeastOne, maxLimit);
}

function parseWithCount(given: QueryObject, limits: PaginationLimits): boolean {
  if (!('withCount' in given)) return limits.withCount;
  const flag = parseFlag(given['withCount']);
  if (flag === undefined) {
    throw validationError('Invalid withCount parameter. Expected "t","1","true","false","0","f"');
  }
  return flag;
}
