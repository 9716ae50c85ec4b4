// The route table of a project: the server handles routes without code, koa all others.
import type { Serving } from '../koa/application.ts';
import { endpointOf, type EndpointDependencies, type EndpointRoute } from '../koa/endpoint.ts';
import { Router, type RouterEntry } from '../koa/router.ts';
import type { HostAction, HostRoute } from '../koa/host.ts';
import { toRecord } from '../../schema/raw.ts';
import type { Observers } from '../strapi/observers.ts';
import type { AddedRoutes } from '../strapi/server-object.ts';
import { builtInActionOf } from './built-in-action.ts';
import { checkedRoute, type CollectedRoute } from './collect-routes.ts';
import type { CoreReads } from './core-reads.ts';
import { coreRouteOf, isUnguarded, type CoreRoute, type HostCoreRoute } from './core-route.ts';
import { versionRoutes } from './version-routes.ts';
import { serviceRead } from '../plugins/service-reads.ts';

/** A route with its handling and origin. */
export interface CodeRoute extends RouterEntry<Serving> {
  /** As listed. */
  readonly handler: string;
}

/** A route of the server that runs no project code. */
export interface HostRouteEntry {
  readonly method: string;
  readonly path: string;
  readonly route: HostRoute;
  /** True if the route reads the body itself. */
  readonly readsBody: boolean;
}

/** Dependencies of the route table. */
export interface RouteTableDependencies extends EndpointDependencies {
  readonly reads: CoreReads;
  readonly observers: Observers;
  /** The route of the server for a core action or a publication action. */
  readonly hostRoute: (route: HostCoreRoute) => HostRoute;
  readonly hostRoutes: readonly HostRouteEntry[];
  readonly hostActions: readonly HostAction[];
}

/**
 * Routes in matching order: those added at the root, APIs and plugins, publication actions, and those of the server. @throws
 * Error if a handler, policy or middleware of a route does not exist
 */
export function routeTable(
  dependencies: RouteTableDependencies,
  collected: readonly CollectedRoute[],
  added: readonly AddedRoutes[],
): readonly CodeRoute[] {
  const own = collected.map((route) => ({ route, core: coreRouteOf(route, dependencies.strapi) }));
  const closed = closedPlugins(collected, dependencies);
  const cores = own.flatMap(({ route, core }) => (core ? [{ route, core }] : []));
  return [
    ...added.flatMap((routes) => addedRoutes(routes, dependencies)),
    ...own.flatMap(({ route, core }) => ownRoutes(route, core, { ...dependencies, closed })),
    ...cores.flatMap(({ route, core }) => publicationRoutes(route, core, dependencies)),
    ...dependencies.hostRoutes.map(({ method, path, ...rest }): CodeRoute => {
      const serving: Serving = { kind: 'host', viaKoa: false, ...rest };
      return { method, path, route: serving, handler: 'Quoin' };
    }),
  ];
}

interface CustomRouteDependencies extends RouteTableDependencies {
  /** Built-in plugins of which the project removed routes. */
  readonly closed: ReadonlySet<string>;
}

/**
 * Returns one entry, or two: policies and middlewares of a core action continue with the built-in route. There is none for
 * an action that the server lacks, such as those of accounts if users have no password.
 */
function ownRoutes(
  collected: CollectedRoute,
  core: CoreRoute | null,
  dependencies: CustomRouteDependencies,
): readonly CodeRoute[] {
  const { method, path, route } = collected;
  const builtIn = builtInActionOf(collected, dependencies.strapi);
  const isMissing = dependencies.hostActions.every(({ action }) => action !== builtIn);
  if (builtIn !== null && isMissing) return [];
  const target = { method, path, handler: handlerName(route) };
  const served = hostActionOf(collected, dependencies);
  const code: Serving = { kind: 'code', run: endpointOf(route, dependencies) };
  if (served) {
    const { path: pattern, serving, action } = served;
    return [
      {
        ...target,
        path: pattern,
        // Code can replace a service at any time.
        get route() {
          return serviceRead(dependencies.strapi, action) ? code : serving;
        },
      },
    ];
  }
  if (core === null) return [{ ...target, route: code }];
  const { observers } = dependencies;
  const { uid, action } = core;
  const isRead = action === 'find' || action === 'findOne';
  const guard = isUnguarded(collected) ? null : guardOf(route, dependencies);
  const base = { kind: 'host', readsBody: false, route: dependencies.hostRoute(core) } as const;
  const direct: Serving = { ...base, viaKoa: false };
  const throughKoa: Serving = { ...base, viaKoa: true };
  const lazy = isRead ? lazyRoute(collected, core, dependencies) : code;
  const byCode = (): Serving | null => {
    if (observers.seesReads(uid)) return code;
    return observers.seesCalls() || !dependencies.strategies.isEmpty ? lazy : null;
  };
  // Code can subscribe to a type at any time.
  const last: CodeRoute = {
    ...target,
    get route() {
      const found = byCode();
      if (found) return found;
      return isRead || !observers.seesWrites(uid) ? direct : throughKoa;
    },
  };
  if (guard === null) return [last];
  const first: CodeRoute = {
    ...target,
    get route() {
      return byCode() ?? guard;
    },
  };
  return [first, last];
}

/** A core action that reads, inside document middlewares. */
function lazyRoute(
  { route }: CollectedRoute,
  { uid }: CoreRoute,
  { reads, ...dependencies }: CustomRouteDependencies,
): Serving {
  const type = dependencies.strapi.contentType(uid);
  const run = endpointOf(route, dependencies, (usual) =>
    type ? reads.action(type, usual) : usual,
  );
  return { kind: 'code', run };
}

/** The route of the server for an unchanged action of a built-in plugin. */
function hostActionOf(
  collected: CollectedRoute,
  { strapi, hostActions, observers, strategies, closed }: CustomRouteDependencies,
): { readonly path: string; readonly serving: Serving; readonly action: string } | null {
  const action = builtInActionOf(collected, strapi);
  if (action === null) return null;
  const { method, path } = collected;
  const paths = [path, path.replace('(.*)', ':rest(.*)')];
  const found = hostActions.find(
    (each) => each.action === action && each.method === method && paths.includes(each.path),
  );
  // Routes of the server support built-in strategies only.
  if (!found || (!strategies.isEmpty && !found.readsBody)) return null;
  // Hooks on users and files run inside these routes. If the project removed routes of a plugin, koa handles all its routes,
  // because the server still has the removed ones.
  const isClosed = closed.has(action.slice(0, action.indexOf('.')));
  const serving: Serving = {
    kind: 'host',
    route: found.route,
    readsBody: found.readsBody,
    get viaKoa() {
      return isClosed || observers.seesAnything();
    },
  };
  return { path: found.path, serving, action };
}

/** Built-in plugins of which the project removed routes, such as `plugin::users-permissions`. */
function closedPlugins(
  collected: readonly CollectedRoute[],
  { hostActions }: RouteTableDependencies,
): ReadonlySet<string> {
  const open = new Router<string>();
  for (const { method, path, route } of collected) {
    const { handler, info } = route;
    if (typeof handler !== 'string' || info.pluginName === undefined) continue;
    open.add({ method, path, route: `plugin::${info.pluginName}.${handler}` });
  }
  // Patterns are compared like paths: parameter names are ordinary segments.
  const closed = hostActions.filter(
    ({ method, path, action }) => !open.match(method, path).some(({ route }) => route === action),
  );
  return new Set(closed.map(({ action }) => action.slice(0, action.indexOf('.'))));
}

/** The middlewares before the action of a route. */
function guardOf(route: EndpointRoute, dependencies: EndpointDependencies): Serving {
  return { kind: 'code', run: endpointOf({ ...route, handler: [] }, dependencies) };
}

/** Publication actions next to an `update` route. */
function publicationRoutes(
  collected: CollectedRoute,
  core: CoreRoute,
  dependencies: RouteTableDependencies,
): readonly CodeRoute[] {
  return versionRoutes(collected, core, dependencies.strapi).flatMap(
    (version): readonly CodeRoute[] => {
      const { uid, action, path, permissions, policies, middlewares } = version;
      const handler = `${uid}.${action}`;
      const target = { method: 'POST', path, handler } as const;
      const route = dependencies.hostRoute({ ...target, uid, action, permissions });
      const host: CodeRoute = {
        ...target,
        route: { kind: 'host', viaKoa: true, readsBody: false, route },
      };
      if (policies.length + middlewares.length === 0) return [host];
      const auth = permissions === null ? false : { scope: permissions };
      const config = { ...toRecord(collected.route.config), policies, middlewares, auth };
      return [{ ...target, route: guardOf({ ...collected.route, config }, dependencies) }, host];
    },
  );
}

function addedRoutes(
  { prefix, type, routes }: AddedRoutes,
  dependencies: RouteTableDependencies,
): readonly CodeRoute[] {
  return routes.map((fields): CodeRoute => {
    const route = checkedRoute(fields);
    const config = { auth: false, ...toRecord(route.config) };
    const endpoint: EndpointRoute = {
      ...route,
      config,
      info: { type, ...toRecord(route['info']) },
    };
    const run = endpointOf(endpoint, dependencies);
    const path = `${prefix}${route.path}`;
    return {
      method: route.method,
      path,
      route: { kind: 'code', run },
      handler: handlerName(endpoint),
    };
  });
}

function handlerName({ handler }: EndpointRoute): string {
  return typeof handler === 'string' ? handler : 'a function';
}
