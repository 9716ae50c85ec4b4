// Queries of lists of entries (docs/strapi/content-manager.md, "Lists").
import { validationError } from '../base/errors.ts';
import type { OffsetPagination, QueryObject, QueryValue, ReadParams } from '../query/params.ts';
import { parseFilters } from '../query/parse/filters.ts';
import { parseSort } from '../query/parse/sort.ts';
import { textOf, toNumber } from '../query/parse/values.ts';

/** Parses `filters`, `sort` and `_q`, as `ReadParams` has them. @throws ValidationError */
export function parseListQuery(
  query: QueryObject,
): Pick<ReadParams, 'filters' | 'sort'> & { readonly search: string | null } {
  const { filters } = query;
  const search = textOf(query['_q']);
  return {
    filters: filters === undefined ? null : parseFilters(filters),
    sort: parseSort(query['sort']),
    search: search === '' ? null : search,
  };
}

/** Parses `page` and `pageSize`, as Strapi casts them. @throws ValidationError */
export function parsePage({ page, pageSize }: QueryObject): OffsetPagination {
  const number = Math.max(1, countIn(page, 1));
  if (Number.isNaN(number)) {
    throw validationError('convertStartQueryParams expected a positive integer got NaN');
  }
  const size = countIn(pageSize, 10);
  const limit = Number.isNaN(size) ? PAGE_SIZE_OF_TEXT : Math.max(1, size);
  return { style: 'page', offset: (number - 1) * limit, limit, page: number, withCount: true };
}

/** What a page size that is no number counts as. */
const PAGE_SIZE_OF_TEXT = 1000;

function countIn(value: QueryValue | undefined, absent: number): number {
  if (value === undefined || value === '') return absent;
  const number = Math.trunc(toNumber(value));
  return Number.isSafeInteger(number) ? number : Number.NaN;
}

/** `pagination` of a list. */
export function paginationOf(
  { page, limit }: OffsetPagination,
  total: number,
): Readonly<Record<'page' | 'pageSize' | 'pageCount' | 'total', number>> {
  return { page, pageSize: limit, pageCount: Math.ceil(total / limit), total };
}
