// Traverses a populate: paths, lists and objects, with nested populates.
import { isMorphToRelationalAttribute } from '../content-types.ts';
import { curry, type Curried } from '../curry.ts';
import type { ModelAttribute } from '../model.ts';
import { isObject, isRecord, isStringList, ownValue, setOwnValue } from '../values.ts';
import {
  keyWalk,
  below,
  optionsInside,
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

/** Keywords whose values are not populates, even if an attribute has the same name. */
function isQueryOf({ key, attribute, parent }: VisitorOptions): boolean {
  return ['sort', 'filters', 'fields'].includes(key) && (!attribute || Boolean(parent?.attribute));
}

const walkKeys = keyWalk(walkValue);

function walkValue(visitor: Visitor, here: VisitorOptions, value: unknown): Walk | null {
  const { key, attribute, schema, getModel } = here;
  if (isQueryOf(here)) return null;
  if (!attribute) {
    if (key === 'populate') return walkPopulate(visitor, optionsInside(here, schema), value);
    return key === 'on' && isRecord(value) ? walkFragments(visitor, here, value) : null;
  }
  if (leadsToSeveral(attribute)) return walkFragmentsOf(visitor, here, value);
  const model = targetOf(attribute, getModel);
  return model ? walkPopulate(visitor, optionsInside(here, model), value) : null;
}

function leadsToSeveral(attribute: ModelAttribute): boolean {
  return attribute.type === 'dynamiczone' || isMorphToRelationalAttribute(attribute);
}

/** Traverses the populates by type of an attribute that leads to several types. */
function* walkFragmentsOf(visitor: Visitor, here: VisitorOptions, value: unknown): Walk {
  if (!isRecord(value) || !isObject(value['on'])) return value;
  const inside = optionsInside(here, here.schema);
  const left = yield* walkKeys(visitor, inside, { on: value['on'] });
  if (here.attribute?.type === 'dynamiczone') return left;
  return isObject(left) ? { ...value, ...left } : value;
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
