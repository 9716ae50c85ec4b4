// Pagination: defaults, limits and the metadata of a page.
import { PaginationError } from './errors.ts';
import { isNil, omit } from './values.ts';

interface PaginationArgs {
  readonly [key: string]: unknown;
  readonly start?: number | null;
  readonly limit?: number | null;
  readonly page?: number | null;
  readonly pageSize?: number | null;
}

interface PaginationDefaults {
  readonly offset?: { readonly start?: number; readonly limit?: number };
  readonly page?: { readonly page?: number; readonly pageSize?: number };
}

interface PaginationLimits {
  readonly defaults?: PaginationDefaults;
  /** -1 for none. */
  readonly maxLimit?: number;
}

interface Range {
  readonly start: number;
  readonly limit: number;
}

/** Replaces the requested page with `start` and `limit`. @throws PaginationError if pages and offsets are combined */
export function withDefaultPagination(
  args: PaginationArgs,
  { defaults = {}, maxLimit = -1 }: PaginationLimits = {},
): Record<string, unknown> & Range {
  const offset = { start: 0, limit: 10, ...defaults.offset };
  const byPage = !isNil(args.page) || !isNil(args.pageSize);
  const byOffset = !isNil(args.start) || !isNil(args.limit);
  if (!byPage && !byOffset) return { ...args, ...bounded(offset, maxLimit) };
  if (byPage && byOffset) {
    throw new PaginationError('Cannot use both page & offset pagination in the same query');
  }
  const range = byPage
    ? pageRange(args, { page: 1, pageSize: 10, ...defaults.page }, maxLimit)
    : { start: args.start ?? offset.start, limit: args.limit ?? offset.limit };
  const limit = range.limit === -1 ? maxLimit : range.limit;
  const others = omit(args, ['start', 'limit', 'page', 'pageSize']);
  return { ...others, ...bounded({ start: range.start, limit }, maxLimit) };
}

function pageRange(
  args: PaginationArgs,
  defaults: { readonly page: number; readonly pageSize: number },
  maxLimit: number,
): Range {
  const page = args.page ?? defaults.page;
  const pageSize = isNil(args.pageSize) ? defaults.pageSize : Math.max(1, args.pageSize);
  const { limit } = bounded({ start: 0, limit: pageSize }, maxLimit);
  return { start: (page - 1) * limit, limit };
}

function bounded({ start, limit }: Range, maxLimit: number): Range {
  const atLeast = limit === -1 ? limit : Math.max(limit, 1);
  const most = maxLimit === -1 || atLeast < maxLimit ? atLeast : maxLimit;
  return { start: Math.max(start, 0), limit: most };
}

/** Metadata of a page: its number, its size and the totals. */
export function transformPagedPaginationInfo(
  info: PaginationArgs,
  total: number,
): Record<string, unknown> {
  if (!isNil(info.page)) {
    const pageSize = info.pageSize ?? total;
    return { page: info.page, pageSize, pageCount: pageCount(total, pageSize), total };
  }
  if (!isNil(info.start)) {
    const limit = info.limit ?? total;
    const page = Math.floor(info.start / limit) + 1;
    return { page, pageSize: limit, pageCount: pageCount(total, limit), total };
  }
  return { ...info, page: 1, pageSize: 10, pageCount: 1, total };
}

/** Metadata of a range: its start, its limit and the total. */
export function transformOffsetPaginationInfo(
  info: PaginationArgs,
  total: number,
): Record<string, unknown> {
  if (!isNil(info.page)) {
    const limit = info.pageSize ?? total;
    return { start: (info.page - 1) * limit, limit, total };
  }
  if (!isNil(info.start)) return { start: info.start, limit: info.limit ?? total, total };
  return { ...info, start: 0, limit: 10, total };
}

function pageCount(total: number, size: number): number {
  return size > 0 ? Math.ceil(total / size) : 0;
}
