// Converts queries of conditions, which use MongoDB operators, to filters (docs/strapi/administration.md,
// "Administrators' permissions").
import { toParamValue } from '../../documents/programs/program-values.ts';
import type { FilterTree, ParamObject, ParamValue } from '../../query/params.ts';
import { parseFilters } from '../../query/parse/filters.ts';
import { isObject } from '../../query/parse/values.ts';

/** Filter operators by operator of a condition. */
const OPERATORS: Readonly<Record<string, string>> = {
  $eq: '$eq',
  $ne: '$ne',
  $in: '$in',
  $nin: '$notIn',
  $lt: '$lt',
  $lte: '$lte',
  $gt: '$gt',
  $gte: '$gte',
};

/** Converts a query to a filter. @throws Error for an unknown operator */
export function filterOf(query: object): FilterTree {
  // Inside `filters`, null is a value and `undefined` is an error, so no part of a condition is dropped.
  const params = toParamValue({ filters: query }, 'condition');
  const value = isObject(params) ? params['filters'] : undefined;
  if (!isObject(value)) throw new TypeError('A condition must return an object or a boolean');
  return parseFilters(converted(value));
}

/** Converts each key to a separate filter, since several can begin with the same attribute. */
function converted(query: ParamObject): ParamValue {
  return { $and: Object.entries(query).map(([key, value]) => convertedKey(key, value)) };
}

function convertedKey(key: string, value: ParamValue): ParamValue {
  if (key === '$and' || key === '$or') {
    const items: readonly ParamValue[] = Array.isArray(value) ? value : [value];
    return { [key]: items.map((item) => (isObject(item) ? converted(item) : unsupported(key))) };
  }
  if (key.startsWith('$')) return unsupported(key);
  const compared = comparison(value);
  return key.split('.').reduceRight<ParamValue>((inner, name) => ({ [name]: inner }), compared);
}

/** The comparison of an attribute, or the query on its relation. */
function comparison(value: ParamValue): ParamValue {
  if (Array.isArray(value)) return { $in: value };
  if (!isObject(value)) return value === null ? { $null: true } : { $eq: value };
  const { $elemMatch: element, $exists: exists, ...rest } = value;
  const parts: ParamValue[] = [];
  if (element !== undefined) {
    parts.push(isObject(element) ? converted(element) : unsupported('$elemMatch'));
  }
  if (exists !== undefined) parts.push({ [exists === false ? '$null' : '$notNull']: true });
  for (const [key, inner] of Object.entries(rest)) {
    const operator = OPERATORS[key];
    if (operator !== undefined) parts.push(compare(operator, inner));
    else parts.push(convertedKey(key, inner));
  }
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : { $and: parts };
}

function compare(operator: string, value: ParamValue): ParamValue {
  if (value !== null) return { [operator]: value };
  return { [operator === '$ne' ? '$notNull' : '$null']: true };
}

function unsupported(key: string): never {
  throw new TypeError(`Unsupported operator in a permission condition: ${key}`);
}
