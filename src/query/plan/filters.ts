// Planner of filters: looks every key up and brings the tree into a form where negations stand only on comparisons.
// Then "some joined row satisfies" can be tested for each relation apart, which gives exactly the rows of Strapi's LEFT
// JOINs (docs/strapi/reading.md, "Filters").
import { AppError, validationError } from '../../base/errors.ts';
import type { Attribute, Model } from '../../schema/types.ts';
import type { FilterKey, FilterTree } from '../params.ts';
import type { Filter, RelatedNode } from '../plan.ts';
import { isOperator, planComparison } from './comparisons.ts';
import type { NamedPlace, ParamName, PlanContext } from './context.ts';
import { hasKeys, itemsOf, scalarOf, shownTree } from './filter-tree.ts';
import {
  badKey,
  dotted,
  idColumn,
  isForbidden,
  isPassword,
  targetOf,
  type NamedColumn,
} from './names.ts';
import { BadValue } from './values.ts';

/** Plans the filters of one model's rows. Null: no condition. @throws ValidationError */
export function planFilters(
  context: PlanContext,
  place: NamedPlace,
  filters: FilterTree | null,
): Filter | null {
  if (filters === null || scalarOf(filters) === null) return null;
  if (filters.form === 'value') {
    throw validationError('The filters parameter must be an object or an array');
  }
  const planner = new FilterPlanner(context, place);
  const filter = planner.rows(filters, { model: place.model, path: [], negated: false });
  planner.throwFirst();
  if (filter) context.countSteps(stepsOf(filter));
  return filter;
}

/** How often a filter goes through a relation. */
function stepsOf(filter: Filter): number {
  if (filter.kind === 'compare') return 0;
  if (filter.kind === 'related') return 1 + stepsOf(filter.filter);
  return filter.items.reduce((sum, item) => sum + stepsOf(item), 0);
}

/** Where in the tree the planner stands. */
interface Position {
  readonly model: Model;
  /** Attribute names from the root. */
  readonly path: readonly string[];
  readonly negated: boolean;
}

/** The order in which kinds of mistakes are answered, whichever stands first in the query. */
const RANKS = ['unknown', 'zone', 'morph', 'password', 'private', 'forbidden'] as const;
type Rank = (typeof RANKS)[number];

class FilterPlanner {
  readonly #context: PlanContext;
  readonly #param: ParamName;
  /** Attribute names that lead to the filtered model. */
  readonly #above: readonly string[];
  readonly #mistakes: { rank: number; error: AppError }[] = [];

  constructor(context: PlanContext, { param, path = [] }: Pick<NamedPlace, 'param' | 'path'>) {
    this.#context = context;
    this.#param = param;
    this.#above = path;
  }

  throwFirst(): void {
    const first = this.#mistakes.toSorted((a, b) => a.rank - b.rank)[0];
    if (first) throw first.error;
  }

  /** Conditions on the rows of a model: attributes and groups; below a relation also operators on its id. */
  rows(tree: FilterTree, at: Position): Filter | null {
    const isRelated = at.path.length > 0;
    const parts = isRelated ? mixedParts(tree) : null;
    if (parts) return this.#all(parts, at, (part) => this.rows(part, at));
    if (hasKeys(tree)) return this.#all(tree.keys, at, (key) => this.#rowKey(key, at));
    if (isRelated) return this.#column(ROW_ID, tree, at);
    return this.#refuse('unknown', tree.form === 'list' ? tree.index : 'filters', at);
  }

  /** Conditions that must all hold. */
  #all<Part>(
    parts: readonly Part[],
    { negated }: Position,
    plan: (part: Part) => Filter | null,
  ): Filter | null {
    return joined(negated ? 'or' : 'and', parts.map(plan));
  }

  #rowKey(given: FilterKey, at: Position): Filter | null {
    const { kind, key, value } = given;
    switch (kind) {
      case 'and':
      case 'or':
        return this.#group(given, at, (item) => this.#item(item, at));
      case 'not':
        return this.#not(value, at);
      case 'operator':
        if (!isOperator(key) || at.path.length === 0) return this.#refuse('unknown', key, at);
        return this.#column(ROW_ID, { form: 'keys', keys: [given] }, at);
      case 'name': {
        const column = idColumn(at.model, key);
        if (column) return this.#column(column, value, at);
        const attribute = at.model.attributes.get(key);
        if (!attribute) return this.#refuse('unknown', key, at);
        return this.#attribute(attribute, value, { ...at, path: [...at.path, key] });
      }
    }
  }

  /** One item of a group: an object, or a list of objects that must all hold. */
  #item(tree: FilterTree, at: Position): Filter | null {
    return this.#all(itemsOf(tree) ?? [tree], at, (item) =>
      hasKeys(item) ? this.rows(item, at) : this.#refuse('unknown', shownTree(item), at),
    );
  }

  #not(tree: FilterTree, at: Position): Filter | null {
    const inside = { ...at, negated: !at.negated };
    if (at.path.length > 0 && !hasKeys(tree) && !hasObjects(tree)) return this.rows(tree, inside);
    if (tree.form !== 'value') return this.#item(tree, inside);
    return tree.value === null ? null : this.#refuse('unknown', '$not', at);
  }

  #group(
    { kind, key, value }: FilterKey,
    at: Position,
    plan: (item: FilterTree) => Filter | null,
  ): Filter | null {
    const items = itemsOf(value);
    // An unknown key inside comes before the group itself.
    if (hasKeys(value)) plan(value);
    if (!items) return this.#refuse('unknown', key, at);
    return joined((kind === 'and') === at.negated ? 'or' : 'and', items.map(plan));
  }

  #attribute(attribute: Attribute, value: FilterTree, at: Position): Filter | null {
    const refusal = this.#refusal(attribute, at);
    if (refusal) this.#refuse(refusal, attribute.name, at);
    if (attribute.kind === 'scalar') {
      return this.#column({ name: attribute.name, type: attribute.type }, value, at);
    }
    const target = targetOf(attribute);
    if (target === null) return null;
    const filter = this.rows(value, { ...at, model: this.#context.registry.model(target) });
    return filter && { kind: 'related', attribute: attribute.name, target, filter };
  }

  #refusal(attribute: Attribute, { path }: Position): Rank | null {
    if (attribute.kind === 'dynamiczone') return 'zone';
    if (attribute.kind === 'morph' && attribute.target === undefined) return 'morph';
    if (isPassword(attribute)) return 'password';
    if (attribute.private) return 'private';
    const isReadable = this.#context.mayRead([...this.#above, ...path]);
    return isReadable && !isForbidden(attribute, this.#context.access) ? null : 'forbidden';
  }

  /** Conditions on one column: a value, operators, or a list of values. */
  #column(column: NamedColumn, tree: FilterTree, at: Position): Filter | null {
    const parts = mixedParts(tree);
    if (parts) return this.#all(parts, at, (part) => this.#column(column, part, at));
    if (tree.form === 'list') return this.#compare(column, ['$in', tree], at);
    if (tree.form === 'value') return this.#compare(column, ['$eq', tree], at);
    return this.#all(tree.keys, at, (given) => {
      const { kind, key, value } = given;
      if (kind === 'and' || kind === 'or') {
        return this.#group(given, at, (item) => this.#column(column, item, at));
      }
      if (kind === 'not') return this.#column(column, value, { ...at, negated: !at.negated });
      if (isOperator(key)) return this.#compare(column, [key, value], at);
      return this.#refuse('unknown', key, at);
    });
  }

  #compare(
    column: NamedColumn,
    [operator, value]: readonly [string, FilterTree],
    at: Position,
  ): Filter | null {
    this.#context.countCondition();
    const key = foreignKey(value);
    if (key !== null) return this.#refuse('unknown', key, at);
    try {
      return planComparison(this.#context, { column, operator, negated: at.negated }, value);
    } catch (error) {
      this.#context.deferValue(this.#valueError(error, operator, at));
      return null;
    }
  }

  #valueError(error: unknown, key: string, { path }: Position): AppError {
    if (error instanceof AppError) return error;
    if (!(error instanceof BadValue)) throw error;
    const at = dotted(path);
    return validationError(`Invalid value${at === null ? '' : ` at ${at}`}. ${error.message}`, {
      key,
      path: at,
      source: 'query',
      param: this.#param,
    });
  }

  /** Notes a mistake and goes on: a worse one may follow. */
  #refuse(rank: Rank, key: string, { path }: Pick<Position, 'path'>): null {
    this.#mistakes.push({
      rank: RANKS.indexOf(rank),
      error: badKey(key, dotted(path), this.#param),
    });
    return null;
  }
}

/** The column that a condition on a relation itself is about. */
const ROW_ID: NamedColumn = { name: 'id', type: 'id' };

/**
 * The parts of a key that was given both plainly and as an object (`title=a&title[$ne]=b`), which the parser makes a list
 * of: each object, and the plain values together. A plain value replaces an `$eq` before it, which asks the same question;
 * everything else must hold. Null for anything else.
 */
function mixedParts(tree: FilterTree): readonly FilterTree[] | null {
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

/** The first key of an object that stands where values belong (docs/strapi/differences.md, D3). */
function foreignKey(tree: FilterTree): string | null {
  const object = (itemsOf(tree) ?? [tree]).find(hasKeys);
  return object ? (object.keys[0]?.key ?? '') : null;
}

function hasObjects(tree: FilterTree): boolean {
  return itemsOf(tree)?.some(hasKeys) ?? false;
}

function joined(kind: 'and' | 'or', items: readonly (Filter | null)[]): Filter | null {
  const all = items.filter((item) => item !== null);
  const kept = kind === 'or' ? merged(all) : all;
  return kept.length > 1 ? { kind, items: kept } : (kept[0] ?? null);
}

/** Some row satisfies one filter, or some row another: some row satisfies either. One look instead of several. */
function merged(items: readonly Filter[]): readonly Filter[] {
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
      const filter = joined('or', filters);
      return filter ? [{ ...item, filter }] : [];
    }),
  ];
}

function isRelated(filter: Filter): filter is RelatedNode {
  return filter.kind === 'related';
}
