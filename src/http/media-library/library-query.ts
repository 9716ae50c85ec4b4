// Parses queries for files and folders with the parameters of the panel (docs/strapi/media.md, "Lists").
import { AppError, validationError } from '../../base/errors.ts';
import { deferErrors } from '../../query/deferred.ts';
import {
  populateWith,
  type FilterTree,
  type OffsetPagination,
  type Populate,
  type PopulateValue,
  type QueryObject,
  type QueryValue,
  type ReadParams,
} from '../../query/params.ts';
import { parseSearch } from '../../query/parse.ts';
import { parseFilters } from '../../query/parse/filters.ts';
import { checkStart } from '../../query/parse/root-range.ts';
import { parseSort } from '../../query/parse/sort.ts';
import {
  isObject,
  listItems,
  parseFields,
  printValue,
  textOf,
  toNumber,
} from '../../query/parse/values.ts';
import { keepKeys } from '../../query/plan/filter-tree.ts';
import type { Reader, TextQuery } from '../../query/read.ts';
import type { ContentType } from '../../schema/types.ts';

export type PopulatedAttribute = readonly [name: string, value: PopulateValue];

interface ListOptions {
  readonly type: ContentType;
  /** Default population. */
  readonly populate: readonly PopulatedAttribute[];
  /** Names that the query can populate. */
  readonly populatable: readonly string[];
  /** If true, the list has pages. */
  readonly isPaged: boolean;
}

const PAGE_SIZE = 10;
/** Maximum number of files per page. */
const MAX_PAGE_SIZE = 1000;

/** Parses the query of a list. @throws ValidationError, PaginationError */
export function listParams(reader: Reader, sent: TextQuery, options: ListOptions): ReadParams {
  const { type, isPaged } = options;
  const { populate, filters, ...query } = reader.parse(sent);
  assertSortable(type, query['sort']);
  assertOnePageStyle(query);
  // As in Strapi, both are checked, although only one of them has an effect.
  const range = rangeIn(query);
  const page = pageIn(query);
  const pagination = isPaged ? page : range;
  return {
    status: 'published',
    filters: isObject(filters) ? knownFilters(type, parseFilters(filters)) : null,
    sort: parseSort(query['sort']),
    fields: parseFields(query['fields']),
    populate: chosenPopulate(populate, options),
    rows: deferErrors(() => {
      checkStart(pagination.offset);
      const search = parseSearch(textOf(query['_q']));
      return { pagination, locale: { kind: 'default' }, search, publicationFilter: null };
    }),
  };
}

/** Returns the page of a list. @throws PaginationError */
function pageIn(query: QueryObject): OffsetPagination {
  const page = pageNumber(query, 'page', 1);
  const limit = Math.min(pageNumber(query, 'pageSize', PAGE_SIZE), MAX_PAGE_SIZE);
  return { style: 'page', offset: (page - 1) * limit, limit, page, withCount: true };
}

/** Large enough for all folders on one page. */
const MAX_FOLDERS = 2 ** 31 - 1;

/**
 * Returns `start` and `limit` of a list without pages; as in Strapi, a limit of -1 or 0 means all.
 * @throws ValidationError
 */
function rangeIn({ start = '0', limit: size = '-1' }: QueryObject): OffsetPagination {
  const first = countOf('Start', start);
  const most = countOf('Limit', size);
  if (first < 0) throw notCounted('Start', first);
  if (most < -1) throw notCounted('Limit', most);
  const limit = most < 1 ? MAX_FOLDERS : most;
  const page = Math.floor(first / limit) + 1;
  return { style: 'offset', offset: first, limit, page, withCount: false };
}

function countOf(name: string, value: QueryValue): number {
  const number = toNumber(value);
  if (Number.isSafeInteger(number) && number <= MAX_FOLDERS) return number;
  throw notCounted(name, number);
}

function notCounted(name: string, number: number): AppError {
  return validationError(`convert${name}QueryParams expected a positive integer got ${number}`);
}

/** @throws PaginationError for pages together with `start` or `limit`, which alone have no effect */
function assertOnePageStyle(query: QueryObject): void {
  const isIn = (name: string): boolean => query[name] !== undefined;
  if (!(isIn('page') || isIn('pageSize')) || !(isIn('start') || isIn('limit'))) return;
  throw new AppError(
    'PaginationError',
    'Invalid pagination attributes. The page parameters are incorrect and must be in the pagination object',
  );
}

/** @throws PaginationError for values that are not positive numbers */
function pageNumber(query: QueryObject, name: 'page' | 'pageSize', fallback: number): number {
  const value = query[name];
  if (value === undefined || value === null) return fallback;
  const number = typeof value === 'string' ? Number(value) : Number.NaN;
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new AppError(
    'PaginationError',
    `Invalid '${name}' parameter. Expected an integer > 0, received: ${printValue(value)}`,
  );
}

/** As in Strapi, only attributes can be sort keys, not the id. @throws ValidationError */
function assertSortable(type: ContentType, sort: QueryValue | undefined): void {
  for (const name of sortedNames(sort)) {
    const [first = '', inner] = name.split('.');
    const attribute = type.attributes.get(first);
    if (!attribute || (attribute.kind !== 'scalar' && inner === undefined)) {
      throw validationError(`Invalid key ${name}`);
    }
  }
}

function sortedNames(sort: QueryValue | undefined): readonly string[] {
  if (typeof sort === 'string') {
    return sort
      .split(',')
      .map((term) => term.split(':')[0]?.trim() ?? '')
      .filter(Boolean);
  }
  if (Array.isArray(sort)) return sort.flatMap((each: QueryValue) => sortedNames(each));
  return isObject(sort) ? Object.keys(sort) : [];
}

/** Relations that filters may use: the caller may lack the permission to read the targets of others. */
const RELATIONS = new Set(['folder', 'parent', 'children', 'files']);

/** Removes unknown names, as Strapi does; null for a list. */
function knownFilters(type: ContentType, filters: FilterTree): FilterTree | null {
  return filters.form === 'keys' ? keepKeys(filters, ({ key }) => isFiltered(type, key)) : null;
}

function isFiltered({ attributes }: ContentType, name: string): boolean {
  if (name === 'id') return true;
  const attribute = attributes.get(name);
  if (!attribute) return name === 'documentId';
  return attribute.kind !== 'relation' || RELATIONS.has(name);
}

/** Returns the population. For folders, an object extends the default, and any other value replaces it. */
function chosenPopulate(populate: QueryValue | undefined, options: ListOptions): Populate {
  if (populate === undefined) return populateWith(options.populate);
  const chosen = populated(populate, options.populatable);
  const isAdded = !options.isPaged && isObject(populate) && listItems(populate) === null;
  return populateWith(isAdded ? [...new Map([...options.populate, ...chosen])] : chosen);
}

/** Returns the names in any form of `populate` that can be populated. */
function populated(populate: QueryValue, names: readonly string[]): readonly PopulatedAttribute[] {
  const given = namesIn(populate);
  const chosen = given.includes('*') ? names : names.filter((name) => given.includes(name));
  return chosen.map((name) => [name, { form: 'flag', flag: true }]);
}

function namesIn(populate: QueryValue): readonly string[] {
  if (typeof populate === 'string')
    return populate.split(',').map((name) => name.split('.')[0]?.trim() ?? '');
  if (Array.isArray(populate)) return populate.flatMap((each: QueryValue) => namesIn(each));
  if (!isObject(populate)) return [];
  return Object.keys(populate).flatMap((key) =>
    /^\d+$/.test(key) ? namesIn(populate[key] ?? null) : [key],
  );
}
