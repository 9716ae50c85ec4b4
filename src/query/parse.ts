// Parses the parameters of a read. The parser checks their form; the planner looks up the names in them.
import { validationError, invalidKey } from '../base/errors.ts';
import { MAX_SEARCH_LENGTH } from '../base/limits.ts';
import { deferErrors } from './deferred.ts';
import type { LocaleChoice, Pagination, ParamObject, ParamValue, ReadParams } from './params.ts';
import { parseFilters } from './parse/filters.ts';
import { parsePagination, type PaginationLimits } from './parse/pagination.ts';
import { parsePopulate } from './parse/populate.ts';
import { checkRootRange, checkStrictRange, parseRootRange } from './parse/root-range.ts';
import { parseSort } from './parse/sort.ts';
import { textOf, toNumber, parseFields } from './parse/values.ts';
import { ROOT_PARAMETERS } from './root-parameters.ts';
import {
  checkLocale,
  parseHasPublishedVersion,
  parseLocale,
  parsePublicationFilter,
  parseStatus,
} from './parse/version.ts';

/**
 * `none`: one row. `nested`: a list with `pagination[…]`. `root`: a list with plain `start` and `limit`, whose errors are
 * reported first.
 */
export type Paging = 'none' | 'nested' | 'root';

/** Options of the parser: the kind of read and the `api` settings of the project. */
export interface ParseOptions {
  readonly paging: Paging;
  /** False for types without drafts: they ignore `status` and `publicationFilter`. */
  readonly drafts: boolean;
  /** False for types without locales: they ignore `locale`. */
  readonly localized: boolean;
  /** True if several locales are allowed, and `*` selects all. */
  readonly severalLocales: boolean;
  /** True if `page`, `pageSize`, `start` and `limit` at the root are checked for one document, which `start` may skip. */
  readonly checksRange: boolean;
  /** False for users and files in query strings, which ignore `lookup` and version filters. */
  readonly versionFilters: boolean;
  /** True for a write that creates or changes a document. */
  readonly isWrite: boolean;
  readonly limits: PaginationLimits;
  /** `api.rest.strictParams`: unknown parameters are errors. */
  readonly strictRoots: boolean;
  /** `api.documents.strictParams`: `status` and the form of `locale` are checked for types without them as well. */
  readonly strictDocuments: boolean;
}

const KNOWN_PARAMETERS: ReadonlySet<string> = new Set(ROOT_PARAMETERS);

/**
 * Parses the query of a read: a parsed query string, or parameters of project code.
 * @throws ValidationError or PaginationError (docs/strapi/reading.md)
 */
export function parseRead(query: ParamObject, options: ParseOptions): ReadParams {
  const range = options.paging === 'root' ? parseRootRange(query) : null;
  return parseParams(query, options, {
    checkNames: () => rejectUnknown(query, options),
    pagination: () => range ?? parsePaging(query, options),
  });
}

/** Parses the queries of routes whose parameters differ from those of the content API. */
export interface QueryParser {
  /** Identifies it in the cache of plans. */
  readonly name: string;
  /** @throws ValidationError or PaginationError */
  readonly parse: typeof parseRead;
}

/** Parses a query without its pagination, which is not checked. */
export const UNPAGED: QueryParser = {
  name: 'unpaged',
  parse: (query, options) =>
    parseParams(query, options, {
      checkNames: () => rejectUnknown(query, options),
      pagination: () => null,
    }),
};

/** The parts of parsing that differ between query strings and programs. */
interface ParameterSource {
  /** Checks the names of the parameters. @throws ValidationError */
  readonly checkNames?: () => void;
  readonly pagination: () => Pagination | null;
}

/**
 * Parses parameters in the order in which their errors are reported.
 * @throws ValidationError (docs/strapi/reading.md)
 */
export function parseParams(
  params: ParamObject,
  options: ParseOptions,
  { checkNames, pagination }: ParameterSource,
): ReadParams {
  const status = parseStatus(params['status'], options.drafts || options.strictDocuments);
  checkNames?.();
  const publicationFilter = parsePublicationFilter(params['publicationFilter']);
  const { filters } = params;
  return {
    status,
    filters: filters === undefined ? null : parseFilters(filters),
    sort: parseSort(params['sort']),
    fields: parseFields(params['fields']),
    populate: parsePopulate(params['populate']),
    rows: deferErrors(() => {
      if (options.strictDocuments) checkLocale(params['locale']);
      const page = pagination();
      const locale = parseLocaleOf(params['locale'], options);
      const search = parseSearch(params['_q']);
      // The deprecated parameter is parsed last, and writes ignore it (docs/strapi/publishing.md, "Version filters").
      const isIgnored = options.isWrite || !options.versionFilters;
      const deprecated = isIgnored ? null : parseHasPublishedVersion(params['hasPublishedVersion']);
      const filter = options.versionFilters ? (publicationFilter ?? deprecated) : null;
      const skipsDocument = options.checksRange && page === null && toNumber(params['start']) > 0;
      return { pagination: page, locale, search, publicationFilter: filter, skipsDocument };
    }),
  };
}

function parseLocaleOf(
  value: ParamValue | undefined,
  { severalLocales, isWrite, localized }: ParseOptions,
): LocaleChoice {
  if (!localized) return { kind: 'default' };
  const locale = parseLocale(value, severalLocales);
  if (locale.kind === 'invalid' && (!isWrite || severalLocales)) {
    throw validationError(locale.message);
  }
  return locale;
}

function parsePaging(
  query: ParamObject,
  { paging, limits, checksRange, strictDocuments }: ParseOptions,
): Pagination | null {
  if (paging === 'nested') return parsePagination(query, limits, strictDocuments);
  if (checksRange) (strictDocuments ? checkStrictRange : checkRootRange)(query);
  return null;
}

function rejectUnknown(query: ParamObject, { strictRoots, versionFilters }: ParseOptions): void {
  const unknown = strictRoots && Object.keys(query).find((key) => !KNOWN_PARAMETERS.has(key));
  if (unknown) throw invalidKey({ key: unknown, path: null, source: 'query', param: unknown });
  if (!versionFilters) return;
  if (query['lookup'] !== undefined && query['lookup'] !== null && query['lookup'] !== '') {
    throw validationError("Invalid params: 'lookup'");
  }
}

/** Parses `_q`; null without text. @throws ValidationError */
export function parseSearch(value: ParamValue | undefined): string | null {
  if (value === undefined || value === null || value === '') return null;
  const text = textOf(value);
  if (text === null || text.includes('\0') || text.length > MAX_SEARCH_LENGTH) {
    throw validationError("Invalid value for '_q'. Expected a string.", {
      source: 'query',
      param: '_q',
    });
  }
  return text;
}
