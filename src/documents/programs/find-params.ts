// Parameter types of the document API for programs, named as in Strapi's Document Service.
import type { PublicationFilter } from '../../query/params.ts';

/** A value to compare an attribute with, operators with their values, or conditions on related documents. */
export type FilterValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | readonly FilterValue[]
  | Filters;

/** Conditions by attribute, with `$and`, `$or` and `$not`. */
export interface Filters {
  readonly [key: string]: FilterValue;
}

/** Directions by attribute; nested keys sort by attributes of related documents. */
export interface SortKeys {
  readonly [attribute: string]: 'asc' | 'desc' | SortKeys;
}

/** `title`, `title:desc`, a comma-separated list of these, or keys; or a list of any of these. */
export type Sort = string | SortKeys | readonly (string | SortKeys)[];

/** `*`, a list of attributes or dotted paths, or options by attribute. */
export type Populate = string | readonly string[] | PopulateKeys;

/** Options by attribute; inside `on`, by the uid of a type. */
export interface PopulateKeys {
  readonly [attribute: string]: boolean | PopulateOptions | undefined;
}

/** Options for the related documents of an attribute. */
export interface PopulateOptions {
  readonly fields?: string | readonly string[];
  readonly filters?: Filters;
  readonly sort?: Sort;
  readonly populate?: Populate;
  /** True to return only their number. */
  readonly count?: boolean;
  /** Options for each type of a dynamic zone or of a relation to several types, by uid. */
  readonly on?: PopulateKeys;
}

/** Selects the returned fields and relations of a document. */
export interface SelectionParams {
  /** Names of attributes. Default: all. */
  readonly fields?: string | readonly string[] | undefined;
  readonly populate?: Populate | undefined;
}

/** Selects a version of a document; ignored for types without drafts or locales. */
export interface VersionParams {
  /** Default: `draft`. A deletion always includes all versions. */
  readonly status?: 'draft' | 'published' | undefined;
  /** Default: the project's default locale. */
  readonly locale?: string | undefined;
}

/** Selects locales of a document; ignored for types without locales. */
export interface LocaleParams {
  /** One, several, or `*` for all. Default: the project's default locale. */
  readonly locale?: string | readonly string[] | undefined;
}

export interface FindOneParams extends SelectionParams, VersionParams {
  readonly filters?: Filters | undefined;
}

export interface FindFirstParams extends FindOneParams {
  readonly sort?: Sort | undefined;
  /** Searches all text attributes. */
  readonly _q?: string | undefined;
  readonly publicationFilter?: PublicationFilter | undefined;
}

/** Selects a part of a list by offset or by page. Default: the whole list. */
export interface PageParams {
  /** The number of documents to skip. */
  readonly start?: number | undefined;
  /** The maximum number of documents; -1 for all. */
  readonly limit?: number | undefined;
  /** The number of the page, starting with 1. */
  readonly page?: number | undefined;
  /** Default: 25. */
  readonly pageSize?: number | undefined;
}

export interface FindParams extends Omit<FindFirstParams, 'locale'>, LocaleParams, PageParams {
  /** The parameters as in a query string. */
  readonly pagination?: PageParams | undefined;
}
