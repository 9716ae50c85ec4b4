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
import { mapKeys } from '../../query/plan/filter-tree.ts';
import { targetOf } from '../../query/plan/names.ts';
import type { Reader, TextQuery } from '../../query/read.ts';
import type { Registry } from '../../schema/registry.ts';
import type { Attribute, ContentType, Model } from '../../schema/types.ts';

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
  const root = { registry: reader.registry, model: type };
  const { populate, filters, ...query } = reader.parse(sent);
  assertSortable(type, query['sort']);
  assertOnePageStyle(query);
  // As in Strapi, both are checked, although only one of them has an effect.
  const range = rangeIn(query);
  const page = pageIn(query);
  const pagination = isPaged ? page : range;
  return {
    status: 'published',
    filters: isObject(filters) ? knownFilters(root, parseFilters(filters)) : null,
    sort: parseSort(query['sort']).filter(({ path }) => isOpenPath(root, path)),
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

/** A model whose attributes a query names. */
interface QueriedModel {
  readonly registry: Registry;
  readonly model: Model;
}

/**
 * Relations that filters and sort keys may use, at any depth: the caller may lack the permission to read the targets of
 * others, and the reader selects private attributes.
 */
const RELATIONS = new Set(['folder', 'parent', 'children', 'files']);

function isOpen({ kind, name }: Attribute): boolean {
  return kind !== 'relation' || RELATIONS.has(name);
}

/** Returns false for a path through another relation. The planner reports unknown names. */
function isOpenPath(root: QueriedModel, path: readonly string[]): boolean {
  let at: QueriedModel | null = root;
  for (const name of path) {
    const attribute = at?.model.attributes.get(name);
    if (!at || !attribute) return true;
    if (!isOpen(attribute)) return false;
    at = targetIn(at.registry, attribute);
  }
  return true;
}

function targetIn(registry: Registry, attribute: Attribute): QueriedModel | null {
  const uid = targetOf(attribute);
  return uid === null ? null : { registry, model: registry.model(uid) };
}

/** Removes unknown names, as Strapi does, and relations that filters may not use; null for a list. */
function knownFilters(root: QueriedModel, filters: FilterTree): FilterTree | null {
  if (filters.form !== 'keys') return null;
  const { attributes } = root.model;
  const isKnown = (name: string): boolean =>
    name === 'id' || name === 'documentId' || attributes.has(name);
  const known = mapKeys(filters, (each) => (isKnown(each.key) ? each : null));
  return openFilters(root, known);
}

/** Removes relations that filters may not use. The planner reports unknown names in others. */
function openFilters({ registry, model }: QueriedModel, filters: FilterTree): FilterTree {
  return mapKeys(filters, (each) => {
    const { kind, key, value } = each;
    const attribute = model.attributes.get(key);
    if (!attribute) return each;
    if (!isOpen(attribute)) return null;
    const target = targetIn(registry, attribute);
    return target ? { kind, key, value: openFilters(target, value) } : each;
  });
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
