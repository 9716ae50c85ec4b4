// What handles the requests of a route.
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
  /** Sets `ctx.state`, and runs policies and middlewares of the project. */
  readonly run: Middleware;
  /** Middlewares of the project that run for authorized administrators, directly before the handler of the route. */
  readonly aroundHandler?: Middleware;
}
