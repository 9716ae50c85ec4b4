// Describes how each route of a project is handled, for `quoin routes`.
import type { StrapiInstance } from '../strapi/create-strapi.ts';
import { builtInActionOf } from './built-in-action.ts';
import type { CollectedRoute } from './collect-routes.ts';
import { coreRouteOf, isUnguarded } from './core-route.ts';

/** A route in the output of `quoin routes`. */
export interface DescribedRoute {
  readonly method: string;
  readonly path: string;
  /** For example `api::job.job.find`. */
  readonly handler: string;
  /** `direct` if no code except global middlewares runs for the route, otherwise `code`. */
  readonly way: 'direct' | 'code';
}

/** Describes the routes of APIs and plugins, in order. */
export function describeRoutes(
  routes: readonly CollectedRoute[],
  instance: StrapiInstance,
): readonly DescribedRoute[] {
  return routes.map((collected) => {
    const { method, path, route } = collected;
    const handler = typeof route.handler === 'string' ? route.handler : 'a function';
    return {
      method,
      path,
      handler,
      way: isDirect(collected, instance) ? 'direct' : 'code',
    };
  });
}

function isDirect(collected: CollectedRoute, instance: StrapiInstance): boolean {
  const { strapi, observers, strategies } = instance;
  if (!strategies.isEmpty) return false;
  if (builtInActionOf(collected, strapi) !== null) return !observers.seesAnything();
  const core = coreRouteOf(collected, strapi);
  if (core === null || !isUnguarded(collected)) return false;
  if (observers.seesCalls() || observers.seesReads(core.uid)) return false;
  const isRead = core.action === 'find' || core.action === 'findOne';
  return isRead || !observers.seesWrites(core.uid);
}
