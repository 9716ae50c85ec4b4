// Traverses an entry: its attributes, and those of populated entries and components.
import { curry, type Curried } from '../curry.ts';
import type { GetModel, Model, ModelAttribute } from '../model.ts';
import { isNil, isObject } from '../values.ts';
import {
  keyWalk,
  isMorph,
  joined,
  optionsInside,
  runWalk,
  targetOf,
  type Visitor,
  type VisitorOptions,
  type Walk,
  type WalkOptions,
  type WalkPath,
} from './walk.ts';

const ROOT: WalkPath = { raw: null, attribute: null, rawWithIndices: null };

/** `traverseEntity(visitor, { schema, getModel }, entry)` returns a changed copy of the entry. */
export const traverseEntity: Curried = curry(3, (visitor, options, entity) =>
  runWalk(walkEntity(visitor as Visitor, options as WalkOptions, entity)),
);

/** Traverses a copy of an entry. Values that are not objects are not changed. */
export function* walkEntity(visitor: Visitor, options: WalkOptions, entity: unknown): Walk {
  if (!isObject(entity) || isNil(options.schema)) return entity;
  const rooted = options.path ? options : { ...options, path: ROOT };
  return yield* walkKeys(visitor, rooted, entity);
}

const walkKeys = keyWalk(walkValue);

function walkValue(visitor: Visitor, here: VisitorOptions, value: unknown): Walk | null {
  const { attribute, getModel } = here;
  const modelOf = attribute ? targets(attribute, getModel) : null;
  if (modelOf === null) return null;
  if (Array.isArray(value)) return walkItems({ visitor, modelOf }, here, value);
  if (attribute?.type === 'dynamiczone') return null;
  return walkEntity(visitor, optionsInside(here, modelOf(value)), value);
}

type ModelOf = (item: unknown) => Model | undefined;

function* walkItems(
  { visitor, modelOf }: { readonly visitor: Visitor; readonly modelOf: ModelOf },
  here: VisitorOptions,
  list: readonly unknown[],
): Walk {
  const items: unknown[] = [];
  for (const [i, item] of list.entries()) {
    const path = { ...here.path, rawWithIndices: joined(here.path.rawWithIndices ?? null, i) };
    items.push(yield* walkEntity(visitor, optionsInside(here, modelOf(item), path), item));
  }
  return items;
}

/** The model of a value; null if the value is not traversed. */
function targets(attribute: ModelAttribute, getModel: GetModel): ModelOf | null {
  const named = (key: string) => (item: unknown) =>
    isObject(item) ? getModel(String(item[key])) : undefined;
  if (attribute.type === 'dynamiczone') return named('__component');
  if (attribute.type === 'relation' && isMorph(attribute)) return named('__type');
  if (!['relation', 'media', 'component'].includes(attribute.type)) return null;
  const model = targetOf(attribute, getModel);
  return () => model;
}
