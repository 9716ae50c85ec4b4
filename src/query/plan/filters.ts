// Plans filters: looks up every key and moves negations down to the comparisons. Each relation can then be tested by its
// own subquery, with the same result as Strapi's LEFT JOINs (docs/strapi/reading.md, "Filters").
import { AppError, validationError } from '../../base/errors.ts';
import type { Attribute, Model } from '../../schema/types.ts';
import type { FilterKey, FilterTree } from '../params.ts';
import type { Filter, RelatedNode } from '../plan.ts';
import { isOperator, planComparison } from './comparisons.ts';
import type { NameScope, ParamName, PlanContext } from './context.ts';
import { hasKeys, itemsOf, scalarOf, printFilter } from './filter-tree.ts';
import {
  invalidQueryKey,
  dotted,
  idColumn,
  isForbidden,
  isPassword,
  targetOf,
  type NamedColumn,
} from './names.ts';
import { InvalidValueError } from './values.ts';

/** Plans a filter on the rows of a model; null if there is no condition. @throws ValidationError */
export function planFilters(
  context: PlanContext,
  scope: NameScope,
  filters: FilterTree | null,
): Filter | null {
  if (filters === null || scalarOf(filters) === null) return null;
  if (filters.form === 'value') {
    throw validationError('The filters parameter must be an object or an array');
  }
  const planner = new FilterPlanner(context, scope);
  const filter = planner.rows(filters, { model: scope.model, path: [], negated: false });
  planner.throwFirst();
  if (filter) context.countSteps(stepsOf(filter));
  return filter;
}

/** The number of relations that a filter goes through. */
function stepsOf(filter: Filter): number {
  if (filter.kind === 'compare') return 0;
  if (filter.kind === 'related') return 1 + stepsOf(filter.filter);
  return filter.items.reduce((sum, item) => sum + stepsOf(item), 0);
}

/** The position of the planner in the filter tree. */
interface FilterPosition {
  readonly model: Model;
  /** Attribute names from the root. */
  readonly path: readonly string[];
  readonly negated: boolean;
}

/** Kinds of errors in the order in which they are reported, whatever their order in the query. */
const RANKS = ['unknown', 'zone', 'morph', 'password', 'private', 'forbidden'] as const;
type Rank = (typeof RANKS)[number];

class FilterPlanner {
  readonly #context: PlanContext;
  readonly #param: ParamName;
  /** Attribute names that lead to the filtered model. */
  readonly #parentPath: readonly string[];
  readonly #errors: { rank: number; error: AppError }[] = [];

  constructor(context: PlanContext, { param, path = [] }: Pick<NameScope, 'param' | 'path'>) {
    this.#context = context;
    this.#param = param;
    this.#parentPath = path;
  }

  throwFirst(): void {
    const first = this.#errors.toSorted((a, b) => a.rank - b.rank)[0];
    if (first) throw first.error;
  }

  /** Conditions on the rows of a model: attributes and groups, and below a relation also operators on its id. */
  rows(tree: FilterTree, at: FilterPosition): Filter | null {
    const isRelated = at.path.length > 0;
    const parts = isRelated ? splitMixedList(tree) : null;
    if (parts) return this.#all(parts, at, (part) => this.rows(part, at));
    if (hasKeys(tree)) return this.#all(tree.keys, at, (key) => this.#rowKey(key, at));
    if (isRelated) return this.#column(ROW_ID, tree, at);
    return this.#reject('unknown', tree.form === 'list' ? tree.index : 'filters', at);
  }

  /** Conditions that must all hold. */
  #all<Part>(
    parts: readonly Part[],
    { negated }: FilterPosition,
    plan: (part: Part) => Filter | null,
  ): Filter | null {
    return combine(negated ? 'or' : 'and', parts.map(plan));
  }

  #rowKey(filterKey: FilterKey, at: FilterPosition): Filter | null {
    const { kind, key, value } = filterKey;
    switch (kind) {
      case 'and':
      case 'or':
        return this.#group(filterKey, at, (item) => this.#item(item, at));
      case 'not':
        return this.#not(value, at);
      case 'operator':
        if (!isOperator(key) || at.path.length === 0) return this.#reject('unknown', key, at);
        return this.#column(ROW_ID, { form: 'keys', keys: [filterKey] }, at);
      case 'name': {
        const column = idColumn(at.model, key);
        if (column) return this.#column(column, value, at);
        const attribute = at.model.attributes.get(key);
        if (!attribute) return this.#reject('unknown', key, at);
        return this.#attribute(attribute, value, { ...at, path: [...at.path, key] });
      }
    }
  }

  /** One item of a group: an object, or a list of objects that must all hold. */
  #item(tree: FilterTree, at: FilterPosition): Filter | null {
    return this.#all(itemsOf(tree) ?? [tree], at, (item) =>
      hasKeys(item) ? this.rows(item, at) : this.#reject('unknown', printFilter(item), at),
    );
  }

  #not(tree: FilterTree, at: FilterPosition): Filter | null {
    const inside = { ...at, negated: !at.negated };
    if (at.path.length > 0 && !hasKeys(tree) && !hasObjects(tree)) return this.rows(tree, inside);
    if (tree.form !== 'value') return this.#item(tree, inside);
    return tree.value === null ? null : this.#reject('unknown', '$not', at);
  }

  #group(
    { kind, key, value }: FilterKey,
    at: FilterPosition,
    plan: (item: FilterTree) => Filter | null,
  ): Filter | null {
    const items = itemsOf(value);
    // An unknown key inside is reported before the group itself.
    if (hasKeys(value)) plan(value);
    if (!items) return this.#reject('unknown', key, at);
    return combine((kind === 'and') === at.negated ? 'or' : 'and', items.map(plan));
  }

  #attribute(attribute: Attribute, value: FilterTree, at: FilterPosition): Filter | null {
    const rejection = this.#rejection(attribute, at);
    if (rejection) this.#reject(rejection, attribute.name, at);
    if (attribute.kind === 'scalar') {
      return this.#column({ name: attribute.name, type: attribute.type }, value, at);
    }
    const target = targetOf(attribute);
    if (target === null) return null;
    const filter = this.rows(value, { ...at, model: this.#context.registry.model(target) });
    return filter && { kind: 'related', attribute: attribute.name, target, filter };
  }

  #rejection(attribute: Attribute, { path }: FilterPosition): Rank | null {
    if (attribute.kind === 'dynamiczone') return 'zone';
    if (attribute.kind === 'morph' && attribute.target === undefined) return 'morph';
    if (isPassword(attribute)) return 'password';
    if (attribute.private) return 'private';
    const isReadable = this.#context.mayRead([...this.#parentPath, ...path]);
    return isReadable && !isForbidden(attribute, this.#context.access) ? null : 'forbidden';
  }

  /** Conditions on one column: a value, operators, or a list of values. */
  #column(column: NamedColumn, tree: FilterTree, at: FilterPosition): Filter | null {
    const parts = splitMixedList(tree);
    if (parts) return this.#all(parts, at, (part) => this.#column(column, part, at));
    if (tree.form === 'list') return this.#compare(column, ['$in', tree], at);
    if (tree.form === 'value') return this.#compare(column, ['$eq', tree], at);
    return this.#all(tree.keys, at, (filterKey) => {
      const { kind, key, value } = filterKey;
      if (kind === 'and' || kind === 'or') {
        return this.#group(filterKey, at, (item) => this.#column(column, item, at));
      }
      if (kind === 'not') return this.#column(column, value, { ...at, negated: !at.negated });
      if (isOperator(key)) return this.#compare(column, [key, value], at);
      return this.#reject('unknown', key, at);
    });
  }

  #compare(
    column: NamedColumn,
    [operator, value]: readonly [string, FilterTree],
    at: FilterPosition,
  ): Filter | null {
    this.#context.countCondition();
    const key = unexpectedKey(value);
    if (key !== null) return this.#reject('unknown', key, at);
    try {
      return planComparison(this.#context, { column, operator, negated: at.negated }, value);
    } catch (error) {
      this.#context.deferValue(this.#valueError(error, operator, at));
      return null;
    }
  }

  #valueError(error: unknown, key: string, { path }: FilterPosition): AppError {
    if (error instanceof AppError) return error;
    if (!(error instanceof InvalidValueError)) throw error;
    const at = dotted(path);
    return validationError(`Invalid value${at === null ? '' : ` at ${at}`}. ${error.message}`, {
      key,
      path: at,
      source: 'query',
      param: this.#param,
    });
  }

  /** Records an error and continues, since an error that is reported earlier may follow. */
  #reject(rank: Rank, key: string, { path }: Pick<FilterPosition, 'path'>): null {
    this.#errors.push({
      rank: RANKS.indexOf(rank),
      error: invalidQueryKey(key, dotted(path), this.#param),
    });
    return null;
  }
}

/** The column of a condition on a relation itself. */
const ROW_ID: NamedColumn = { name: 'id', type: 'id' };

/**
 * Splits a key that has both plain values and objects (`title=a&title[$ne]=b`), which the query parser returns as a list:
 * each object is a part, and the plain values together are one. A plain value replaces an earlier `$eq`; all other parts
 * must match. Returns null for any other filter.
 */
function splitMixedList(tree: FilterTree): readonly FilterTree[] | null {
  const items = itemsOf(tree) ?? [];
  const values = items.filter((item) => !hasKeys(item));
  const [value] = values;
  if (tree.form !== 'list' || value === undefined || values.length === items.length) return null;
  const lastValue = items.findLastIndex((item) => !hasKeys(item));
  const objects = items.flatMap((item, index) => {
    if (!hasKeys(item)) return [];
    const keys = index < lastValue ? item.keys.filter(({ key }) => key !== '$eq') : item.keys;
    return { ...item, keys };
  });
  return [...objects, values.length === 1 ? value : { ...tree, items: values }];
}

/** The first key of an object instead of a value (docs/strapi/differences.md, D3). */
function unexpectedKey(tree: FilterTree): string | null {
  const object = (itemsOf(tree) ?? [tree]).find(hasKeys);
  return object ? (object.keys[0]?.key ?? '') : null;
}

function hasObjects(tree: FilterTree): boolean {
  return itemsOf(tree)?.some(hasKeys) ?? false;
}

function combine(kind: 'and' | 'or', items: readonly (Filter | null)[]): Filter | null {
  const all = items.filter((item) => item !== null);
  const filters = kind === 'or' ? mergeRelated(all) : all;
  return filters.length > 1 ? { kind, items: filters } : (filters[0] ?? null);
}

/** Merges alternatives on the same relation, so that one subquery tests them all. */
function mergeRelated(items: readonly Filter[]): readonly Filter[] {
  const related = new Map<string, Filter[]>();
  const others: Filter[] = [];
  for (const item of items) {
    if (item.kind !== 'related') others.push(item);
    else related.set(item.attribute, [...(related.get(item.attribute) ?? []), item.filter]);
  }
  return [
    ...others,
    ...items.filter(isRelated).flatMap((item) => {
      const filters = related.get(item.attribute) ?? [];
      related.delete(item.attribute);
      const filter = combine('or', filters);
      return filter ? [{ ...item, filter }] : [];
    }),
  ];
}

function isRelated(filter: Filter): filter is RelatedNode {
  return filter.kind === 'related';
}
