// Parses the parameters of the document API. The rules are those of query strings, except for pagination.
import { validationError } from '../../base/errors.ts';
import {
  WHOLE_LIST,
  type OffsetPagination,
  type ParamObject,
  type ParamValue,
  type ReadParams,
} from '../../query/params.ts';
import { parseParams, type ParseOptions } from '../../query/parse.ts';
import { parseMixedSort } from '../../query/parse/sort.ts';
import { invalidRange, mixedPagination, pageParam } from '../../query/parse/range-errors.ts';
import { isObject, toNumber } from '../../query/parse/values.ts';
import type { DocumentCollection } from './document-collection.ts';
import type { PageParams } from './find-params.ts';
import { toParamValue } from './program-values.ts';

/** The methods of a collection. */
export type Method = keyof DocumentCollection;

const VERSIONS = ['fields', 'populate', 'locale'];
const SELECTION = [...VERSIONS, 'status'];
const FIRST = [...SELECTION, 'filters', 'sort', '_q', 'publicationFilter', 'hasPublishedVersion'];
const MANY = [...FIRST, 'start', 'limit', 'page', 'pageSize', 'pagination'];

/** The parameters of each method, without `documentId` and `data`. */
const PARAMETERS: Readonly<Record<Method, readonly string[]>> = {
  findMany: MANY,
  count: MANY,
  findFirst: FIRST,
  findOne: [...SELECTION, 'filters'],
  create: SELECTION,
  update: SELECTION,
  delete: SELECTION,
  publish: VERSIONS,
  unpublish: VERSIONS,
  discardDraft: VERSIONS,
};

/** Methods whose default status is `published`. A document is deleted with all its versions. */
const OF_PUBLISHED: readonly Method[] = ['delete', 'publish'];

/**
 * Parses the parameters of a method.
 * @param options Options for parsing the read
 * @throws ValidationError, also for unknown parameters; PaginationError
 */
export function parseMethodParams(
  method: Method,
  params: object,
  options: ParseOptions,
): ReadParams {
  const { pagination = {}, ...named } = parametersOf(method, params);
  if (!isObject(pagination)) throw validationError('pagination must be an object.');
  const { start, limit, page, pageSize, ...others } = { ...pagination, ...named };
  const range =
    page === undefined && pageSize === undefined
      ? toRange(start, limit)
      : toPage({ page, pageSize, start, limit });
  const version = OF_PUBLISHED.includes(method) ? 'published' : 'draft';
  const status = others['status'] === '' ? version : (others['status'] ?? version);
  // The count does not depend on the selected fields.
  const shownParts = method === 'count' ? { fields: null, populate: null } : {};
  const parsed = parseParams({ ...others, ...shownParts, status }, options, {
    pagination: () => paginationOfMethod(method, range),
  });
  return { ...parsed, sort: parseMixedSort(others['sort']) };
}

/** @throws ValidationError for unknown parameters */
function parametersOf(method: Method, params: object): ParamObject {
  const object = toParamValue(params, method);
  if (!isObject(object)) throw validationError(`${method} takes an object of parameters.`);
  const allowedNames = PARAMETERS[method];
  const unknown = Object.keys(object).find((key) => !allowedNames.includes(key));
  if (unknown === undefined) return object;
  throw validationError(
    `Invalid parameter '${unknown}'. ${method} takes: ${allowedNames.join(', ')}.`,
    {
      key: unknown,
    },
  );
}

/** The page that a method reads; null for one document. */
function paginationOfMethod(method: Method, range: Range): OffsetPagination | null {
  switch (method) {
    case 'findMany':
      return { ...WHOLE_LIST, ...range };
    case 'findFirst':
      return { ...WHOLE_LIST, limit: 1 };
    case 'count':
      return { ...WHOLE_LIST, limit: 1, withCount: true };
    default:
      return null;
  }
}

type Range = Pick<OffsetPagination, 'offset' | 'limit'>;

type OptionalParam = ParamValue | undefined;

/** @throws ValidationError */
function toRange(start: OptionalParam, limit: OptionalParam): Range {
  const offset = start === undefined ? 0 : toNumber(start);
  const length = limit === undefined ? -1 : toNumber(limit);
  if (!Number.isSafeInteger(offset) || offset < 0) throw invalidRange('Start', offset);
  if (!Number.isSafeInteger(length) || length < -1) throw invalidRange('Limit', length);
  return { offset, limit: length === -1 ? WHOLE_LIST.limit : length };
}

/** @throws PaginationError */
function toPage(params: Readonly<Record<keyof PageParams, OptionalParam>>): Range {
  if (params.start !== undefined || params.limit !== undefined) {
    throw mixedPagination();
  }
  const size = pageParam(params, 'pageSize', DEFAULT_PAGE_SIZE);
  return toRange((pageParam(params, 'page', 1) - 1) * size, size);
}

const DEFAULT_PAGE_SIZE = 25;
