// Routes that code adds with `strapi.server`: at the root, or in the content API or the admin API.
import type { RouteTarget } from '../koa/route-target.ts';
import { endpointOf, type EndpointDependencies, type EndpointRoute } from '../koa/endpoint.ts';
import type { RouterEntry } from '../koa/router.ts';
import { toRecord } from '../../schema/raw.ts';
import type { AddedRoutes } from '../strapi/server-object.ts';
import type { Fields } from '../strapi/code-values.ts';
import { parseRoute } from './collect-routes.ts';

/** A route with its target and handler. */
export interface CodeRoute extends RouterEntry<RouteTarget> {
  /** Handler name in route listings. */
  readonly handler: string;
}

/** Handler of built-in routes. They follow those of APIs and plugins. */
export const BUILT_IN_HANDLER = 'Quoin';

/** The API of routes at the root. */
const ROOT = 'api';

/** Routes at the root, which precede all others. @throws Error for a route that cannot be created */
export function rootRoutes(
  added: readonly AddedRoutes[],
  dependencies: EndpointDependencies,
): readonly CodeRoute[] {
  return added
    .filter(({ type }) => type === ROOT)
    .flatMap((group) => routesOf(group, dependencies));
}

/** Routes of the content API and the admin API. @throws Error for a route that cannot be created */
export function apiRoutes(
  added: readonly AddedRoutes[],
  dependencies: EndpointDependencies,
): readonly CodeRoute[] {
  return added
    .filter(({ type }) => type !== ROOT)
    .flatMap((group) => routesOf(group, dependencies));
}

/** Adds the routes of `bootstrap` to a route table. @throws Error for a route that cannot be created */
export function withAddedRoutes(
  routes: readonly CodeRoute[],
  added: readonly AddedRoutes[],
  dependencies: EndpointDependencies,
): readonly CodeRoute[] {
  const ownRoutes = routes.filter(({ handler }) => handler !== BUILT_IN_HANDLER);
  const builtIn = routes.filter(({ handler }) => handler === BUILT_IN_HANDLER);
  const atRoot = rootRoutes(added, dependencies);
  return [...atRoot, ...ownRoutes, ...apiRoutes(added, dependencies), ...builtIn];
}

/** The list of `strapi.server.listRoutes()`. */
export function listOf(routes: readonly CodeRoute[]): readonly Fields[] {
  return routes.map(({ method, path, type }) => ({ methods: [method], path, type }));
}

/** The name of a handler in listings. */
export function handlerName({ handler }: Pick<EndpointRoute, 'handler'>): string {
  return typeof handler === 'string' ? handler : 'a function';
}

function routesOf(
  { prefix, type, routes }: AddedRoutes,
  dependencies: EndpointDependencies,
): readonly CodeRoute[] {
  const { config } = dependencies.strapi;
  const above = type === 'content-api' ? String(config.get('api.rest.prefix', '')) : '';
  return routes.map((fields): CodeRoute => {
    const route = parseRoute(fields);
    // Routes at the root have no authentication strategies.
    const own = { ...(type === ROOT ? { auth: false } : {}), ...toRecord(route.config) };
    const info = { ...toRecord(route['info']), type };
    const endpoint: EndpointRoute = { ...route, config: own, info };
    const inner = Object.hasOwn(own, 'prefix') ? '' : prefix;
    return {
      method: route.method,
      path: `${above}${inner}${route.path}`,
      route: { kind: 'code', run: endpointOf(endpoint, dependencies) },
      handler: handlerName(endpoint),
      type,
    };
  });
}
