// Parses `pagination`: pages and offsets (docs/strapi/reading.md, "Pagination"), and our own keyset pagination.
import { AppError, validationError } from '../../base/errors.ts';
import type {
  KeysetPagination,
  OffsetPagination,
  Pagination,
  ParamObject,
  ParamValue,
} from '../params.ts';
import { parseCursor } from './cursor.ts';
import { hasValue, mixedPagination } from './range-errors.ts';
import { checkLimit, checkStart, checkStrictRange, rejectRootPage } from './root-range.ts';
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
  query: ParamObject,
  limits: PaginationLimits,
  strict = false,
): Pagination {
  if (!strict) rejectRootPage(query);
  const params = isObject(query['pagination']) ? query['pagination'] : {};
  const range = requestedRange(params, limits);
  if (strict) checkStrictRange(query, range);
  checkRange(range);
  const withCount = parseWithCount(params, limits);
  const keyset = parseKeyset(params);
  if (keyset) return { ...keyset, limit: range.limit, withCount };
  return { ...range, style: styleOf(params), withCount };
}

/** The style of `meta`: it depends on the keys that are present, even without a value. */
function styleOf(params: ParamObject): OffsetPagination['style'] {
  const isPaged = 'page' in params || 'pageSize' in params;
  return !isPaged && ('start' in params || 'limit' in params) ? 'offset' : 'page';
}

type Range = Omit<OffsetPagination, 'withCount' | 'style'>;

/** Parses `page`, `pageSize`, `start` and `limit` of a list. @throws PaginationError, ValidationError */
export function parseRange(params: ParamObject, limits: Limits): Range {
  const range = requestedRange(params, limits);
  checkRange(range);
  return range;
}

/** @throws PaginationError if pages and offsets are combined */
function requestedRange(params: ParamObject, limits: Limits): Range {
  const isOffset = hasValue(params['start']) || hasValue(params['limit']);
  if (isOffset && (hasValue(params['page']) || hasValue(params['pageSize']))) {
    throw mixedPagination();
  }
  return isOffset ? byOffset(params, limits) : byPage(params, limits);
}

/** Parses `after` and `before`; null if neither is given. @throws PaginationError, ValidationError */
function parseKeyset(
  params: ParamObject,
): Pick<KeysetPagination, 'style' | 'side' | 'cursor'> | null {
  const [side, other] = (['after', 'before'] as const).filter((name) => hasValue(params[name]));
  if (side === undefined) return null;
  if (other !== undefined) throw conflict("'after' and 'before'");
  if (hasValue(params['page'])) throw conflict(`'${side}' and 'page'`);
  if (hasValue(params['start'])) throw conflict(`'${side}' and 'start'`);
  const text = params[side];
  return { style: 'keyset', side, cursor: text === '' ? null : parseCursor(text, side) };
}

function conflict(names: string): AppError {
  return new AppError('PaginationError', `Cannot use both ${names} in the same query`);
}

function byPage(params: ParamObject, limits: Limits): Range {
  const page = Math.max(hasValue(params['page']) ? toNumber(params['page']) : 1, 1);
  const size = hasValue(params['pageSize']) ? toNumber(params['pageSize']) : defaultLimit(limits);
  const limit = clampLimit(size, limits);
  return { page, offset: (page - 1) * limit, limit };
}

type Limits = Omit<PaginationLimits, 'withCount'>;

function byOffset(params: ParamObject, limits: Limits): Range {
  const offset = 'start' in params ? Math.max(toNumber(params['start']), 0) : 0;
  const size = 'limit' in params ? limitOf(params['limit']) : defaultLimit(limits);
  const limit = clampLimit(size, limits);
  return { page: Math.floor(offset / limit) + 1, offset, limit };
}

/** As a number, -1 means no limit. As text it is not special. */
function limitOf(value: ParamValue | undefined): number {
  return value === -1 ? Number.MAX_SAFE_INTEGER : toNumber(value);
}

/** @throws ValidationError unless both are integers */
function checkRange({ offset, limit }: Range): void {
  checkStart(offset);
  checkLimit(limit);
}

function defaultLimit({ defaultLimit: size, maxLimit }: Limits): number {
  return maxLimit === null ? size : Math.min(size, maxLimit);
}

/** Clamps a limit to at least 1 and at most the maximum. NaN becomes the maximum if there is one. */
function clampLimit(size: number, { maxLimit }: Limits): number {
  if (Number.isNaN(size)) return maxLimit ?? size;
  const atLeastOne = Math.max(size, 1);
  return maxLimit === null ? atLeastOne : Math.min(atLeastOne, maxLimit);
}

function parseWithCount(params: ParamObject, limits: PaginationLimits): boolean {
  if (!('withCount' in params)) return limits.withCount;
  const flag = parseFlag(params['withCount']);
  if (flag === undefined) {
    throw validationError('Invalid withCount parameter. Expected "t","1","true","false","0","f"');
  }
  return flag;
}
