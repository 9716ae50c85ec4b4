// Traverses filters: operators, attributes, and attributes of relations, components and media.
import { isScalarAttribute } from '../content-types.ts';
import { curry, type Curried } from '../curry.ts';
import { attributeOf, type Model } from '../model.ts';
import { isOperator } from '../operators.ts';
import { isEmpty, isObject, isRecord } from '../values.ts';
import {
  keyWalk,
  optionsInside,
  runWalk,
  targetOf,
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
  return yield* walkKeys(visitor, options, filters);
}

const walkKeys = keyWalk(walkValue);

function walkValue(visitor: Visitor, here: VisitorOptions, value: unknown): Walk | null {
  const next = nextModel(here, value);
  return next && walkFilters(visitor, optionsInside(here, next.model), value);
}

/** The model to which the keys of a value belong; null if the value is not traversed. */
function nextModel(
  { key, attribute, schema, getModel }: VisitorOptions,
  value: unknown,
): { readonly model: Model | undefined } | null {
  if (!attribute) return isOpaque(key, value, schema) ? null : { model: schema };
  if (isScalarAttribute(attribute)) return isRecord(value) ? { model: schema } : null;
  const model = targetOf(attribute, getModel);
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
