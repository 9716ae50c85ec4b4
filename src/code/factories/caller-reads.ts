// Reads of core actions that `super` calls: if the project has not replaced the methods that an action calls, they run with
// the access of the caller, and their results need no sanitization.
import type Koa from 'koa';
import type { ContentTypeModel, Strapi } from '../strapi/strapi.ts';
import type { Fields } from '../strapi/code-values.ts';
import { coreMethodOf } from './core-methods.ts';
import type { DocumentResponse } from './transform-response.ts';

/** A core action that reads. */
export type ReadAction = 'find' | 'findOne';

/** The result of an action; `response` is null if the document does not exist. */
export interface ActionResult {
  readonly response: DocumentResponse | null;
}

/** Runs core actions that read. */
export interface CallerReads {
  /** @returns null if the action must call its methods @throws ValidationError */
  result(
    ctx: Koa.Context,
    type: ContentTypeModel,
    action: ReadAction,
  ): Promise<ActionResult | null>;
}

/** Methods that core actions call on their controller. */
const METHODS = [
  'validateQuery',
  'sanitizeQuery',
  'validateInput',
  'sanitizeInput',
  'sanitizeOutput',
  'transformResponse',
];

/** Methods that core actions call on their service. */
const SERVICE = ['find', 'findOne', 'create', 'update', 'delete', 'createOrUpdate'].concat([
  'getFetchParams',
  'getDocumentId',
]);

/** Returns true if a controller and its service have all the core methods that core actions call. */
export function callsCoreOnly(uid: string, controller: object, strapi: Strapi): boolean {
  const isOwn = (value: unknown): boolean => coreMethodOf(value)?.uid !== uid;
  if (METHODS.some((name) => isOwn(Reflect.get(controller, name)))) return false;
  const service: Fields | undefined = strapi.service(uid);
  return (
    service !== undefined &&
    !SERVICE.some((name) => service[name] !== undefined && isOwn(service[name]))
  );
}

const readsOf = new WeakMap<Strapi, CallerReads>();

/** Sets the dependencies of core actions when the database opens. */
export function setCallerReads(strapi: Strapi, reads: CallerReads): void {
  readsOf.set(strapi, reads);
}

/**
 * Runs a core action that reads, for the current request. @param controller `this` of the action @returns null if the action
 * must call its methods @throws ValidationError
 */
export async function resultForCaller(
  controller: object,
  ctx: Koa.Context,
  { type, action, strapi }: { type: ContentTypeModel; action: ReadAction; strapi: Strapi },
): Promise<ActionResult | null> {
  const reads = readsOf.get(strapi);
  // Code may pass its own context, and reads inside a transaction must be part of it.
  if (!reads || strapi.requestContext.get() !== ctx || strapi.db.inTransaction()) return null;
  if (!callsCoreOnly(type.uid, controller, strapi)) return null;
  return reads.result(ctx, type, action);
}
