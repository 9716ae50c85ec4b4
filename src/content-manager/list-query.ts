// Queries of lists of entries (docs/strapi/content-manager.md, "Lists").
import { AppError, validationError } from '../base/errors.ts';
import type {
  FieldNames,
  FilterTree,
  OffsetPagination,
  QueryObject,
  QueryValue,
  ReadParams,
  SortTerm,
} from '../query/params.ts';
import { parseFilters } from '../query/parse/filters.ts';
import { invalidRange, mixedPagination } from '../query/parse/range-errors.ts';
import { parseSort } from '../query/parse/sort.ts';
import { textOf, toNumber, parseFields } from '../query/parse/values.ts';
import type { ContentType } from '../schema/types.ts';

/** The filters of a list. */
interface ListFilters {
  readonly filters: FilterTree | null;
  /** True if the list is limited to a status. */
  readonly isLimited: boolean;
}

/** Parses `filters`, `sort` and `_q` to parts of `ReadParams`. @param given Parsed filters @throws ValidationError */
export function parseListQuery(
  query: QueryObject,
  type: ContentType,
  given?: ListFilters,
): Pick<ReadParams, 'filters' | 'sort'> & { readonly search: string | null } {
  const { filters, isLimited } = given ?? plainFilters(query);
  const search = textOf(query['_q']);
  return {
    filters: filters && withinLocale(filters),
    sort: withStatus(parseSort(query['sort']), type, isLimited),
    search: search === '' ? null : search,
  };
}

function plainFilters(query: QueryObject): ListFilters {
  const { filters } = query;
  return {
    filters: filters === undefined ? null : parseFilters(filters),
    isLimited: isLimitedToStatus(query),
  };
}

/** Nests a filter on `locale`, so that it restricts the requested locale; at the root it would replace it. */
function withinLocale(filters: FilterTree): FilterTree {
  if (filters.form !== 'keys') return filters;
  const value: FilterTree = { form: 'list', items: [filters], index: '0' };
  return { form: 'keys', keys: [{ kind: 'and', key: '$and', value }] };
}

/**
 * Moves `status`, which is not an attribute, to the end of the sort keys. With an order, it has no effect in lists that
 * are limited to a status.
 */
function withStatus(
  sort: readonly SortTerm[],
  { draftAndPublish }: ContentType,
  isLimited: boolean,
): readonly SortTerm[] {
  const isStatus = ({ path }: SortTerm): boolean => path.length === 1 && path[0] === 'status';
  const isOrdered = ({ explicit, direction }: SortTerm): boolean =>
    explicit !== null && (direction === 'asc' || direction === 'desc');
  const others = sort.filter((term) => !isStatus(term));
  const [ordered = null] = sort.filter((term) => isStatus(term) && isOrdered(term));
  const plain = sort.filter((term) => isStatus(term) && !isOrdered(term));
  if (!draftAndPublish) return [...others, ...plain];
  const terms = ordered && !isLimited ? [...plain, ordered] : plain;
  return [...others, ...terms.map((term) => ({ ...term, byStatus: true as const }))];
}

/** True for a query with a parameter that limits lists to a status. */
export function isLimitedToStatus(query: QueryObject): boolean {
  return LIMITING.some((name) => query[name] !== undefined);
}

const LIMITING = ['status', 'hasPublishedVersion', 'publicationStatusFilter'] as const;

/** Parses `page` and `pageSize`, or `start` and `limit`, as Strapi casts them. @throws ValidationError, PaginationError */
export function parsePage(query: QueryObject): OffsetPagination {
  const { page, pageSize, start, limit } = query;
  if (start !== undefined || limit !== undefined) {
    if (page !== undefined || pageSize !== undefined) {
      throw mixedPagination();
    }
    const offset = parseStart(start);
    const size = sizeIn(limit === '' ? '0' : limit);
    return inPages(offset, size, Math.floor(offset / size) + 1);
  }
  const number = Math.max(1, countIn(page, 1));
  if (Number.isNaN(number)) throw invalidRange('Start', Number.NaN);
  const size = sizeIn(pageSize);
  const offset = (number - 1) * size;
  if (!Number.isSafeInteger(offset)) throw invalidRange('Start', offset);
  return inPages(offset, size, number);
}

function inPages(offset: number, limit: number, page: number): OffsetPagination {
  return { style: 'page', offset, limit, page, withCount: true };
}

function parseStart(start: QueryValue | undefined): number {
  const number = toNumber(start ?? '');
  if (!Number.isSafeInteger(number)) throw invalidRange('Start', number);
  return Math.max(0, number);
}

function sizeIn(value: QueryValue | undefined): number {
  const size = countIn(value, 10);
  return Number.isNaN(size) ? PAGE_SIZE_OF_TEXT : Math.max(1, size);
}

/** Page size in place of an invalid one. */
const PAGE_SIZE_OF_TEXT = 1000;

function countIn(value: QueryValue | undefined, absent: number): number {
  if (value === undefined || value === '') return absent;
  const number = Math.trunc(toNumber(value));
  return Number.isSafeInteger(number) ? number : Number.NaN;
}

export function listPagination(
  { page, limit }: OffsetPagination,
  total: number,
): Readonly<Record<'page' | 'pageSize' | 'pageCount' | 'total', number>> {
  return { page, pageSize: limit, pageCount: Math.ceil(total / limit), total };
}

/** Parses `fields`. @throws ValidationError for an unknown attribute */
export function parseListFields({ attributes }: ContentType, { fields }: QueryObject): FieldNames {
  const names = parseFields(fields);
  if (names === 'all') return names;
  const unknown = names.find((name) => !OPEN.has(name) && !attributes.has(name));
  if (unknown === undefined) return names;
  throw validationError(`Invalid key ${unknown}`, { key: unknown, path: null });
}

const OPEN: ReadonlySet<string> = new Set(['', '*', 'id', 'documentId']);

/** Removes the parameter from the error of a list. */
export function withoutSource(error: unknown): never {
  if (!(error instanceof AppError) || error.details?.['source'] !== 'query') throw error;
  const { key = null, path = null } = error.details;
  throw new AppError(error.name, error.message, { details: { key, path } });
}
