// Parameters of lists of administrators and roles (docs/strapi/administration.md, "Accounts").
import { AppError, validationError } from '../../base/errors.ts';
import {
  WHOLE_LIST,
  type FilterTree,
  type OffsetPagination,
  type Pagination,
  type QueryObject,
  type QueryValue,
  type SortTerm,
} from '../../query/params.ts';
import { isObject, printValue, toNumber } from '../../query/parse/values.ts';
import type { ContentType } from '../../schema/types.ts';

const PAGE_SIZE = 10;

/** Parses `page` and `pageSize`; `start` and `limit` are checked, but have no effect. @throws PaginationError, ValidationError */
export function parsePage(query: QueryObject): OffsetPagination {
  parseRange(query);
  const page = positive(query, 'page', 1);
  const limit = positive(query, 'pageSize', PAGE_SIZE);
  const offset = (page - 1) * limit;
  if (!Number.isSafeInteger(offset)) throw notPositive('convertStartQueryParams', offset);
  return { style: 'page', page, limit, offset, withCount: true };
}

/** Parses `start` and `limit`; `page` and `pageSize` are checked, but have no effect. @throws PaginationError, ValidationError */
export function parseRange(query: QueryObject): Pagination {
  const isIn = (name: string): boolean => query[name] !== undefined;
  if ((isIn('page') || isIn('pageSize')) && (isIn('start') || isIn('limit'))) {
    throw new AppError('PaginationError', MIXED);
  }
  positive(query, 'page', 1);
  positive(query, 'pageSize', PAGE_SIZE);
  const start = wholeNumber(query['start'], 'convertStartQueryParams');
  if (start < 0) throw notPositive('convertStartQueryParams', start);
  const limit = wholeNumber(query['limit'], 'convertLimitQueryParams');
  if (start === 0 && limit <= 0) return WHOLE_LIST;
  return {
    style: 'page',
    page: 1,
    limit: limit > 0 ? limit : UNLIMITED,
    offset: start,
    withCount: false,
  };
}

const MIXED =
  'Invalid pagination attributes. The page parameters are incorrect and must be in the pagination object';

const UNLIMITED = 2 ** 31 - 1;

function positive(query: QueryObject, name: 'page' | 'pageSize', usual: number): number {
  const value = query[name];
  if (value === undefined || value === null) return usual;
  const number = toNumber(value);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new AppError(
    'PaginationError',
    `Invalid '${name}' parameter. Expected an integer > 0, received: ${printValue(value)}`,
  );
}

function wholeNumber(value: QueryValue | undefined, source: string): number {
  const number = value === undefined || value === null || value === '' ? 0 : toNumber(value);
  if (!Number.isSafeInteger(number)) throw notPositive(source, number);
  return number;
}

function notPositive(source: string, number: number): AppError {
  return validationError(`${source} expected a positive integer got ${number}`);
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
export function knownFilters(queryable: Queryable, tree: FilterTree): FilterTree {
  const { type, queried } = queryable;
  const known = (inner: FilterTree): FilterTree => knownFilters(queryable, inner);
  if (tree.form === 'list') return { ...tree, items: tree.items.map(known) };
  if (tree.form === 'value') return tree;
  const keys = tree.keys.flatMap((each) => {
    if (each.kind !== 'name') return [{ ...each, value: known(each.value) }];
    const { key } = each;
    if (key === 'id' || key === 'documentId') return [each];
    if (!type.attributes.has(key)) return [];
    if (queried?.includes(key) === false) throw validationError(`Invalid key ${key}`);
    return [each];
  });
  return { ...tree, keys };
}

/** @throws ValidationError for an attribute that lists are not queried by */
export function assertPopulatable(
  { type, queried }: Queryable,
  populate: QueryValue | undefined,
): void {
  const hidden = namesIn(populate).find(
    (name) => type.attributes.has(name) && queried?.includes(name) === false,
  );
  if (hidden !== undefined) throw validationError(`Invalid key ${hidden}`);
}

/** The names that `populate` begins with, in whichever form it has. */
function namesIn(populate: QueryValue | undefined): readonly string[] {
  if (typeof populate === 'string') {
    return populate.split(',').map((name) => name.split('.')[0]?.trim() ?? '');
  }
  if (Array.isArray(populate)) return populate.flatMap((each: QueryValue) => namesIn(each));
  return isObject(populate ?? null) ? Object.keys(populate as QueryObject) : [];
}
