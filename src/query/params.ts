// Parameters of a read as data: the result of parsing, before names are looked up in the schema.
import type { Deferred } from './deferred.ts';

/** A query string as nested lists and objects. A key without `=` is null. */
export type QueryValue = string | null | readonly QueryValue[] | QueryObject;

/** The keys of one bracket level. */
export interface QueryObject {
  readonly [key: string]: QueryValue;
}

/** True for a query of several locales: `*`, or a list. */
export function selectsLocales({ locale }: ParamObject): boolean {
  return locale === '*' || (typeof locale === 'object' && locale !== null);
}

/** A single value. A query string has strings and null; programs have the other types as well. */
export type Scalar = string | number | bigint | boolean | Date | null;

/** An unparsed parameter: scalars, lists and objects. */
export type ParamValue = Scalar | readonly ParamValue[] | ParamObject;

/** Parameters by name, or the keys of one parameter. */
export interface ParamObject {
  readonly [key: string]: ParamValue;
}

/** The query of a request that project code has read, and may have changed. */
export interface ChangedQuery {
  /** As parameters of a read. @throws ValidationError */
  readonly params: ParamObject;
  /** As a parsed query string, in which all values are text. @throws ValidationError */
  readonly parsed: QueryObject;
}

/** The version of a type with drafts (docs/strapi/differences.md, D8). */
export type Status = 'draft' | 'published';

/** A filter by the other version of a document (docs/strapi/publishing.md, "Version filters"). */
export type PublicationFilter = (typeof PUBLICATION_FILTERS)[number];

export const PUBLICATION_FILTERS = [
  'never-published',
  'has-published-version',
  'modified',
  'unmodified',
  'never-published-document',
  'has-published-version-document',
  'published-without-draft',
  'published-with-draft',
] as const;

/**
 * One sort key: a path of attribute names. `explicit` is the order as the client wrote it, for error details; the direction
 * of an unsupported order is `unknown`. In the object form, a key without an order or with a list is checked but does not
 * sort: its direction is null.
 */
export interface SortTerm {
  readonly path: readonly string[];
  readonly direction: 'asc' | 'desc' | 'unknown' | null;
  readonly explicit: string | null;
  /** True for a sort by the status of entries instead of an attribute. No query string has it. */
  readonly byStatus?: true;
}

/** The names in `fields`, with `*` for all; `all` if the parameter is absent. */
export type FieldNames = readonly string[] | 'all';

/**
 * Parsed filters. Whether a list contains ids or values, and what a name refers to, depends on the schema, so the planner
 * decides it.
 */
export type FilterTree =
  | { readonly form: 'value'; readonly value: Scalar }
  /** `index`: the first index as the client wrote it. */
  | { readonly form: 'list'; readonly items: readonly FilterTree[]; readonly index: string }
  | { readonly form: 'keys'; readonly keys: readonly FilterKey[] };

/** One key of a filter. `operator`: any other key that begins with `$`, supported or not. */
export interface FilterKey {
  readonly kind: 'and' | 'or' | 'not' | 'operator' | 'name';
  readonly key: string;
  readonly value: FilterTree;
}

/**
 * `populate` in one of its forms. A list keeps its dotted paths. With `lastWins`, as in the array form, a plain name removes
 * the nested parts of an earlier path (docs/strapi/reading.md, "Populate").
 */
export type Populate =
  | { readonly form: 'none' }
  | { readonly form: 'all' }
  | {
      readonly form: 'paths';
      readonly paths: readonly (readonly string[])[];
      readonly lastWins: boolean;
    }
  | {
      readonly form: 'object';
      readonly entries: readonly PopulateEntry[];
      /** The dotted paths of a nested list; they are checked before the entries. */
      readonly paths: readonly (readonly string[])[];
    };

/** A name with its value: an attribute, or the uid of a model inside `on`. */
export interface PopulateEntry {
  readonly name: string;
  readonly value: PopulateValue;
}

export type PopulateValue =
  /** No value. */
  | { readonly form: 'none' }
  | { readonly form: 'flag'; readonly flag: boolean }
  | { readonly form: 'all' }
  /** `isText`: strings instead of an object, which are treated as its keys. */
  | { readonly form: 'options'; readonly options: PopulateOptions; readonly isText: boolean }
  /** A list with items that are not strings. */
  | { readonly form: 'invalid'; readonly text: string };

export interface PopulateOptions {
  /** Options in the order of the query, in which their errors are reported. */
  readonly list: readonly PopulateOption[];
  /** The options as JSON, for an error message. */
  readonly text: string;
}

export type PopulateOption =
  | { readonly option: 'filters'; readonly filters: FilterTree | null }
  | { readonly option: 'sort'; readonly sort: readonly SortTerm[] }
  | { readonly option: 'fields'; readonly fields: Deferred<FieldNames> }
  | { readonly option: 'populate'; readonly populate: Deferred<Populate> }
  /** Null if the value is not a flag. */
  | { readonly option: 'count'; readonly flag: boolean | null }
  | { readonly option: 'on'; readonly on: Fragments }
  | { readonly option: 'unknown'; readonly key: string };

/** `on`: options for each model of a polymorphic attribute. */
export type Fragments =
  | { readonly form: 'none' }
  /** An empty string, which selects no model. */
  | { readonly form: 'empty' }
  | { readonly form: 'invalid' }
  | {
      readonly form: 'kinds';
      readonly kinds: readonly PopulateEntry[];
      /** True for a list: its indexes are the names. */
      readonly isList: boolean;
    };

/** The page of a list and the style of `meta.pagination`. */
export type Pagination = OffsetPagination | KeysetPagination;

/** A page after a number of rows. */
export interface OffsetPagination {
  readonly style: 'page' | 'offset';
  readonly offset: number;
  readonly limit: number;
  readonly page: number;
  readonly withCount: boolean;
}

/** A page next to the position of a row. */
export interface KeysetPagination {
  readonly style: 'keyset';
  readonly side: 'after' | 'before';
  /** The position; null for the first page (`after`) or the last (`before`). */
  readonly cursor: Cursor | null;
  readonly limit: number;
  readonly withCount: boolean;
}

/** The position of a row in a sorted list, as sent by a client. */
export interface Cursor {
  /** Names and directions of the sort keys. */
  readonly sort: string;
  /** The values of these keys in the row. */
  readonly values: readonly KeyValue[];
}

/** The value of a sort key as returned by the database. */
export type KeyValue = string | number | null;

/** The locales of a localized type that a request selects. */
export type LocaleChoice =
  | { readonly kind: 'default' }
  | { readonly kind: 'any' }
  | { readonly kind: 'some'; readonly codes: readonly string[] }
  /** Locales that match a filter on `locale`. */
  | { readonly kind: 'filter'; readonly filter: FilterTree }
  /** An invalid locale of a write: the error is reported after those in the body. */
  | { readonly kind: 'invalid'; readonly message: string };

/** Parameters that select rows. */
export interface RowParams {
  /** Null for a read of one document. */
  readonly pagination: Pagination | null;
  readonly locale: LocaleChoice;
  /** The text of `_q`, or null. */
  readonly search: string | null;
  readonly publicationFilter: PublicationFilter | null;
  /** True if a root `start` skips the requested document. */
  readonly skipsDocument?: boolean;
}

/**
 * All parameters of a read as data. A parser or the calling code determines their form; the planner looks up names, checks
 * access and casts values.
 */
export interface ReadParams {
  readonly status: Status;
  readonly filters: FilterTree | null;
  readonly sort: readonly SortTerm[];
  readonly fields: FieldNames;
  readonly populate: Populate;
  /** An error in these is reported after errors in names. */
  readonly rows: Deferred<RowParams>;
}

/** All rows of a list without a total. */
export const WHOLE_LIST: OffsetPagination = {
  style: 'offset',
  offset: 0,
  limit: Number.MAX_SAFE_INTEGER,
  page: 1,
  withCount: false,
};

/** Creates the parameters of a read from defaults and the given ones. */
export function readParams({
  pagination = null,
  skipsDocument = false,
  ...given
}: Partial<
  Omit<ReadParams, 'rows'> & Pick<RowParams, 'pagination' | 'skipsDocument'>
> = {}): ReadParams {
  return {
    status: 'published',
    filters: null,
    sort: [],
    fields: 'all',
    populate: { form: 'none' },
    rows: {
      value: {
        pagination,
        locale: { kind: 'default' },
        search: null,
        publicationFilter: null,
        skipsDocument,
      },
    },
    ...given,
  };
}

/** The same parameters for another version. */
export function inStatus(
  { filters, sort, fields, populate, rows }: ReadParams,
  status: Status,
): ReadParams {
  return { status, filters, sort, fields, populate, rows };
}

/** A filter for rows whose attribute has a value. */
export function equals(attribute: string, value: Scalar): FilterTree {
  return {
    form: 'keys',
    keys: [{ kind: 'name', key: attribute, value: { form: 'value', value } }],
  };
}

/** A filter for rows with one of several values in an attribute. */
export function isOneOf(attribute: string, values: readonly Scalar[]): FilterTree {
  return withList(attribute, '$in', values);
}

/** A filter for rows with none of several values in an attribute. */
export function isNoneOf(attribute: string, values: readonly Scalar[]): FilterTree {
  return withList(attribute, '$notIn', values);
}

function withList(attribute: string, operator: string, values: readonly Scalar[]): FilterTree {
  const items = values.map((value): FilterTree => ({ form: 'value', value }));
  const list: FilterTree = { form: 'list', items, index: '0' };
  const value: FilterTree = {
    form: 'keys',
    keys: [{ kind: 'operator', key: operator, value: list }],
  };
  return { form: 'keys', keys: [{ kind: 'name', key: attribute, value }] };
}

/** A filter for rows that match all filters. */
export function allOf(filters: readonly FilterTree[]): FilterTree {
  const value: FilterTree = { form: 'list', items: filters, index: '0' };
  return { form: 'keys', keys: [{ kind: 'and', key: '$and', value }] };
}

/** True for filters with a key at their root. */
export function hasKey(filters: FilterTree, name: string): boolean {
  return filters.form === 'keys' && filters.keys.some(({ key }) => key === name);
}

/** A sort key in ascending order. */
export function ascending(attribute: string): SortTerm {
  return { path: [attribute], direction: 'asc', explicit: null };
}

/** Populates one attribute. */
export function populateOne(name: string): Populate {
  return { form: 'paths', paths: [[name]], lastWins: false };
}

/** Populates attributes. */
export function populateWith(values: readonly (readonly [string, PopulateValue])[]): Populate {
  if (values.length === 0) return { form: 'none' };
  const entries = values.map(([name, value]) => ({ name, value }));
  return { form: 'object', entries, paths: [] };
}

/** Populates an attribute with options. */
export function populateOptions(list: readonly PopulateOption[]): PopulateValue {
  return { form: 'options', options: { list, text: '{}' }, isText: false };
}

/** Copies the lists and plain objects of parameters that have a `paramsKey`. */
export function copyParams<T>(value: T): T;
export function copyParams(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => copyParams(item));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, copyParams(item)]));
}

/**
 * Serializes parameters as a key of a cache: equal parameters have equal keys. JSON is not enough: it converts `undefined`,
 * `NaN` and dates to other values.
 * @returns null for values other than strings, numbers, booleans, null, undefined, arrays and plain objects
 */
export function paramsKey(value: unknown): string | null {
  if (value === null || value === undefined || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null;
  if (typeof value !== 'object') return null;
  return Array.isArray(value) ? listKey(value) : objectKey(value);
}

function listKey(list: readonly unknown[]): string | null {
  let key = '[';
  for (const item of list) {
    const inner = paramsKey(item);
    if (inner === null) return null;
    key += `${inner},`;
  }
  return `${key}]`;
}

function objectKey(value: object): string | null {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return null;
  let key = '{';
  for (const [name, item] of Object.entries(value)) {
    const inner = paramsKey(item);
    if (inner === null) return null;
    key += `${JSON.stringify(name)}:${inner},`;
  }
  return `${key}}`;
}
