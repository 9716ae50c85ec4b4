// Base of the traversals of entries and queries: a visitor is called for each key, and can remove it or set its value.
import {
  attributeOf,
  FILE_MODEL,
  type GetModel,
  type Model,
  type ModelAttribute,
} from '../model.ts';
import { isNil, isObject, ownValue, setOwnValue } from '../values.ts';

/** The position of a traversal: all keys of the path, and those that are attributes. */
export interface WalkPath {
  readonly raw: string | null;
  readonly attribute: string | null;
  /** `raw` with list indexes; for entries only. */
  readonly rawWithIndices?: string | null;
}

/** The attribute or keyword above the current object. */
export interface WalkParent {
  readonly key: string;
  readonly path: WalkPath;
  readonly schema: Model | undefined;
  readonly attribute: ModelAttribute | undefined;
}

/** The initial state of a traversal. */
export interface WalkOptions {
  readonly schema: Model | undefined;
  readonly getModel: GetModel;
  readonly path?: WalkPath;
  readonly parent?: WalkParent | undefined;
  /** Keys at the root that are allowed although they are not attributes. */
  readonly allowedExtraRootKeys?: readonly string[] | undefined;
}

/** The argument of a visitor. */
export interface VisitorOptions extends WalkOptions {
  readonly key: string;
  readonly value: unknown;
  readonly attribute: ModelAttribute | undefined;
  readonly path: WalkPath;
  /** The object that contains the key. */
  readonly data: unknown;
}

/** Changes the object that contains the key. */
export interface VisitorTools {
  remove(key: string): void;
  set(key: string, value: unknown): void;
}

/** Called for each key; promises are awaited. */
export type Visitor = (options: VisitorOptions, tools: VisitorTools) => unknown;

/** A traversal is a generator that yields promises to wait for; most visitors return none. */
export type Walk = Generator<PromiseLike<unknown>, unknown, void>;

/** The path of the root. */
export const ROOT: WalkPath = { raw: null, attribute: null };

/** Runs a traversal to its end. */
export async function runWalk(walk: Walk): Promise<unknown> {
  for (;;) {
    const step = walk.next();
    if (step.done) return step.value;
    await step.value;
  }
}

/** Traverses the keys of a copy of an object. */
type KeyWalk = (visitor: Visitor, options: WalkOptions, object: Record<string, unknown>) => Walk;

/** Traverses the value that a visitor has left; null if it is not traversed. */
type ValueWalk = (visitor: Visitor, here: VisitorOptions, value: unknown) => Walk | null;

/** Creates a traversal of objects. */
export function keyWalk(walkValue: ValueWalk): KeyWalk {
  return function* walkKeys(visitor, options, object) {
    const { schema, getModel, path = ROOT, parent, allowedExtraRootKeys } = options;
    const data = { ...object };
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
      const here: VisitorOptions = {
        key,
        value: data[key],
        attribute,
        schema,
        path: below(path, key, attribute),
        data,
        getModel,
        parent,
        allowedExtraRootKeys,
      };
      yield* visit(visitor, here, tools);
      const value = ownValue(data, key);
      const walk = isNil(value) ? null : walkValue(visitor, here, value);
      if (walk) data[key] = yield* walk;
    }
    return data;
  };
}

/** The options for traversing the value of a key. @param schema The model of its keys */
export function optionsInside(
  here: VisitorOptions,
  schema: Model | undefined,
  path: WalkPath = here.path,
): WalkOptions {
  const { key, attribute, getModel, allowedExtraRootKeys } = here;
  const parent = { key, path: here.path, schema: here.schema, attribute };
  return { schema, path, getModel, parent, allowedExtraRootKeys };
}

/** Calls a visitor. */
export function* visit(visitor: Visitor, options: VisitorOptions, tools: VisitorTools): VisitWalk {
  const result = visitor(options, tools);
  if (isObject(result) && typeof result['then'] === 'function') {
    // The object now has these properties.
    yield result as unknown as PromiseLike<unknown>;
  }
}

type VisitWalk = Generator<PromiseLike<unknown>, void, void>;

/** The path of a key. */
export function below(
  path: WalkPath,
  key: string,
  attribute: ModelAttribute | undefined,
): WalkPath {
  return {
    ...path,
    raw: joined(path.raw, key),
    ...(path.rawWithIndices === undefined
      ? {}
      : { rawWithIndices: joined(path.rawWithIndices, key) }),
    attribute: attribute ? joined(path.attribute, key) : path.attribute,
  };
}

/** A dotted path. */
export function joined(path: string | null, key: string | number): string {
  return isNil(path) ? String(key) : `${path}.${key}`;
}

/** The model of an attribute's target; undefined if there is none, or several. */
export function targetOf(
  attribute: ModelAttribute | undefined,
  getModel: GetModel,
): Model | undefined {
  if (attribute?.type === 'media') return getModel(FILE_MODEL);
  if (attribute?.type === 'component') return getModel(attribute.component ?? '');
  if (attribute?.type !== 'relation' || isMorph(attribute)) return undefined;
  return getModel(attribute.target ?? '');
}

/** Returns true for polymorphic relations, in either direction. */
export function isMorph({ relation = '' }: ModelAttribute): boolean {
  return relation.toLowerCase().startsWith('morph');
}
