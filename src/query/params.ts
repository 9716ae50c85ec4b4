// In charge of the words for what a reader asked for: a query string after parsing, names not yet looked up.

/** A query string as nested lists and objects. A key without `=` is null. */
export type QueryValue = string | null | readonly QueryValue[] | QueryObject;

/** The keys of one bracket level. */
export interface QueryObject {
  readonly [key: string]: QueryValue;
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
      readonly entries: QueryObject;
      /** The dotted paths that a nested list was written as; they are checked before the entries. */
      readonly paths: readonly (readonly string[])[];
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
  | { readonly kind: 'filter'; readonly filter: QueryObject }
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

/** Everything a read may be told, parsed. */
export interface ReadParams {
  readonly status: Status;
  readonly filters: QueryValue | undefined;
  readonly sort: readonly SortTerm[];
  readonly fields: FieldNames;
  readonly populate: Populate;
  /** Parsed when its turn has come: mistakes in names are answered before those in these. */
  readonly rows: () => RowParams;
}
