// What handles the requests of a route.
import type Koa from 'koa';
import { toRecord } from '../../schema/raw.ts';
import type { HostRoute } from './host.ts';
import type { Middleware } from './router.ts';

/** Target of a route: a middleware of the project, or a built-in route. */
export type RouteTarget = { readonly kind: 'code'; readonly run: Middleware } | HostTarget;

/** A built-in route of the server. */
export interface HostTarget {
  readonly kind: 'host';
  readonly route: HostRoute;
  /** True if the route reads the request body itself. */
  readonly readsBody: boolean;
  /** True if the route runs inside koa, because code may run as part of it. */
  readonly usesKoa: boolean;
  readonly guard?: HostGuard;
}

/** What runs around a built-in route inside koa. */
export interface HostGuard {
  /** True if it authorizes the caller; otherwise, the route itself does. */
  readonly authorizes: boolean;
  /** True if middlewares of the project are part of it. */
  readonly hasMiddlewares: boolean;
  /** Sets `ctx.state`, and runs policies and middlewares of the project. */
  readonly run: Middleware;
  /** Middlewares of the project that run for authorized administrators, directly before the handler of the route. */
  readonly aroundHandler?: Middleware;
}

/** True if a request, whose body has been read, contains files. */
export function hasFiles(request: object): boolean {
  return Object.keys(toRecord(toRecord(request)['files'])).length > 0;
}

const handled = new WeakMap<Koa.Context, RouteTarget>();

/** Records the first route that a request with files matches, for `isHandledByCode`. */
export function setHandled(ctx: Koa.Context, target: RouteTarget): void {
  handled.set(ctx, target);
}

/** True if an action of the project, or middlewares of the project in a core route, have handled a request with files. */
export function isHandledByCode(ctx: Koa.Context): boolean {
  const target = handled.get(ctx);
  if (target?.kind !== 'host') return target !== undefined;
  return target.guard?.authorizes === true && target.guard.hasMiddlewares;
}
