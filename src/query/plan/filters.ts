// In charge of filters: looks every key up and brings the tree into a form where negations stand only on comparisons.
// Then "some joined row satisfies" can be tested for each relation apart, which gives exactly the rows of Strapi's LEFT
// JOINs (docs/strapi/reading.md, "Filters").
import { AppError, validationError } from '../../base/errors.ts';
import type { Attribute, Model } from '../../schema/types.ts';
import { isObject, listItems, shown } from '../parse/values.ts';
import type { QueryValue } from '../params.ts';
import type { Filter, RelatedNode } from '../plan.ts';
import { isOperator, planComparison } from './comparisons.ts';
import type { ParamName, PlanContext } from './context.ts';
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
  { model, param }: { model: Model; param: ParamName },
  raw: QueryValue | undefined,
): Filter | null {
  if (raw === undefined || raw === null) return null;
  if (typeof raw === 'string') {
    throw validationError('The filters parameter must be an object or an array');
  }
  const planner = new FilterPlanner(context, param);
  const filter = planner.rows(raw, { model, path: [], negated: false });
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
  readonly #mistakes: { rank: number; error: AppError }[] = [];

  constructor(context: PlanContext, param: ParamName) {
    this.#context = context;
    this.#param = param;
  }

  throwFirst(): void {
    const first = this.#mistakes.toSorted((a, b) => a.rank - b.rank)[0];
    if (first) throw first.error;
  }

  /** Conditions on the rows of a model: attributes and groups; below a relation also operators on its id. */
  rows(raw: QueryValue, at: Position): Filter | null {
    const isRelated = at.path.length > 0;
    const parts = isRelated ? mixedParts(raw) : null;
    if (parts) return this.#all(parts, at, (part) => this.rows(part, at));
    if (isObject(raw) && !(isRelated && listItems(raw))) {
      return this.#all(Object.entries(raw), at, ([key, value]) => this.#rowKey(key, value, at));
    }
    if (isRelated) return this.#column(ROW_ID, raw, at);
    return this.#refuse('unknown', listItems(raw) ? '0' : 'filters', at);
  }

  /** Conditions that must all hold. */
  #all<Part>(
    parts: readonly Part[],
    { negated }: Position,
    plan: (part: Part) => Filter | null,
  ): Filter | null {
    return joined(negated ? 'or' : 'and', parts.map(plan));
  }

  #rowKey(key: string, value: QueryValue, at: Position): Filter | null {
    if (key === '$and' || key === '$or')
      return this.#group([key, value], at, (item) => this.#item(item, at));
    if (key === '$not') return this.#not(value, at);
    const column = idColumn(at.model, key);
    if (column) return this.#column(column, value, at);
    const attribute = at.model.attributes.get(key);
    if (attribute) return this.#attribute(attribute, value, { ...at, path: [...at.path, key] });
    if (isOperator(key) && at.path.length > 0) {
      return this.#column(ROW_ID, { [key]: value }, at);
    }
    return this.#refuse('unknown', key, at);
  }

  /** One item of a group: an object, or a list of objects that must all hold. */
  #item(raw: QueryValue, at: Position): Filter | null {
    return this.#all(listItems(raw) ?? [raw], at, (item) =>
      isObject(item) ? this.rows(item, at) : this.#refuse('unknown', shown(item), at),
    );
  }

  #not(raw: QueryValue, at: Position): Filter | null {
    const inside = { ...at, negated: !at.negated };
    if (at.path.length > 0 && !isObject(raw) && !hasObjects(raw)) return this.rows(raw, inside);
    if (typeof raw === 'object' && raw !== null) return this.#item(raw, inside);
    return raw === null ? null : this.#refuse('unknown', '$not', at);
  }

  #group(
    [key, raw]: readonly ['$and' | '$or', QueryValue],
    at: Position,
    plan: (item: QueryValue) => Filter | null,
  ): Filter | null {
    const items = listItems(raw);
    // An unknown key inside comes before the group itself.
    if (!items && isObject(raw)) plan(raw);
    if (!items) return this.#refuse('unknown', key, at);
    return joined((key === '$and') === at.negated ? 'or' : 'and', items.map(plan));
  }

  #attribute(attribute: Attribute, value: QueryValue, at: Position): Filter | null {
    const refusal = this.#refusal(attribute);
    if (refusal) this.#refuse(refusal, attribute.name, at);
    if (attribute.kind === 'scalar') {
      return this.#column({ name: attribute.name, type: attribute.type }, value, at);
    }
    const target = targetOf(attribute);
    if (target === null) return null;
    const filter = this.rows(value, { ...at, model: this.#context.registry.model(target) });
    return filter && { kind: 'related', attribute: attribute.name, target, filter };
  }

  #refusal(attribute: Attribute): Rank | null {
    if (attribute.kind === 'dynamiczone') return 'zone';
    if (attribute.kind === 'morph' && attribute.target === undefined) return 'morph';
    if (isPassword(attribute)) return 'password';
    if (attribute.private) return 'private';
    return isForbidden(attribute, this.#context.access) ? 'forbidden' : null;
  }

  /** Conditions on one column: a value, operators, or a list of values. */
  #column(column: NamedColumn, raw: QueryValue, at: Position): Filter | null {
    const parts = mixedParts(raw);
    if (parts) return this.#all(parts, at, (part) => this.#column(column, part, at));
    const items = listItems(raw);
    if (items) return this.#compare(column, ['$in', items], at);
    if (!isObject(raw)) return this.#compare(column, ['$eq', raw], at);
    return this.#all(Object.entries(raw), at, ([key, value]) => {
      if (key === '$and' || key === '$or') {
        return this.#group([key, value], at, (item) => this.#column(column, item, at));
      }
      if (key === '$not') return this.#column(column, value, { ...at, negated: !at.negated });
      if (isOperator(key)) return this.#compare(column, [key, value], at);
      return this.#refuse('unknown', key, at);
    });
  }

  #compare(
    column: NamedColumn,
    operation: readonly [string, QueryValue],
    at: Position,
  ): Filter | null {
    this.#context.countCondition();
    const [operator, value] = operation;
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
function mixedParts(raw: QueryValue): readonly QueryValue[] | null {
  const items = listItems(raw);
  const values = items?.filter((item) => !isObject(item)) ?? [];
  if (!items || values.length === 0 || values.length === items.length) return null;
  const lastValue = items.findLastIndex((item) => !isObject(item));
  const objects = items.flatMap((item, index) => {
    if (!isObject(item)) return [];
    const { $eq: replaced, ...others } = item;
    return index < lastValue && replaced !== undefined ? others : item;
  });
  return [...objects, values.length === 1 ? (values[0] ?? null) : values];
}

/** The first key of an object that stands where values belong (docs/strapi/differences.md, D3). */
function foreignKey(value: QueryValue): string | null {
  const candidates: readonly QueryValue[] = listItems(value) ?? [value];
  const object = candidates.find((item) => isObject(item));
  return object ? (Object.keys(object)[0] ?? '') : null;
}

function hasObjects(value: QueryValue): boolean {
  return listItems(value)?.some((item) => isObject(item)) ?? false;
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
