// State of a list in the address: filters, sort order, columns and page.
import { parseAddress, printAddress } from '../base/address.ts';
import { stringsOf } from '../base/json.ts';

/** Filter operators of the REST API. */
export const OPERATORS = [
  '$eq',
  '$ne',
  '$contains',
  '$notContains',
  '$startsWith',
  '$gt',
  '$gte',
  '$lt',
  '$lte',
  '$null',
  '$notNull',
] as const;

/** An operator of a filter. */
export type Operator = (typeof OPERATORS)[number];

/** Returns true if an operator has no value. */
export function isUnary(operator: Operator): boolean {
  return operator === '$null' || operator === '$notNull';
}

/** A filter on a field. */
export interface ListFilter {
  readonly field: string;
  readonly operator: Operator;
  readonly value: string;
}

/** State of a list. Null for the configured default. */
export interface ListState {
  readonly search: string;
  readonly page: number;
  readonly pageSize: number | null;
  /** For example `title:ASC`. */
  readonly sort: string | null;
  readonly filters: readonly ListFilter[];
  readonly columns: readonly string[] | null;
  readonly locale: string | null;
}

/** Changes a part of the state. Unless the page is part of it, the list returns to the first page. */
export type ChangeList = (part: Partial<ListState>) => void;

/** Query parameters of an address. */
export type AddressQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Available page sizes. */
export const PAGE_SIZES: readonly number[] = [10, 25, 50, 100];

/** Parses the query of an address; unknown values are ignored. */
export function parseListState(query: AddressQuery): ListState {
  const page = Number(first(query['page']));
  const pageSize = Number(first(query['pageSize']));
  return {
    search: first(query['_q']) ?? '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
    pageSize: PAGE_SIZES.includes(pageSize) ? pageSize : null,
    sort: first(query['sort']) ?? null,
    filters: listOf(query['filter']).flatMap(parseFilter),
    columns:
      query['columns'] === undefined
        ? null
        : (first(query['columns']) ?? '').split(',').filter(Boolean),
    locale: first(query['locale']) ?? null,
  };
}

/** Serializes a state without defaults, to keep addresses short. */
export function listQuery(state: ListState): AddressQuery {
  return {
    ...(state.search === '' ? {} : { _q: state.search }),
    ...(state.page === 1 ? {} : { page: String(state.page) }),
    ...(state.pageSize === null ? {} : { pageSize: String(state.pageSize) }),
    ...(state.sort === null ? {} : { sort: state.sort }),
    ...(state.filters.length === 0 ? {} : { filter: state.filters.map(printFilter) }),
    ...(state.columns === null ? {} : { columns: state.columns.join(',') }),
    ...(state.locale === null ? {} : { locale: state.locale }),
  };
}

/** Returns the query of a saved view: the state without page and locale. */
export function viewQuery(state: Omit<ListState, 'locale'>): string {
  return printAddress(listQuery({ ...state, page: 1, locale: null })).slice(1);
}

/** Parses the query of a saved view, which applies to any locale. */
export function parseView(query: string): Omit<ListState, 'locale'> {
  const { locale: _, ...state } = parseListState(parseAddress(query));
  return state;
}

/** Returns the query for the server. */
export function requestQuery(
  state: ListState,
  defaults: { readonly pageSize: number; readonly sort: string },
): Readonly<Record<string, string | number | null>> {
  const filters = state.filters.map(({ field, operator, value }, index) => {
    const isNull = operator === '$null' || operator === '$notNull';
    // For example `author.documentId`.
    const path = field.replaceAll('.', '][');
    return [`filters[$and][${index}][${path}][${operator}]`, isNull ? 'true' : value] as const;
  });
  return {
    page: state.page,
    pageSize: state.pageSize ?? defaults.pageSize,
    sort: state.sort ?? defaults.sort,
    locale: state.locale,
    _q: state.search === '' ? null : state.search,
    ...Object.fromEntries(filters),
  };
}

/** Returns true if the list is limited by a search or filter. */
export function isFiltered(state: ListState): boolean {
  return state.search !== '' || state.filters.length > 0;
}

function parseFilter(text: string): readonly ListFilter[] {
  const [field = '', operator = '', ...value] = text.split('~');
  const known = OPERATORS.find((each) => each === `$${operator}`);
  return known && field !== '' ? [{ field, operator: known, value: value.join('~') }] : [];
}

function printFilter({ field, operator, value }: ListFilter): string {
  return [field, operator.slice(1), value].join('~');
}

function first(value: string | readonly string[] | undefined): string | undefined {
  return listOf(value)[0];
}

function listOf(value: string | readonly string[] | undefined): readonly string[] {
  return typeof value === 'string' ? [value] : stringsOf(value);
}
