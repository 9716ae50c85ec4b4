// Traverses a populate: paths, lists and objects, with nested populates.
import { isMorphToRelationalAttribute } from '../content-types.ts';
import { curry, type Curried } from '../curry.ts';
import { attributeOf, FILE_MODEL, type ModelAttribute } from '../model.ts';
import { isNil, isObject, isRecord, isStringList, ownValue, setOwnValue } from '../values.ts';
import {
  below,
  ROOT,
  runWalk,
  targetOf,
  visit,
  type Visitor,
  type VisitorOptions,
  type VisitorTools,
  type Walk,
  type WalkOptions,
} from './walk.ts';

/** `traverseQueryPopulate(visitor, { schema, getModel }, populate)` returns a changed populate. */
export const traverseQueryPopulate: Curried = curry(3, (visitor, options, populate) =>
  runWalk(walkPopulate(visitor as Visitor, options as WalkOptions, populate)),
);

/**
 * Traverses a copy of a populate. Paths remain paths unless a visitor changes them to something that a path cannot express.
 */
export function* walkPopulate(visitor: Visitor, options: WalkOptions, populate: unknown): Walk {
  if (populate === '*') return yield* walkWildcard(visitor, options);
  if (typeof populate === 'string') {
    const left = yield* walkKeys(visitor, options, pathTree([populate]));
    const paths = pathsOf(left);
    return paths ? paths[0] : left;
  }
  if (isStringList(populate)) {
    const left = yield* walkKeys(visitor, options, pathTree(populate));
    return pathsOf(left) ?? left;
  }
  return isObject(populate) ? yield* walkKeys(visitor, options, populate) : populate;
}

/** `*` is visited as the value of the empty key. The value that a visitor sets becomes the populate. */
function* walkWildcard(visitor: Visitor, options: WalkOptions): Walk {
  const { schema, getModel, path = ROOT, parent } = options;
  let left: unknown = '*';
  const tools: VisitorTools = {
    remove() {
      left = undefined;
    },
    set(_key, value) {
      left = value;
    },
  };
  const at = below(path, '', undefined);
  const here = { key: '', value: '*', schema, path: at, data: '*', getModel, parent };
  yield* visit(visitor, { ...here, attribute: undefined }, tools);
  return left;
}

function* walkKeys(
  visitor: Visitor,
  options: WalkOptions,
  populate: Record<string, unknown>,
): Walk {
  const { schema, getModel, path = ROOT, parent } = options;
  const data = { ...populate };
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
    const here = { key, value: data[key], attribute, schema, path: at, data, getModel, parent };
    yield* visit(visitor, here, tools);
    const value = ownValue(data, key);
    if (isNil(value) || isQueryOf(here)) continue;
    data[key] = yield* walkInside(visitor, here, value);
  }
  return data;
}

/** Keywords whose values are not populates, even if an attribute has the same name. */
function isQueryOf({ key, attribute, parent }: VisitorOptions): boolean {
  return ['sort', 'filters', 'fields'].includes(key) && (!attribute || Boolean(parent?.attribute));
}

function* walkInside(visitor: Visitor, here: VisitorOptions, value: unknown): Walk {
  const { key, attribute, schema, path, getModel } = here;
  const from = { key, path, schema, attribute };
  const inside = { schema, path, getModel, parent: from };
  if (!attribute) {
    if (key === 'populate') return yield* walkPopulate(visitor, inside, value);
    return key === 'on' && isRecord(value) ? yield* walkFragments(visitor, here, value) : value;
  }
  if (leadsToSeveral(attribute)) {
    if (!isRecord(value) || !isObject(value['on'])) return value;
    const left = yield* walkKeys(visitor, inside, { on: value['on'] });
    if (attribute.type === 'dynamiczone') return left;
    return isObject(left) ? { ...value, ...left } : value;
  }
  const model = targetOf(attribute, getModel, FILE_MODEL);
  return model
    ? yield* walkPopulate(visitor, { schema: model, path, getModel, parent: from }, value)
    : value;
}

function leadsToSeveral(attribute: ModelAttribute): boolean {
  return attribute.type === 'dynamiczone' || isMorphToRelationalAttribute(attribute);
}

/** The populates by type, for relations to several types and dynamic zones. */
function* walkFragments(
  visitor: Visitor,
  { path, getModel, parent }: VisitorOptions,
  fragments: Record<string, unknown>,
): Walk {
  const left: Record<string, unknown> = {};
  for (const [uid, populate] of Object.entries(fragments)) {
    const at = { ...path, raw: `${path.raw}[${uid}]` };
    const inside = { schema: getModel(uid), path: at, getModel, parent };
    setOwnValue(left, uid, yield* walkPopulate(visitor, inside, populate));
  }
  return left;
}

/** Converts paths to the equivalent object. */
function pathTree(paths: readonly string[]): Record<string, unknown> {
  const tree: Record<string, unknown> = {};
  for (const path of paths) {
    let level = tree;
    const keys = path.split('.');
    for (const [i, key] of keys.entries()) {
      if (i === keys.length - 1) {
        setOwnValue(level, key, true);
        continue;
      }
      const present = ownValue(level, key);
      const inner = isRecord(present) && isRecord(present['populate']) ? present['populate'] : {};
      setOwnValue(level, key, { populate: inner });
      level = inner;
    }
  }
  return tree;
}

/** Converts an object that contains only populates to paths; null for others. */
function pathsOf(tree: unknown): string[] | null {
  if (!isRecord(tree)) return null;
  const paths: string[] = [];
  for (const [key, value] of Object.entries(tree)) {
    if (value === true) {
      paths.push(key);
      continue;
    }
    const inner = isRecord(value) ? pathsOf(value['populate']) : null;
    if (inner === null) return null;
    paths.push(...inner.map((path) => `${key}.${path}`));
  }
  return paths;
}
