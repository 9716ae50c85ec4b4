// Reads of core actions that `super` calls: they run with the access of the caller, so that there is nothing to remove
// from their results, if the project has replaced none of the methods that an action calls.
import type Koa from 'koa';
import type { ContentTypeModel, Fields, Strapi } from '../strapi/strapi.ts';
import { coreMethodOf } from './core-methods.ts';
import type { DocumentResponse } from './transform-response.ts';

/** A core action that reads. */
export type ReadAction = 'find' | 'findOne';

/** What an action returns; `response` is null if there is no such document. */
export interface ActionResult {
  readonly response: DocumentResponse | null;
}

/** Runs core actions that read. */
export interface CallerReads {
  /** @returns null if the action must call its methods. @throws ValidationError */
  result(
    ctx: Koa.Context,
    type: ContentTypeModel,
    action: ReadAction,
  ): Promise<ActionResult | null>;
}

/** What core actions call of their controller. */
const METHODS = [
  'validateQuery',
  'sanitizeQuery',
  'validateInput',
  'sanitizeInput',
  'sanitizeOutput',
  'transformResponse',
];

/** What core actions call of their service. */
const SERVICE = ['find', 'findOne', 'create', 'update', 'delete', 'createOrUpdate'].concat([
  'getFetchParams',
  'getDocumentId',
]);

/** True if a controller and the service of its type have all the methods of the core that its actions call. */
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

/** Sets what core actions read with, when the database is open. */
export function setCallerReads(strapi: Strapi, reads: CallerReads): void {
  readsOf.set(strapi, reads);
}

/**
 * Runs a core action that reads, for the request that is being handled.
 * @param controller `this` of the action
 * @returns null if the action must call its methods
 * @throws ValidationError
 */
export async function resultForCaller(
  controller: object,
  ctx: Koa.Context,
  { type, action, strapi }: { type: ContentTypeModel; action: ReadAction; strapi: Strapi },
): Promise<ActionResult | null> {
  const reads = readsOf.get(strapi);
  // Code may pass a context that it has made, and reads of a transaction must be part of it.
  if (!reads || strapi.requestContext.get() !== ctx || strapi.db.inTransaction()) return null;
  if (!callsCoreOnly(type.uid, controller, strapi)) return null;
  return reads.result(ctx, type, action);
}
