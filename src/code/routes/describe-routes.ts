// Which way each route of a project takes, for people.
import type { Observers } from '../strapi/observers.ts';
import type { Strapi } from '../strapi/strapi.ts';
import { builtInActionOf } from './built-in-action.ts';
import type { CollectedRoute } from './collect-routes.ts';
import { coreRouteOf, isUnguarded } from './core-route.ts';

/** A route as `quoin routes` lists it. */
export interface DescribedRoute {
  readonly method: string;
  readonly path: string;
  /** Such as `api::job.job.find`. */
  readonly handler: string;
  /** `direct`: no code of the project runs for it, but for global middlewares; `code`: some does. */
  readonly way: 'direct' | 'code';
}

/** The routes of APIs and plugins, in their order. */
export function describeRoutes(
  routes: readonly CollectedRoute[],
  strapi: Strapi,
  observers: Observers,
): readonly DescribedRoute[] {
  return routes.map((collected) => {
    const { method, path, route } = collected;
    const handler = typeof route.handler === 'string' ? route.handler : 'a function';
    return {
      method,
      path,
      handler,
      way: isDirect(collected, strapi, observers) ? 'direct' : 'code',
    };
  });
}

function isDirect(collected: CollectedRoute, strapi: Strapi, observers: Observers): boolean {
  if (builtInActionOf(collected, strapi) !== null) return !observers.seesAnything();
  const core = coreRouteOf(collected, strapi);
  if (core === null || !isUnguarded(collected)) return false;
  if (observers.seesCalls() || observers.seesReads(core.uid)) return false;
  const isRead = core.action === 'find' || core.action === 'findOne';
  return isRead || !observers.seesWrites(core.uid);
}
