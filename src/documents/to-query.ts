// In charge of what the parameters of the programming interface become: the query that a query string would be, so that
// both are parsed, planned and refused by the same rules.
import { AppError, validationError } from '../base/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../base/json.ts';
import type { QueryObject, QueryValue } from '../query/params.ts';
import type { DocumentCollection } from './document-collection.ts';
import type { PageParams } from './find-params.ts';
import { toJson } from './program-values.ts';

/** The methods of a collection. */
export type Method = keyof DocumentCollection;

const VERSIONS = ['fields', 'populate', 'locale'];
const ANSWER = [...VERSIONS, 'status'];
const FIRST = [...ANSWER, 'filters', 'sort', '_q', 'publicationFilter', 'hasPublishedVersion'];
const MANY = [...FIRST, 'start', 'limit', 'page', 'pageSize', 'pagination'];

/** What each method takes, beside `documentId` and `data`. */
const PARAMETERS: Readonly<Record<Method, readonly string[]>> = {
  findMany: MANY,
  count: MANY,
  findFirst: FIRST,
  findOne: [...ANSWER, 'filters'],
  create: ANSWER,
  update: ANSWER,
  delete: ANSWER,
  publish: VERSIONS,
  unpublish: VERSIONS,
  discardDraft: VERSIONS,
};

/** Methods that are of published versions, where no status is named. A document is deleted with all its versions. */
const OF_PUBLISHED: readonly Method[] = ['delete', 'publish'];

/** The query that parameters stand for; a list's `start` and `limit` are plain. @throws ValidationError, PaginationError */
export function toQuery(method: Method, params: object): QueryObject {
  const { pagination = {}, ...given } = parametersOf(method, params);
  if (!isJsonObject(pagination)) throw validationError('pagination is no object.');
  const { start, limit, page, pageSize, ...others } = { ...withoutNull(pagination), ...given };
  const status = others['status'] === '' ? undefined : others['status'];
  const version = OF_PUBLISHED.includes(method) ? 'published' : 'draft';
  return {
    ...toQueryObject({ ...others, sort: toSort(others['sort']), status: status ?? version }, false),
    ...(page === undefined && pageSize === undefined
      ? toRange(start, limit)
      : toPage({ page, pageSize, start, limit })),
  };
}

/** @throws ValidationError for parameters that the method does not take: nothing is ignored */
function parametersOf(method: Method, params: object): JsonObject {
  const given = toJson(params, { name: method, strictBelow: 'filters' });
  if (!isJsonObject(given)) throw validationError(`${method} takes an object of parameters.`);
  const known = PARAMETERS[method];
  const unknown = Object.keys(given).find((key) => !known.includes(key));
  if (unknown === undefined) return withoutNull(given);
  throw validationError(`Invalid parameter '${unknown}'. ${method} takes: ${known.join(', ')}.`, {
    key: unknown,
  });
}

function withoutNull(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}

/** A list may have texts and objects here, which a query string may not: texts become objects. */
function toSort(sort: JsonValue | undefined): JsonValue {
  if (!Array.isArray(sort) || !sort.some(isJsonObject)) return sort ?? null;
  return sort.flatMap((item: JsonValue) =>
    typeof item === 'string' ? item.split(',').map(toSortObject) : item,
  );
}

/** `author.name:desc` as `{author: {name: 'desc'}}`. */
function toSortObject(text: string): JsonObject {
  const [path = '', order = 'asc'] = text.trim().split(':');
  const [last = '', ...above] = path.split('.').toReversed();
  return above.reduce<JsonObject>((inner, name) => ({ [name]: inner }), { [last]: order });
}

/** Null is a value in filters, and no value elsewhere. */
function toQueryObject(object: JsonObject, inFilters: boolean): QueryObject {
  const entries = Object.entries(inFilters ? object : withoutNull(object));
  return Object.fromEntries(
    entries.map(([key, value]) => [key, toQueryValue(value, inFilters || key === 'filters')]),
  );
}

function toQueryValue(value: JsonValue, inFilters: boolean): QueryValue {
  if (value === null) return null;
  if (isJsonObject(value)) return toQueryObject(value, inFilters);
  if (typeof value === 'object') return value.map((item) => toQueryValue(item, inFilters));
  return String(value);
}

type Given = JsonValue | undefined;

/** @throws ValidationError */
function toRange(start: Given, limit: Given): QueryObject {
  const offset = start === undefined ? 0 : Number(start);
  const length = limit === undefined ? -1 : Number(limit);
  if (!Number.isSafeInteger(offset) || offset < 0) throw notPositive('Start', offset);
  if (!Number.isSafeInteger(length) || length < -1) throw notPositive('Limit', length);
  return { start: String(offset), ...(length === -1 ? {} : { limit: String(length) }) };
}

/** @throws PaginationError */
function toPage(given: Readonly<Record<keyof PageParams, Given>>): QueryObject {
  if (given.start !== undefined || given.limit !== undefined) {
    throw paginationError('Cannot use both page & offset pagination in the same query');
  }
  const size = positive('pageSize', given.pageSize ?? DEFAULT_PAGE_SIZE);
  return toRange((positive('page', given.page ?? 1) - 1) * size, size);
}

const DEFAULT_PAGE_SIZE = 25;

function positive(name: 'page' | 'pageSize', value: JsonValue): number {
  const number = Number(value);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw paginationError(
    `Invalid '${name}' parameter. Expected an integer > 0, received: ${String(value)}`,
  );
}

function notPositive(name: 'Start' | 'Limit', value: number): AppError {
  return validationError(`convert${name}QueryParams expected a positive integer got ${value}`);
}

function paginationError(message: string): AppError {
  return new AppError('PaginationError', message);
}
