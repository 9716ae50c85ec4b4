// Parameters of lists of administrators and roles (docs/strapi/administration.md, "Accounts").
import { validationError } from '../../base/errors.ts';
import {
  WHOLE_LIST,
  type FilterTree,
  type OffsetPagination,
  type Pagination,
  type Populate,
  type QueryObject,
  type QueryValue,
  type SortTerm,
} from '../../query/params.ts';
import { mapKeys } from '../../query/plan/filter-tree.ts';
import { invalidRange, misplacedPage, pageParam } from '../../query/parse/range-errors.ts';
import { toNumber } from '../../query/parse/values.ts';
import type { ContentType } from '../../schema/types.ts';

const PAGE_SIZE = 10;

/** Parses `page` and `pageSize`; `start` and `limit` are checked, but have no effect. @throws PaginationError, ValidationError */
export function parseAdminPage(query: QueryObject): OffsetPagination {
  parseAdminRange(query);
  const page = pageParam(query, 'page', 1);
  const limit = pageParam(query, 'pageSize', PAGE_SIZE);
  const offset = (page - 1) * limit;
  if (!Number.isSafeInteger(offset)) throw invalidRange('Start', offset);
  return { style: 'page', page, limit, offset, withCount: true };
}

/** Parses `start` and `limit`; `page` and `pageSize` are checked, but have no effect. @throws PaginationError, ValidationError */
export function parseAdminRange(query: QueryObject): Pagination {
  const isIn = (name: string): boolean => query[name] !== undefined;
  if ((isIn('page') || isIn('pageSize')) && (isIn('start') || isIn('limit'))) {
    throw misplacedPage();
  }
  pageParam(query, 'page', 1);
  pageParam(query, 'pageSize', PAGE_SIZE);
  const start = wholeNumber(query['start'], 'Start');
  if (start < 0) throw invalidRange('Start', start);
  const limit = wholeNumber(query['limit'], 'Limit');
  if (start === 0 && limit <= 0) return WHOLE_LIST;
  return {
    style: 'page',
    page: 1,
    limit: limit > 0 ? limit : UNLIMITED,
    offset: start,
    withCount: false,
  };
}

const UNLIMITED = 2 ** 31 - 1;

function wholeNumber(value: QueryValue | undefined, name: 'Start' | 'Limit'): number {
  const number = value === undefined || value === null || value === '' ? 0 : toNumber(value);
  if (!Number.isSafeInteger(number)) throw invalidRange(name, number);
  return number;
}

/** What a list can be sorted and filtered by. @param queried Names of attributes; null for all */
export interface Queryable {
  readonly type: ContentType;
  readonly queried: readonly string[] | null;
}

/** @throws ValidationError for a key that is not an attribute, or not one that lists are sorted by */
export function assertSortable({ type, queried }: Queryable, sort: readonly SortTerm[]): void {
  for (const { path } of sort) {
    const [name = ''] = path;
    const isKnown = type.attributes.has(name) && (queried?.includes(name) ?? true);
    if (!isKnown && name !== '') throw validationError(`Invalid key ${name}`);
  }
}

/**
 * Filters without names that the type does not have: these lists ignore them.
 * @throws ValidationError for an attribute that lists are not filtered by
 */
export function knownFilters({ type, queried }: Queryable, filters: FilterTree): FilterTree {
  return mapKeys(filters, (each) => {
    const { kind, key } = each;
    if (kind === 'operator' || key === 'id' || key === 'documentId') return each;
    if (!type.attributes.has(key)) return null;
    if (queried?.includes(key) === false) throw validationError(`Invalid key ${key}`);
    return each;
  });
}

/** @throws ValidationError for an attribute that lists are not queried by */
export function assertPopulatable({ type, queried }: Queryable, populate: Populate): void {
  const hidden = namesIn(populate).find(
    (name) => type.attributes.has(name) && queried?.includes(name) === false,
  );
  if (hidden !== undefined) throw validationError(`Invalid key ${hidden}`);
}

/** The names that `populate` begins with. */
function namesIn(populate: Populate): readonly string[] {
  if (populate.form === 'paths') return populate.paths.map(([name = '']) => name);
  return populate.form === 'object' ? populate.entries.map(({ name }) => name) : [];
}
