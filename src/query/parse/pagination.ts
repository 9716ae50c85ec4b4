// In charge of `pagination`: pages or offsets, their limits and their oddities (spec/read.md section 9), and of our own
// beside them: parts next to a row.
import { AppError, validationError } from '../../base/errors.ts';
import type {
  KeysetPagination,
  OffsetPagination,
  Pagination,
  QueryObject,
  QueryValue,
} from '../params.ts';
import { parseCursor } from './cursor.ts';
import { isObject, parseFlag, shown } from './values.ts';

/** `api.rest` of the project's config. `maxLimit` null: no limit. */
export interface PaginationLimits {
  readonly defaultLimit: number;
  readonly maxLimit: number | null;
  readonly withCount: boolean;
}

/** Parses the pagination of a list. @throws PaginationError, ValidationError */
export function parsePagination(query: QueryObject, limits: PaginationLimits): Pagination {
  if (isGiven(query['page']) || isGiven(query['pageSize'])) {
    throw new AppError(
      'PaginationError',
      'Invalid pagination attributes. The page parameters are incorrect and must be in the pagination object',
    );
  }
  const given = isObject(query['pagination']) ? query['pagination'] : {};
  const paged = isGiven(given['page']) || isGiven(given['pageSize']);
  if (paged && (isGiven(given['start']) || isGiven(given['limit']))) {
    throw new AppError(
      'PaginationError',
      'Cannot use both page & offset pagination in the same query',
    );
  }
  const range =
    !paged && ('start' in given || 'limit' in given)
      ? byOffset(given, limits)
      : byPage(given, limits);
  const withCount = parseWithCount(given, limits);
  const place = parsePlace(given);
  return place ? { ...place, limit: range.limit, withCount } : { ...range, withCount };
}

type Range = Omit<OffsetPagination, 'withCount'>;

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
  return { ...byOffset(query, unlimited), withCount: false };
}

/** A page or page size without `=` counts as absent. */
function isGiven(value: QueryValue | undefined): boolean {
  return value !== undefined && value !== null;
}

function byPage(given: QueryObject, limits: Limits): Range {
  const page = Math.max(isGiven(given['page']) ? toNumber(given['page']) : 1, 1);
  const size = isGiven(given['pageSize']) ? toNumber(given['pageSize']) : defaultLimit(limits);
  const limit = clampLimit(size, limits);
  if (Number.isNaN(limit)) throw positive('Start', Number.NaN);
  const start = (page - 1) * limit;
  return {
    style: 'page',
    page,
    offset: checked('Start', start),
    limit: checked('Limit', limit),
  };
}

type Limits = Omit<PaginationLimits, 'withCount'>;

function byOffset(given: QueryObject, limits: Limits): Range {
  const start = 'start' in given ? Math.max(toNumber(given['start']), 0) : 0;
  const size = 'limit' in given ? toNumber(given['limit']) : defaultLimit(limits);
  const offset = checked('Start', start);
  return { style: 'offset', page: 1, offset, limit: checked('Limit', clampLimit(size, limits)) };
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

/** As JavaScript casts: `1e1`, `0x3`, ` 3`, `''` and null (0), a list of one. */
function toNumber(value: QueryValue | undefined): number {
  return isObject(value) ? Number.NaN : Number(shown(value ?? ''));
}

function checked(name: 'Start' | 'Limit', value: number): number {
  if (Number.isSafeInteger(value)) return value;
  throw positive(name, value);
}

function positive(name: 'Start' | 'Limit', value: number): AppError {
  return validationError(
    `convert${name}QueryParams expected a positive integer got ${String(value)}`,
  );
}

function parseWithCount(given: QueryObject, limits: PaginationLimits): boolean {
  if (!('withCount' in given)) return limits.withCount;
  const flag = parseFlag(given['withCount']);
  if (flag === undefined) {
    throw validationError('Invalid withCount parameter. Expected "t","1","true","false","0","f"');
  }
  return flag;
}
