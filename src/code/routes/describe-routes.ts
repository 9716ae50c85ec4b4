// Describes how each route of a project is handled, for `quoin routes` and `quoin start`.
import { ifOpen } from '../strapi/data-slot.ts';
import type { RequestTest } from '../strapi/server-object.ts';
import { BUILT_IN_HANDLER, type CodeRoute } from './added-routes.ts';

/** A route in the output of `quoin routes`. */
export interface DescribedRoute {
  readonly method: string;
  readonly path: string;
  /** For example `api::job.job.find`. */
  readonly handler: string;
  /** `direct` if no code except global middlewares runs for the route, otherwise `code`. */
  readonly way: 'direct' | 'code';
}

/** How the requests to a project are handled. */
export interface RouteDescription {
  /** In the order in which they match, without those that code cannot change. */
  readonly routes: readonly DescribedRoute[];
  /** Names of middlewares that run for all requests, which are therefore not cached. */
  readonly forAll: readonly string[];
}

/** Describes routes as they are handled now: code can subscribe to types and replace services at any time. */
export function describeRoutes(
  routes: readonly CodeRoute[],
  scopes: readonly RequestTest[],
): readonly DescribedRoute[] {
  return routes
    .filter(({ handler }) => handler !== BUILT_IN_HANDLER)
    .map((entry) => {
      const { method, path, handler } = entry;
      // A replaced service may need the database when it is created.
      const route = ifOpen(() => entry.route);
      const isInScope = scopes.some((applies) => applies(method, path));
      const isDirect = route?.kind === 'host' && !route.usesKoa && !isInScope;
      return { method, path, handler, way: isDirect ? 'direct' : 'code' };
    });
}
