// What walks over entries and queries have in common: a visitor is called with each key and may remove it or set its value.
import type { GetModel, Model, ModelAttribute } from '../model.ts';
import { isNil, isObject } from '../values.ts';

/** Where a walk is: all keys on the way, and those of them that are attributes. */
export interface WalkPath {
  readonly raw: string | null;
  readonly attribute: string | null;
  /** `raw` with the positions in lists; only of entries. */
  readonly rawWithIndices?: string | null;
}

/** The attribute or keyword that a walk came from. */
export interface WalkParent {
  readonly key: string;
  readonly path: WalkPath;
  readonly schema: Model | undefined;
  readonly attribute: ModelAttribute | undefined;
}

/** What a walk starts with. */
export interface WalkOptions {
  readonly schema: Model | undefined;
  readonly getModel: GetModel;
  readonly path?: WalkPath;
  readonly parent?: WalkParent | undefined;
  /** Keys at the root that are no attributes and allowed all the same. */
  readonly allowedExtraRootKeys?: readonly string[] | undefined;
}

/** What a visitor is called with. */
export interface VisitorOptions extends WalkOptions {
  readonly key: string;
  readonly value: unknown;
  readonly attribute: ModelAttribute | undefined;
  readonly path: WalkPath;
  /** The object that the key is in. */
  readonly data: unknown;
}

/** Changes the object that a visitor is in. */
export interface VisitorTools {
  remove(key: string): void;
  set(key: string, value: unknown): void;
}

/** Called with each key; a promise is waited for. */
export type Visitor = (options: VisitorOptions, tools: VisitorTools) => unknown;

/** A walk yields what it has to wait for, which most visitors never make it do. */
export type Walk = Generator<PromiseLike<unknown>, unknown, void>;

/** The path of the root. */
export const ROOT: WalkPath = { raw: null, attribute: null };

/** Runs a walk to its end. */
export async function runWalk(walk: Walk): Promise<unknown> {
  for (;;) {
    const step = walk.next();
    if (step.done) return step.value;
    await step.value;
  }
}

/** Calls a visitor. */
export function* visit(visitor: Visitor, options: VisitorOptions, tools: VisitorTools): VisitWalk {
  const result = visitor(options, tools);
  if (isObject(result) && typeof result['then'] === 'function') {
    // It has what makes it one.
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

/** The model that an attribute leads to; undefined: it leads to none, or to several. */
export function targetOf(
  attribute: ModelAttribute | undefined,
  getModel: GetModel,
  fileModel: string,
): Model | undefined {
  if (attribute?.type === 'media') return getModel(fileModel);
  if (attribute?.type === 'component') return getModel(attribute.component ?? '');
  if (attribute?.type !== 'relation' || isMorph(attribute)) return undefined;
  return getModel(attribute.target ?? '');
}

/** True for relations that lead to, or come from, several types. */
export function isMorph({ relation = '' }: ModelAttribute): boolean {
  return relation.toLowerCase().startsWith('morph');
}
