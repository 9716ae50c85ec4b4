// Traverses filters: operators, attributes, and attributes of relations, components and media.
import { isScalarAttribute } from '../content-types.ts';
import { curry, type Curried } from '../curry.ts';
import { attributeOf, FILE_MODEL, type Model } from '../model.ts';
import { isOperator } from '../operators.ts';
import { isEmpty, isNil, isObject, isRecord, ownValue, setOwnValue } from '../values.ts';
import {
  below,
  ROOT,
  runWalk,
  targetOf,
  visit,
  type Visitor,
  type VisitorOptions,
  type Walk,
  type WalkOptions,
} from './walk.ts';

/** `traverseQueryFilters(visitor, { schema, getModel }, filters)` returns changed filters. */
export const traverseQueryFilters: Curried = curry(3, (visitor, options, filters) =>
  runWalk(walkFilters(visitor as Visitor, options as WalkOptions, filters)),
);

/** Traverses a copy of filters. */
export function* walkFilters(visitor: Visitor, options: WalkOptions, filters: unknown): Walk {
  if (Array.isArray(filters)) return yield* walkList(visitor, options, filters);
  if (!isObject(filters)) return filters;
  const { schema, getModel, path = ROOT, parent } = options;
  const data: Record<string, unknown> = { ...filters };
  const tools = {
    remove(key: string) {
      delete data[key];
    },
    set(key: string, value: unknown) {
      setOwnValue(data, key, value);
    },
  };
  for (const key of Object.keys(data)) {
    const attribute = attributeOf(schema, key);
    const at = below(path, key, attribute);
    const here: VisitorOptions = {
      key,
      value: data[key],
      attribute,
      schema,
      path: at,
      data,
      getModel,
      parent,
    };
    yield* visit(visitor, here, tools);
    const value = ownValue(data, key);
    if (isNil(value)) continue;
    const next = nextModel(here, value);
    if (next === null) continue;
    const from = { key, path: at, schema, attribute };
    const inside = { schema: next.model, path: at, getModel, parent: from };
    data[key] = yield* walkFilters(visitor, inside, value);
  }
  return data;
}

/** The model to which the keys of a value belong; null if the value is not traversed. */
function nextModel(
  { key, attribute, schema, getModel }: VisitorOptions,
  value: unknown,
): { readonly model: Model | undefined } | null {
  if (!attribute) return isOpaque(key, value, schema) ? null : { model: schema };
  if (isScalarAttribute(attribute)) return isRecord(value) ? { model: schema } : null;
  const model = targetOf(attribute, getModel, FILE_MODEL);
  return model ? { model } : null;
}

/** An operand that is an object but not a filter, such as a date. */
function isOpaque(key: string, value: unknown, schema: Model | undefined): boolean {
  if (!isOperator(key) || key === '$not' || !isRecord(value)) return false;
  return !Object.keys(value).some((name) => isOperator(name) || attributeOf(schema, name));
}

function* walkList(visitor: Visitor, options: WalkOptions, filters: readonly unknown[]): Walk {
  const { path } = options;
  const items: unknown[] = [];
  for (const [i, item] of filters.entries()) {
    const at = path ? { path: { ...path, raw: `${path.raw}[${i}]` } } : {};
    items.push(yield* walkFilters(visitor, { ...options, ...at }, item));
  }
  return items.filter((item) => !(isObject(item) && isEmpty(item)));
}
