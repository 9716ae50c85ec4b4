// Converts parameters of row queries to the parameters of a read and a selection of columns.
import { numberOf, stringOf } from '../../base/json.ts';
import { toParamValue } from '../../documents/programs/program-values.ts';
import { deferErrors } from '../../query/deferred.ts';
import {
  readParams,
  populateOptions,
  populateWith,
  WHOLE_LIST,
  type FilterTree,
  type OffsetPagination,
  type ParamValue,
  type PopulateOption,
  type PopulateValue,
  type ReadParams,
  type SortTerm,
} from '../../query/params.ts';
import { parseSearch } from '../../query/parse.ts';
import { parseFilters } from '../../query/parse/filters.ts';
import { parseSort } from '../../query/parse/sort.ts';
import { isObject as isKeys } from '../../query/parse/values.ts';
import { ownValue, setOwnValue } from '../packages/strapi-utils/values.ts';
import type { Attribute, Model } from '../../schema/types.ts';
import type { Params } from '../strapi/code-values.ts';
import { attributeNames, withAttributeNames, type StoredModels } from './column-names.ts';
import { presentConditions } from './present-values.ts';
import { modelsOf, type Selection } from './selection.ts';

/** A row query, and the columns that are returned. */
export interface ConvertedQuery {
  readonly params: ReadParams;
  readonly selection: Selection;
}

/** Converts parameters of a list of rows. @throws ValidationError for values that cannot be compared */
export function toRowQuery(models: StoredModels, uid: string, params: Params): ConvertedQuery {
  const model = models.registry.model(uid);
  const level = toLevel({ models, model, isNested: false }, params);
  const { filters, sort, fields, populate, selection } = level;
  return {
    params: {
      ...readParams({ filters, sort, fields: fields ?? 'all', populate: populateWith(populate) }),
      rows: deferErrors(() => ({ ...ROWS, pagination: rangeOf(params), search: searchOf(params) })),
    },
    // Rows of links are read with their ids.
    selection: filtersRelations(model, conditionsOf(params))
      ? { ...selection, id: true }
      : selection,
  };
}

const ROWS = { locale: { kind: 'default' }, publicationFilter: null } as const;

function rangeOf({ limit, offset }: Params): OffsetPagination {
  return {
    ...WHOLE_LIST,
    ...(isPositive(limit) ? { limit: numberOf(limit) } : {}),
    ...(isPositive(offset) ? { offset: numberOf(offset) } : {}),
  };
}

/** @throws ValidationError */
function searchOf({ _q: text }: Params): string | null {
  return text === undefined || text === null ? null : parseSearch(stringOf(text));
}

/** Converts parameters to those of a count of all matching rows. @throws ValidationError */
export function toCountParams(models: StoredModels, uid: string, params: Params): ReadParams {
  const { where, filters, _q } = params;
  const { params: counted } = toRowQuery(models, uid, { where, filters, _q, select: ['id'] });
  const pagination = { ...WHOLE_LIST, limit: 1, withCount: true };
  const { rows } = counted;
  return 'value' in rows ? { ...counted, rows: { value: { ...rows.value, pagination } } } : counted;
}

/** The rows of a query, or populated rows. */
interface Level {
  readonly models: StoredModels;
  readonly model: Model;
  readonly isNested: boolean;
}

/** The parameters of a level. */
interface LevelParams {
  readonly filters: FilterTree | null;
  readonly sort: readonly SortTerm[];
  /** Null for all. */
  readonly fields: readonly string[] | null;
  readonly populate: readonly (readonly [string, PopulateValue])[];
  readonly selection: Selection;
}

function toLevel({ models, model, isNested }: Level, params: Params): LevelParams {
  const { select, orderBy, populate, limit, offset } = params;
  const where = withAttributeNames(models, model, conditionsOf(params));
  const columns = namesOf(select);
  const names = columns && attributeNames(models, model, columns);
  const sort = toSort(orderBy);
  const children = populated(model, populate).map(
    ([attribute, options]) => [attribute.name, toChild(models, attribute, options)] as const,
  );
  // The attributes by which related rows are sorted are read as well.
  const sorted = isNested ? sort.flatMap(({ path }) => path[0] ?? []) : [];
  const fields = names && [...names, ...sorted.filter((name) => isColumn(model, name))];
  return {
    filters: where === undefined || where === null ? null : toConditions(where),
    sort,
    fields: fields?.length === 0 ? ['id'] : fields,
    populate: children.map(([name, { value }]) => [name, value] as const),
    selection: {
      id: !fields || fields.includes('id') || children.length > 0,
      documentId: !fields || fields.includes('documentId'),
      children: new Map(children.map(([name, { selection }]) => [name, selection])),
      offset: isNested && isPositive(offset) ? numberOf(offset) : 0,
      limit: isNested && isPositive(limit) ? numberOf(limit) : null,
    },
  };
}

/** A populated attribute. */
interface Child {
  readonly value: PopulateValue;
  readonly selection: Selection;
}

function toChild(models: StoredModels, attribute: Attribute, options: Params): Child {
  const { registry } = models;
  const [only, ...others] = modelsOf(registry, attribute);
  const { on, count } = options;
  if (only && others.length === 0 && on === undefined) {
    return count === true
      ? { value: populateOptions([{ option: 'count', flag: true }]), selection: ALL }
      : toRows({ models, model: only, isNested: true }, options);
  }
  const kinds = Object.entries(isObject(on) ? on : {}).flatMap(([uid, inside]) => {
    if (!registry.has(uid)) return [];
    const level = { models, model: registry.model(uid), isNested: true };
    const { value } = toRows(level, isObject(inside) ? inside : {});
    return [{ name: uid, value }];
  });
  const value: PopulateValue =
    kinds.length > 0
      ? populateOptions([{ option: 'on', on: { form: 'kinds', kinds, isList: false } }])
      : populateOptions([]);
  return { value, selection: ALL };
}

function toRows(level: Level, params: Params): Child {
  const { filters, sort, fields, populate, selection } = toLevel(level, params);
  const list: PopulateOption[] = [];
  if (filters) list.push({ option: 'filters', filters });
  if (fields) list.push({ option: 'fields', fields: { value: fields } });
  if (sort.length > 0) list.push({ option: 'sort', sort });
  if (populate.length > 0) {
    list.push({ option: 'populate', populate: { value: populateWith(populate) } });
  }
  return { value: populateOptions(list), selection };
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
function toConditions(where: unknown): FilterTree | null {
  // A missing value below this key is rejected.
  const params = toParamValue({ filters: presentConditions(where) }, 'params');
  const filters = isKeys(params) ? params['filters'] : undefined;
  return filters === undefined ? null : parseFilters(withoutNulls(filters));
}

/** No value equals null, so null in a list matches nothing. */
function withoutNulls(value: ParamValue): ParamValue {
  if (Array.isArray(value)) {
    const items = value as readonly ParamValue[];
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

/** A string is the name of one attribute. */
function toSort(orderBy: unknown): readonly SortTerm[] {
  if (orderBy === undefined || orderBy === null) return [];
  const items = Array.isArray(orderBy) ? (orderBy as readonly unknown[]) : [orderBy];
  return items.flatMap((item): readonly SortTerm[] => {
    if (typeof item === 'string') return [{ path: [item], direction: 'asc', explicit: null }];
    const keys = toParamValue(item, 'orderBy');
    return isKeys(keys) ? parseSort(keys) : [];
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

/** All other values mean no limit. */
function isPositive(value: unknown): boolean {
  const number = numberOf(value);
  return number > 0 && Number.isSafeInteger(number);
}

function isObject(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
