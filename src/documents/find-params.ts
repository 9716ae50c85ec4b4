// In charge of the words for the parameters of the programming interface, as Strapi's Document Service names them.
import type { PublicationFilter } from '../query/params.ts';

/** A value that an attribute is compared with, operators with theirs, or conditions on what a relation leads to. */
export type FilterValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | readonly FilterValue[]
  | Filters;

/** Conditions by attribute, `$and`, `$or` and `$not` among them. */
export interface Filters {
  readonly [key: string]: FilterValue;
}

/** Directions by attribute; deeper ones lead through relations. */
export interface SortKeys {
  readonly [attribute: string]: 'asc' | 'desc' | SortKeys;
}

/** `title`, `title:desc`, several of them behind commas, or keys; or a list of these. */
export type Sort = string | SortKeys | readonly (string | SortKeys)[];

/** `*`, attributes with a comma or in a list, dotted paths among them, or options by attribute. */
export type Populate = string | readonly string[] | PopulateKeys;

/** What is populated of each attribute; under `on`, of each kind. */
export interface PopulateKeys {
  readonly [attribute: string]: boolean | PopulateOptions | undefined;
}

/** What of the rows behind an attribute is given. */
export interface PopulateOptions {
  readonly fields?: string | readonly string[];
  readonly filters?: Filters;
  readonly sort?: Sort;
  readonly populate?: Populate;
  /** True: only how many there are. */
  readonly count?: boolean;
  /** For zones, and relations to several types: what is given of each, by its uid. */
  readonly on?: PopulateKeys;
}

/** What of a document is given. */
export interface AnswerParams {
  /** Names of attributes; all where there is none. */
  readonly fields?: string | readonly string[] | undefined;
  readonly populate?: Populate | undefined;
}

/** Which version of a document is meant; ignored by types without drafts or locales. */
export interface VersionParams {
  /** Default: `draft`, but of a delete, which is of all versions. */
  readonly status?: 'draft' | 'published' | undefined;
  /** Default: the project's default locale. */
  readonly locale?: string | undefined;
}

/** Which locales of a document are meant; ignored by types without locales. */
export interface LocaleParams {
  /** One, several, or `*` for all. Default: the project's default locale. */
  readonly locale?: string | readonly string[] | undefined;
}

export interface FindOneParams extends AnswerParams, VersionParams {
  readonly filters?: Filters | undefined;
}

export interface FindFirstParams extends FindOneParams {
  readonly sort?: Sort | undefined;
  /** A text that is looked for in all texts. */
  readonly _q?: string | undefined;
  readonly publicationFilter?: PublicationFilter | undefined;
}

/** Which part of a list is given, all of it where nothing is named: an offset and a length, or a page. */
export interface PageParams {
  /** How many are left out at the beginning. */
  readonly start?: number | undefined;
  /** How many are given at most; -1: all. */
  readonly limit?: number | undefined;
  /** Counts from 1. */
  readonly page?: number | undefined;
  /** Default: 25. */
  readonly pageSize?: number | undefined;
}

export interface FindParams extends Omit<FindFirstParams, 'locale'>, LocaleParams, PageParams {
  /** The same four, as in a query string. */
  readonly pagination?: PageParams | undefined;
}
