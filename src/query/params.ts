// A read described by data: what every dialect is parsed into, before names are looked up in the schema.
import type { Deferred } from './deferred.ts';

/** A query string as nested lists and objects. A key without `=` is null. */
export type QueryValue = string | null | readonly QueryValue[] | QueryObject;

/** The keys of one bracket level. */
export interface QueryObject {
  readonly [key: string]: QueryValue;
}

/** A single value as its dialect gives it: a query string has texts and null, a program the other kinds too. */
export type Scalar = string | number | bigint | boolean | Date | null;

/** A parameter before it is parsed: scalars in lists and objects. */
export type ParamValue = Scalar | readonly ParamValue[] | ParamObject;

/** Parameters, or the keys of one. */
export interface ParamObject {
  readonly [key: string]: ParamValue;
}

/** Which rows of a type with drafts are read (docs/strapi/differences.md, D8). */
export type Status = 'draft' | 'published';

/** docs/strapi/publishing.md, "Version filters". */
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
 * One sort key: a path of attribute names. `explicit` is the order word as written, for error details; the direction of
 * another word than the known ones is `unknown`. A key without a word in the object form, or with a list in its place, is
 * checked and does not sort: its direction is null.
 */
export interface SortTerm {
  readonly path: readonly string[];
  readonly direction: 'asc' | 'desc' | 'unknown' | null;
  readonly explicit: string | null;
}

/** The names of `fields`, `*` among them for all; `all` where nothing was asked for. */
export type FieldNames = readonly string[] | 'all';

/**
 * Filters by form. Whether a list means ids or values, and what a name refers to, depends on the schema: the planner
 * decides it.
 */
export type FilterTree =
  | { readonly form: 'value'; readonly value: Scalar }
  /** `index`: the first index as it was written. */
  | { readonly form: 'list'; readonly items: readonly FilterTree[]; readonly index: string }
  | { readonly form: 'keys'; readonly keys: readonly FilterKey[] };

/** One key of a filter. `operator`: any other key that begins with `$`, known or not. */
export interface FilterKey {
  readonly kind: 'and' | 'or' | 'not' | 'operator' | 'name';
  readonly key: string;
  readonly value: FilterTree;
}

/**
 * `populate` in one of its forms. A list form keeps the dotted paths; `last` says that a later plain name takes the
 * nested parts of an earlier path away, as the array form does (docs/strapi/reading.md, "Populate").
 */
export type Populate =
  | { readonly form: 'none' }
  | { readonly form: 'all' }
  | {
      readonly form: 'paths';
      readonly paths: readonly (readonly string[])[];
      readonly last: boolean;
    }
  | {
      readonly form: 'object';
      readonly entries: readonly PopulateEntry[];
      /** The dotted paths that a nested list was written as; they are checked before the entries. */
      readonly paths: readonly (readonly string[])[];
    };

/** What is asked for under a name: an attribute, or below `on` the uid of a model. */
export interface PopulateEntry {
  readonly name: string;
  readonly value: PopulateValue;
}

export type PopulateValue =
  /** No value. */
  | { readonly form: 'none' }
  | { readonly form: 'flag'; readonly flag: boolean }
  | { readonly form: 'all' }
  /** `isText`: texts in place of an object, which count as its keys. */
  | { readonly form: 'options'; readonly options: PopulateOptions; readonly isText: boolean }
  /** A list of other things than texts. */
  | { readonly form: 'invalid'; readonly written: ParamValue };

export interface PopulateOptions {
  /** In the order in which they were written, which is that of their mistakes. */
  readonly given: readonly PopulateOption[];
  /** As they were written, for error messages. */
  readonly written: ParamValue;
}

export type PopulateOption =
  | { readonly option: 'filters'; readonly filters: FilterTree | null }
  | { readonly option: 'sort'; readonly sort: readonly SortTerm[] }
  | { readonly option: 'fields'; readonly fields: Deferred<FieldNames> }
  | { readonly option: 'populate'; readonly populate: Deferred<Populate> }
  /** Null: the value is no flag. */
  | { readonly option: 'count'; readonly flag: boolean | null }
  | { readonly option: 'on'; readonly on: Fragments }
  | { readonly option: 'unknown'; readonly key: string };

/** `on`: what is populated of each kind of row. */
export type Fragments =
  | { readonly form: 'none' }
  /** An empty text: it asks for no kind of row. */
  | { readonly form: 'empty' }
  | { readonly form: 'invalid' }
  | {
      readonly form: 'kinds';
      readonly kinds: readonly PopulateEntry[];
      /** True for a list, whose indexes stand in place of uids. */
      readonly isList: boolean;
    };

/** How much of a list is read, and what `meta.pagination` says of it. */
export type Pagination = OffsetPagination | KeysetPagination;

/** A part of a list that begins behind a number of rows. */
export interface OffsetPagination {
  readonly style: 'page' | 'offset';
  readonly offset: number;
  readonly limit: number;
  readonly page: number;
  readonly withCount: boolean;
}

/** A part of a list that lies next to a row. */
export interface KeysetPagination {
  readonly style: 'keyset';
  readonly side: 'after' | 'before';
  /** The place of that row; null: the list's first part, or its last. */
  readonly cursor: Cursor | null;
  readonly limit: number;
  readonly withCount: boolean;
}

/** The place of a row in a sorted list, as a client handed it over. */
export interface Cursor {
  /** Names and directions of the keys: of this order the place is. */
  readonly sort: string;
  /** The row's values of these keys. */
  readonly values: readonly KeyValue[];
}

/** The value of a sort key as the database gave it. */
export type KeyValue = string | number | null;

/** Which locales of a localized type are read. */
export type LocaleChoice =
  | { readonly kind: 'default' }
  | { readonly kind: 'any' }
  | { readonly kind: 'some'; readonly codes: readonly string[] }
  /** Those that a filter on `locale` holds for. */
  | { readonly kind: 'filter'; readonly filter: FilterTree }
  /** A write that names no locale rightly: it is told when its body has been looked at. */
  | { readonly kind: 'refused'; readonly message: string };

/** Which rows are read. */
export interface RowParams {
  /** Null on a read of one document. */
  readonly pagination: Pagination | null;
  readonly locale: LocaleChoice;
  /** The text of `_q`; null when there is none. */
  readonly search: string | null;
  readonly publicationFilter: PublicationFilter | null;
}

/**
 * Everything a read can be asked for, as data. The parser of a dialect, or the code that asks, decides forms; the planner
 * looks names up, checks access and casts values.
 */
export interface ReadParams {
  readonly status: Status;
  readonly filters: FilterTree | null;
  readonly sort: readonly SortTerm[];
  readonly fields: FieldNames;
  readonly populate: Populate;
  /** A mistake in these is answered after those in names. */
  readonly rows: Deferred<RowParams>;
}

/** All rows of a list, without a count. */
export const WHOLE_LIST: OffsetPagination = {
  style: 'offset',
  offset: 0,
  limit: Number.MAX_SAFE_INTEGER,
  page: 1,
  withCount: false,
};

/** The parameters of a read that asks for nothing special, but for what is given. */
export function readParams({
  pagination = null,
  ...given
}: Partial<Omit<ReadParams, 'rows'> & Pick<RowParams, 'pagination'>> = {}): ReadParams {
  return {
    status: 'published',
    filters: null,
    sort: [],
    fields: 'all',
    populate: { form: 'none' },
    rows: {
      value: { pagination, locale: { kind: 'default' }, search: null, publicationFilter: null },
    },
    ...given,
  };
}

/** Holds for rows with a value in an attribute. */
export function equals(attribute: string, value: Scalar): FilterTree {
  return {
    form: 'keys',
    keys: [{ kind: 'name', key: attribute, value: { form: 'value', value } }],
  };
}

/** Sorts by an attribute. */
export function ascending(attribute: string): SortTerm {
  return { path: [attribute], direction: 'asc', explicit: null };
}

/** Populates one attribute. */
export function populated(name: string): Populate {
  return { form: 'paths', paths: [[name]], last: false };
}
