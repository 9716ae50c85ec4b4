// The query of a request, as code has left it in `ctx.query`: as parameters of a read, or as text values.
import { validationError } from '../../base/errors.ts';
import { toQueryValue } from '../../documents/programs/program-values.ts';
import type { ParamObject, QueryObject, QueryValue } from '../../query/params.ts';
import { isObject } from '../../query/parse/values.ts';
import { ROOT_PARAMETERS } from '../../query/root-parameters.ts';
import { presentConditions } from '../database/present-values.ts';
import { isOperator } from '../packages/strapi-utils/operators.ts';
import { isEmpty, isPlainObject } from '../packages/strapi-utils/values.ts';
import type { Fields } from '../strapi/code-values.ts';

/** Levels of a query. Deeper values contain themselves, or are a mistake. */
const MAX_DEPTH = 100;

const KNOWN: ReadonlySet<string> = new Set(ROOT_PARAMETERS);

/**
 * Converts a query. As in Strapi, empty lists and objects in filters are ignored. Missing values match nothing, as in
 * document calls. @throws ValidationError for invalid parameters
 */
export function paramsOfQuery(query: Fields): ParamObject {
  const params = Object.entries(query).flatMap(([name, value]): [string, unknown][] => {
    if (value === undefined || isEmptyList(name, value)) return [];
    // Only the names of other parameters are checked.
    if (!KNOWN.has(name)) return [[name, isText(value) ? value : typeof value]];
    return [[name, partOf(name, value)]];
  });
  const converted = toQueryValue(Object.fromEntries(params), 'query');
  return isObject(converted) ? converted : {};
}

/** Without items, a list of filters is valid. */
function isEmptyList(name: string, value: unknown): boolean {
  return name === 'filters' && Array.isArray(value) && value.length === 0;
}

/**
 * Converts a query to text values, as a query string has them: what it cannot contain is left out.
 * @throws ValidationError for too many levels
 */
export function textsOfQuery(query: Fields): QueryObject {
  return textsIn(query, 0);
}

function textsIn(object: object, depth: number): QueryObject {
  if (depth > MAX_DEPTH) throw validationError(`The query has more than ${MAX_DEPTH} levels.`);
  // An attribute may be called `constructor`.
  const texts = Object.create(null) as Record<string, QueryValue>;
  for (const [name, value] of Object.entries(object)) {
    const text = textOf(value, depth);
    if (text !== undefined) texts[name] = text;
  }
  return texts;
}

/** Undefined for a value that a query string cannot contain, such as an empty list. */
function textOf(value: unknown, depth: number): QueryValue | undefined {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
    case 'bigint':
      return String(value);
    case 'object': {
      if (value === null) return null;
      if (value instanceof Date)
        return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
      const texts = textsIn(value, depth + 1);
      const items = Object.values(texts);
      if (items.length === 0) return undefined;
      return Array.isArray(value) ? items : texts;
    }
    default:
      return undefined;
  }
}

function isText(value: unknown): value is string | null {
  return typeof value === 'string' || value === null;
}

/** Prepares filters at all levels of a parameter. */
function partOf(name: string, value: unknown): unknown {
  if (name === 'filters') return presentConditions(withoutEmpty(value));
  // Parameters are parsed like text: any number has one.
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (Array.isArray(value)) return value.map((item: unknown) => item ?? null);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, partOf(key, part)]));
}

/** Removes operators with empty values. Attributes remain, without conditions, because their names are checked. */
function withoutEmpty(filters: unknown): unknown {
  if (Array.isArray(filters)) return filters.map(withoutEmpty);
  if (!isPlainObject(filters)) return filters;
  return Object.fromEntries(
    Object.entries(filters).flatMap(([key, value]) => {
      if (!isEmptyCondition(value)) return [[key, withoutEmpty(value)] as const];
      return isOperator(key) ? [] : [[key, {}] as const];
    }),
  );
}

function isEmptyCondition(value: unknown): boolean {
  return (Array.isArray(value) || isPlainObject(value)) && isEmpty(value);
}
