// Traverses an entry: its attributes, and those of populated entries and components.
import { curry, type Curried } from '../curry.ts';
import {
  attributeOf,
  FILE_MODEL,
  type GetModel,
  type Model,
  type ModelAttribute,
} from '../model.ts';
import { isNil, isObject, ownValue, setOwnValue } from '../values.ts';
import {
  below,
  isMorph,
  joined,
  runWalk,
  targetOf,
  visit,
  type Visitor,
  type VisitorTools,
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
  const { schema, getModel, path = ROOT, parent, allowedExtraRootKeys } = options;
  if (!isObject(entity) || isNil(schema)) return entity;
  const data: Record<string, unknown> = { ...entity };
  const tools: VisitorTools = {
    remove(key) {
      delete data[key];
    },
    set(key, value) {
      setOwnValue(data, key, value);
    },
  };
  for (const key of Object.keys(data)) {
    const attribute = attributeOf(schema, key);
    const at = below(path, key, attribute);
    const value = data[key];
    const common = { schema, getModel, parent, allowedExtraRootKeys };
    yield* visit(visitor, { ...common, data, key, value, attribute, path: at }, tools);
    const left = ownValue(data, key);
    if (isNil(left) || !attribute) continue;
    const modelOf = targets(attribute, getModel);
    if (modelOf === null) continue;
    const from = { key, path: at, schema, attribute };
    const next = { getModel, parent: from, allowedExtraRootKeys };
    if (!Array.isArray(left)) {
      if (attribute.type === 'dynamiczone') continue;
      data[key] = yield* walkEntity(visitor, { ...next, path: at, schema: modelOf(left) }, left);
      continue;
    }
    const items: unknown[] = [];
    for (const [i, item] of left.entries()) {
      const itemPath = { ...at, rawWithIndices: joined(at.rawWithIndices ?? null, i) };
      const inside = { ...next, path: itemPath, schema: modelOf(item) };
      items.push(yield* walkEntity(visitor, inside, item));
    }
    data[key] = items;
  }
  return data;
}

/** The model of a value; null if the value is not traversed. */
function targets(
  attribute: ModelAttribute,
  getModel: GetModel,
): ((item: unknown) => Model | undefined) | null {
  const named = (key: string) => (item: unknown) =>
    isObject(item) ? getModel(String(item[key])) : undefined;
  if (attribute.type === 'dynamiczone') return named('__component');
  if (attribute.type === 'relation' && isMorph(attribute)) return named('__type');
  if (!['relation', 'media', 'component'].includes(attribute.type)) return null;
  const model = targetOf(attribute, getModel, FILE_MODEL);
  return () => model;
}
