// Converts parameters of row queries to a query and a selection of columns.
import { numberOf, stringOf } from '../../base/json.ts';
import { toParamValue } from '../../documents/programs/program-values.ts';
import type { ParamObject, ParamValue, QueryObject, QueryValue } from '../../query/params.ts';
import { isObject as isKeys } from '../../query/parse/values.ts';
import { ownValue, setOwnValue } from '../packages/strapi-utils/values.ts';
import type { Attribute, Model } from '../../schema/types.ts';
import type { Params } from '../strapi/code-values.ts';
import { attributeNames, withAttributeNames, type StoredModels } from './column-names.ts';
import { presentConditions } from './present-values.ts';
import { modelsOf, type Selection } from './selection.ts';

/** A row query, and the columns that are returned. */
export interface RowQuery {
  readonly query: QueryObject;
  readonly selection: Selection;
}

/** Converts parameters to a query. @throws ValidationError for values that cannot be compared */
export function toRowQuery(models: StoredModels, uid: string, params: Params): RowQuery {
  const model = models.registry.model(uid);
  const { limit, offset, _q: text } = params;
  const { query, selection } = toLevelQuery({ models, model, isNested: false }, params);
  return {
    query: {
      ...query,
      ...(isPositive(limit) ? { limit: stringOf(limit) } : {}),
      ...(isPositive(offset) ? { start: stringOf(offset) } : {}),
      ...(text === undefined || text === null ? {} : { _q: stringOf(text) }),
    },
    // Rows of links are read with their ids.
    selection: filtersRelations(model, conditionsOf(params))
      ? { ...selection, id: true }
      : selection,
  };
}

/** The rows of a query, or populated rows. */
interface Level {
  readonly models: StoredModels;
  readonly model: Model;
  readonly isNested: boolean;
}

function toLevelQuery({ models, model, isNested }: Level, params: Params): RowQuery {
  const { select, orderBy, populate, limit, offset } = params;
  const where = withAttributeNames(models, model, conditionsOf(params));
  const columns = namesOf(select);
  const names = columns && attributeNames(models, model, columns);
  const sort = toSort(orderBy);
  const children = populated(model, populate).map(
    ([attribute, options]) => [attribute.name, toChildQuery(models, attribute, options)] as const,
  );
  // The attributes by which related rows are sorted are read as well.
  const sorted = isNested ? sort.flatMap((keys) => Object.keys(keys)) : [];
  const fields = names && [...names, ...sorted.filter((name) => isColumn(model, name))];
  const populates = Object.fromEntries(children.map(([name, { query }]) => [name, query]));
  return {
    query: {
      ...(where === undefined || where === null ? {} : { filters: toConditions(where) }),
      ...(fields ? { fields: fields.length > 0 ? fields : ['id'] } : {}),
      ...(sort.length > 0 ? { sort } : {}),
      ...(children.length > 0 ? { populate: populates } : {}),
    },
    selection: {
      id: !fields || fields.includes('id') || children.length > 0,
      documentId: !fields || fields.includes('documentId'),
      children: new Map(children.map(([name, { selection }]) => [name, selection])),
      offset: isNested && isPositive(offset) ? numberOf(offset) : 0,
      limit: isNested && isPositive(limit) ? numberOf(limit) : null,
    },
  };
}

/** The options of a populated attribute. */
interface ChildQuery {
  readonly query: QueryValue;
  readonly selection: Selection;
}

function toChildQuery(models: StoredModels, attribute: Attribute, options: Params): ChildQuery {
  const { registry } = models;
  const levelOf = (model: Model, inside: Params): RowQuery =>
    toLevelQuery({ models, model, isNested: true }, inside);
  const [only, ...others] = modelsOf(registry, attribute);
  const { on, count } = options;
  if (only && others.length === 0 && on === undefined) {
    return count === true ? { query: { count: 'true' }, selection: ALL } : levelOf(only, options);
  }
  const variants = Object.entries(isObject(on) ? on : {}).flatMap(([uid, inside]) => {
    if (!registry.has(uid)) return [];
    const { query } = levelOf(registry.model(uid), isObject(inside) ? inside : {});
    return [[uid, query] as const];
  });
  const query = variants.length > 0 ? { on: Object.fromEntries(variants) } : 'true';
  return { query, selection: ALL };
}

const ALL: Selection = { id: true, documentId: true, children: new Map(), offset: 0, limit: null };

/** `filters` of the document service are added. @throws Error if `where` is not an object: it would match every row */
function conditionsOf({ where, filters }: Params): unknown {
  if (where !== undefined && where !== null && !isObject(where)) {
    throw new Error('Where must be an object');
  }
  if (filters === undefined || filters === null) return where;
  return where === undefined || where === null ? filters : { $and: [filters, where] };
}

/** @throws ValidationError for an undefined id, which would match everything */
function toConditions(where: unknown): QueryValue {
  // A missing value below this key is rejected.
  const { filters = null } = toParams({ filters: presentConditions(where) });
  return withoutNulls(toText(filters));
}

/** No value equals null, so null in a list matches nothing. */
function withoutNulls(value: QueryValue): QueryValue {
  if (Array.isArray(value)) {
    const items = value as readonly QueryValue[];
    return items.filter((item) => item !== null).map(withoutNulls);
  }
  if (!isKeys(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inside]) => [key, withoutNulls(inside)]),
  );
}

/** `null` for all columns. */
function namesOf(select: unknown): readonly string[] | null {
  if (select === undefined || select === null) return null;
  const names = (Array.isArray(select) ? select : [select]).map(String);
  return names.includes('*') ? null : names;
}

/** The populated attributes. @throws Error for an invalid string */
function populated(model: Model, populate: unknown): readonly (readonly [Attribute, Params])[] {
  if (populate === undefined || populate === null || populate === false) return [];
  if (typeof populate === 'string') throw new Error('Populate must be an object');
  const entries: readonly (readonly [string, unknown])[] =
    populate === true
      ? Array.from(model.attributes.keys(), (name) => [name, true] as const)
      : Array.isArray(populate)
        ? Object.entries(fromPaths(populate.map(String)))
        : Object.entries(populate);
  return entries.flatMap(([name, options]) => {
    const attribute = model.attributes.get(name);
    if (!attribute || attribute.kind === 'scalar' || !options) return [];
    return [[attribute, isObject(options) ? options : {}] as const];
  });
}

/** Converts dotted paths to nested objects. */
function fromPaths(paths: readonly string[]): Readonly<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const path of paths) {
    const [name = '', ...rest] = path.split('.');
    const known = ownValue(found, name);
    if (rest.length === 0) setOwnValue(found, name, known ?? true);
    else {
      const inside = isObject(known) && Array.isArray(known['populate']) ? known['populate'] : [];
      setOwnValue(found, name, {
        populate: [...(inside as readonly string[]), rest.join('.')],
      });
    }
  }
  return found;
}

/** Creates nested objects for a path of keys. */
function toSort(orderBy: unknown): readonly QueryObject[] {
  if (orderBy === undefined || orderBy === null) return [];
  const items = Array.isArray(orderBy) ? (orderBy as readonly unknown[]) : [orderBy];
  return items.flatMap((item) => {
    if (typeof item === 'string') return [{ [item]: 'asc' }];
    const keys = toText(toParamValue(item, 'orderBy'));
    return isKeys(keys) ? [keys] : [];
  });
}

function isColumn(model: Model, name: string): boolean {
  return name === 'id' || name === 'documentId' || model.attributes.get(name)?.kind === 'scalar';
}

/** Returns true for conditions on related rows. */
function filtersRelations(model: Model, where: unknown): boolean {
  if (Array.isArray(where)) return where.some((item) => filtersRelations(model, item));
  if (!isObject(where)) return false;
  return Object.entries(where).some(([key, value]) => {
    if (key.startsWith('$')) return filtersRelations(model, value);
    const attribute = model.attributes.get(key);
    return attribute !== undefined && attribute.kind !== 'scalar';
  });
}

/** Converts values to strings, as in a query string. */
function toText(value: ParamValue): QueryValue {
  if (value === null) return null;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((item: ParamValue) => toText(item));
  if (typeof value !== 'object') return String(value);
  return Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, toText(inside)]));
}

/** @throws ValidationError for undefined values below `filters` */
function toParams(params: object): ParamObject {
  const value = toParamValue(params, 'params');
  return isKeys(value) ? value : {};
}

/** All other values mean no limit. */
function isPositive(value: unknown): boolean {
  const number = numberOf(value);
  return number > 0 && Number.isSafeInteger(number);
}

function isObject(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
