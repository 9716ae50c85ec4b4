// Route table of a project: the server handles routes without code itself, koa all others.
import type { HostGuard, HostTarget, RouteTarget } from '../koa/route-target.ts';
import { identifyAdmin } from '../koa/authentication.ts';
import {
  endpointOf,
  guardOf,
  routeSteps,
  withRouteError,
  type EndpointDependencies,
  type EndpointRoute,
  type RouteSteps,
} from '../koa/endpoint.ts';
import { routeMiddlewares } from '../koa/middlewares.ts';
import { compose, Router, type Middleware } from '../koa/router.ts';
import type { HostAction, HostRoute } from '../koa/host.ts';
import { toRecord } from '../../schema/raw.ts';
import type { Observers } from '../strapi/observers.ts';
import type { AddedRoutes } from '../strapi/server-object.ts';
import {
  apiRoutes,
  BUILT_IN_HANDLER,
  handlerName,
  rootRoutes,
  type CodeRoute,
} from './added-routes.ts';
import { builtInActionOf } from './built-in-action.ts';
import { adminRoutesWithMiddlewares, type CollectedRoute } from './collect-routes.ts';
import type { CoreReads } from './core-reads.ts';
import {
  coreRouteOf,
  isUnguarded,
  type CoreActionRoute,
  type HostCoreRoute,
} from './core-route.ts';
import { versionRoutes } from './version-routes.ts';
import { serviceRead } from '../plugins/service-reads.ts';

/** A built-in route of the server. */
export interface HostRouteEntry {
  readonly method: string;
  readonly path: string;
  readonly route: HostRoute;
  /** True if the route reads the request body itself. */
  readonly readsBody: boolean;
  /** True if only administrators may use the route. */
  readonly isForAdmins: boolean;
}

export interface RouteTableDependencies extends EndpointDependencies {
  readonly reads: Pick<CoreReads, 'action'>;
  readonly observers: Observers;
  /** Returns the built-in route of a core action or publication action. */
  readonly hostRoute: (route: HostCoreRoute) => HostRoute;
  readonly hostRoutes: readonly HostRouteEntry[];
  readonly hostActions: readonly HostAction[];
}

/**
 * Returns the routes in matching order: routes added at the root, APIs and plugins, publication actions, built-in routes.
 * @throws Error for a route whose handler, policies or middlewares do not exist
 */
export function routeTable(
  dependencies: RouteTableDependencies,
  collected: readonly CollectedRoute[],
  added: readonly AddedRoutes[],
): readonly CodeRoute[] {
  const routes = collected.map((route) => ({
    route,
    core: coreRouteOf(route, dependencies.strapi),
    steps: once(() => routeSteps(route.route, dependencies)),
  }));
  const closed = closedPlugins(collected, dependencies);
  const cores = routes.flatMap(({ route, core, steps }) => (core ? [{ route, core, steps }] : []));
  const readPermissions = readPermissionsOf(
    cores.map(({ core }) => core),
    dependencies.strapi,
  );
  const hostRoute: SingleRouteDependencies['hostRoute'] = (route) =>
    dependencies.hostRoute({ ...route, readPermissions: readPermissions(route.uid) });
  const parts = { ...dependencies, hostRoute };
  const extended = adminRoutesWithMiddlewares(dependencies.strapi);
  if (dependencies.hostRoutes.length > 0) warnAboutMissing(extended, dependencies);
  return [
    ...rootRoutes(added, dependencies),
    ...apiRoutes(added, dependencies),
    ...routes.flatMap(({ route, core, steps }) =>
      projectRoutes(route, core, { ...parts, closed, steps }),
    ),
    ...cores.flatMap(({ route, core, steps }) =>
      publicationRoutes(route, core, { ...parts, steps }),
    ),
    ...dependencies.hostRoutes.map((entry): CodeRoute => {
      const { method, path } = entry;
      const target = entry.isForAdmins
        ? adminTarget(entry, extended.find(isSameRoute(entry)), dependencies)
        : directTarget(entry);
      const isPage = path.endsWith('(.*)');
      const isOfAdminApi = entry.isForAdmins || (path.startsWith('/admin/') && !isPage);
      const type = isOfAdminApi ? { type: 'admin' } : {};
      return { method, path, route: target, handler: BUILT_IN_HANDLER, ...type };
    }),
  ];
}

function directTarget({ route, readsBody }: HostRouteEntry): HostTarget {
  return { kind: 'host', usesKoa: false, route, readsBody };
}

/**
 * Document middlewares and hooks find the administrator in the context of the request.
 * @param extended The same route with middlewares of code
 */
function adminTarget(
  { method, path, route, readsBody }: HostRouteEntry,
  extended: CollectedRoute | undefined,
  dependencies: RouteTableDependencies,
): HostTarget {
  const { observers, administrators, strapi } = dependencies;
  const run = identifyAdmin(administrators, strapi, { method, path });
  const aroundHandler = extended && middlewaresOf(extended, dependencies);
  return {
    kind: 'host',
    route,
    readsBody,
    guard: {
      authorizes: false,
      hasMiddlewares: false,
      run,
      ...(aroundHandler && { aroundHandler }),
    },
    get usesKoa() {
      if (extended) return true;
      return method === 'GET' ? observers.seesCalls() : observers.seesAnything();
    },
  };
}

/** @throws ProjectError for a middleware that cannot be found */
function middlewaresOf(
  { route }: CollectedRoute,
  dependencies: RouteTableDependencies,
): Middleware {
  return withRouteError(route, dependencies.strapi, () => {
    const { middlewares } = toRecord(route.config);
    return compose(routeMiddlewares(middlewares, dependencies));
  });
}

function isSameRoute(entry: { readonly method: string; readonly path: string }) {
  return ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
    method === entry.method && unnamed(path) === unnamed(entry.path);
}

/** Logs routes with middlewares that the server does not have. */
function warnAboutMissing(
  extended: readonly CollectedRoute[],
  { hostRoutes, strapi }: RouteTableDependencies,
): void {
  const missing = extended.filter((route) => !hostRoutes.some(isSameRoute(route)));
  if (missing.length === 0) return;
  const names = missing.map(({ method, path }) => `${method} ${path}`).join(', ');
  strapi.log.warn(`Middlewares of these admin routes do not run: ${names}.`);
}

/** Returns a function that calls `create` with its first call. */
function once<T>(create: () => T): () => T {
  let created: { readonly value: T } | null = null;
  return () => (created ??= { value: create() }).value;
}

interface SingleRouteDependencies extends Omit<RouteTableDependencies, 'hostRoute'> {
  /** The policies and middlewares of the route. */
  readonly steps: () => RouteSteps;
  readonly hostRoute: (route: Omit<HostCoreRoute, 'readPermissions'>) => HostRoute;
}

interface CustomRouteDependencies extends SingleRouteDependencies {
  /** Built-in plugins whose routes the project has removed. */
  readonly closed: ReadonlySet<string>;
}

/** Returns the entry of a route; none for an action of a built-in plugin that the server does not have. */
function projectRoutes(
  collected: CollectedRoute,
  core: CoreActionRoute | null,
  dependencies: CustomRouteDependencies,
): readonly CodeRoute[] {
  const { method, path, route } = collected;
  const builtIn = builtInActionOf(collected, dependencies.strapi);
  const isMissing = dependencies.hostActions.every(({ action }) => action !== builtIn);
  if (builtIn !== null && isMissing) return [];
  const target = { method, path, handler: handlerName(route), type: route.info.type };
  const steps = dependencies.steps();
  const served = hostActionOf(collected, dependencies);
  const code: RouteTarget = { kind: 'code', run: endpointOf(route, dependencies, { steps }) };
  if (served) {
    const { path: pattern, hostTarget, action } = served;
    return [
      {
        ...target,
        path: pattern,
        // Code can replace a service at any time.
        get route() {
          return serviceRead(dependencies.strapi, action) ? code : hostTarget;
        },
      },
    ];
  }
  if (core === null) return [{ ...target, route: code }];
  const { observers } = dependencies;
  const { uid, action } = core;
  const isRead = action === 'find' || action === 'findOne';
  const hostRoute = dependencies.hostRoute(core);
  const guard = guardAround(route, steps, dependencies);
  const base = { kind: 'host', readsBody: false, route: hostRoute, guard } as const;
  const direct: RouteTarget = { ...base, usesKoa: false };
  const insideKoa: RouteTarget = { ...base, usesKoa: true };
  const guarded = isUnguarded(collected) ? null : insideKoa;
  const lazy = isRead ? lazyRoute(collected, core, dependencies) : code;
  const byCode = (): RouteTarget | null => {
    if (observers.seesReads(uid)) return code;
    return observers.seesCalls() || !dependencies.strategies.isEmpty ? lazy : null;
  };
  // Code may subscribe to a type at any time.
  return [
    {
      ...target,
      get route() {
        const found = byCode() ?? guarded;
        if (found) return found;
        return isRead || !observers.seesWrites(uid) ? direct : insideKoa;
      },
    },
  ];
}

/** Creates the target of a core read inside document middlewares. */
function lazyRoute(
  { route }: CollectedRoute,
  { uid }: CoreActionRoute,
  { reads, ...dependencies }: CustomRouteDependencies,
): RouteTarget {
  const type = dependencies.strapi.contentType(uid);
  const run = endpointOf(route, dependencies, {
    steps: dependencies.steps(),
    replace: (action) => (type ? reads.action(type, action) : action),
  });
  return { kind: 'code', run };
}

/** Returns the built-in route of a plugin action, or null if code takes part in it. */
function hostActionOf(
  collected: CollectedRoute,
  dependencies: CustomRouteDependencies,
): { readonly path: string; readonly hostTarget: HostTarget; readonly action: string } | null {
  const { strapi, hostActions, observers, strategies, closed } = dependencies;
  const action = builtInActionOf(collected, strapi);
  if (action === null) return null;
  const { method, path, route } = collected;
  const isSame = isSameRoute({ method, path });
  const found = hostActions.find((each) => each.action === action && isSame(each));
  if (!found) return null;
  // Hooks on users and files run inside these routes. If the project removed routes of a plugin, koa handles all its routes,
  // because the server still has the removed ones.
  const isClosed = closed.has(action.slice(0, action.indexOf('.')));
  // The rate limit, its only middleware, is part of the built-in route.
  const steps: RouteSteps = { policies: dependencies.steps().policies, middlewares: [] };
  const hostTarget: HostTarget = {
    kind: 'host',
    route: found.route,
    readsBody: found.readsBody,
    guard: guardAround(route, steps, dependencies),
    get usesKoa() {
      return isClosed || !strategies.isEmpty || observers.seesAnything();
    },
  };
  return { path: found.path, hostTarget, action };
}

/** A path pattern without the names of its parameters. */
function unnamed(path: string): string {
  return path.replaceAll(/:\w+/g, ':');
}

/** Built-in plugins whose routes the project has removed, such as `plugin::users-permissions`. */
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
  // Patterns are matched like paths: a parameter name is a segment like any other.
  const closed = hostActions.filter(
    ({ method, path, action }) => !open.match(method, path).some(({ route }) => route === action),
  );
  return new Set(closed.map(({ action }) => action.slice(0, action.indexOf('.'))));
}

/** Returns the permissions of the route that reads a document of a type. If there is none, its usual name. */
function readPermissionsOf(
  cores: readonly CoreActionRoute[],
  strapi: RouteTableDependencies['strapi'],
): (uid: string) => CoreActionRoute['permissions'] {
  const permissions = new Map<string, CoreActionRoute['permissions']>();
  for (const { uid, action, permissions: own } of cores) {
    const name = `${uid}.${action}`;
    if (!permissions.has(name)) permissions.set(name, own);
  }
  return (uid) => {
    const isSingle = strapi.contentType(uid)?.kind === 'singleType';
    const name = `${uid}.${isSingle ? 'find' : 'findOne'}`;
    const own = permissions.get(name);
    return own === undefined ? [name] : own;
  };
}

/** Creates the guard of a built-in route that code of the project may change. */
function guardAround(
  route: EndpointRoute,
  steps: RouteSteps,
  dependencies: EndpointDependencies,
): HostGuard {
  const run = guardOf(route, steps, dependencies);
  return { authorizes: true, hasMiddlewares: steps.middlewares.length > 0, run };
}

/** Returns the publication routes next to an `update` route. */
function publicationRoutes(
  collected: CollectedRoute,
  core: CoreActionRoute,
  dependencies: SingleRouteDependencies,
): readonly CodeRoute[] {
  const { observers, strategies } = dependencies;
  return versionRoutes(collected, core, dependencies.strapi).flatMap(
    (version): readonly CodeRoute[] => {
      const { uid, action, path, permissions, policies, middlewares } = version;
      const handler = `${uid}.${action}`;
      const target = { method: 'POST', path, handler } as const;
      const route = dependencies.hostRoute({ ...target, uid, action, permissions });
      const auth = permissions === null ? false : { scope: permissions };
      const config = { ...toRecord(collected.route.config), policies, middlewares, auth };
      const own = { ...collected.route, ...target, config };
      const inherited = dependencies.steps();
      const added = routeSteps({ ...own, config: version.ownConfig }, dependencies);
      const guard = guardAround(
        own,
        {
          policies: [...inherited.policies, ...added.policies],
          middlewares: [...inherited.middlewares, ...added.middlewares],
        },
        dependencies,
      );
      const isGuarded = policies.length + middlewares.length > 0;
      const host: HostTarget = {
        kind: 'host',
        readsBody: false,
        route,
        guard,
        get usesKoa() {
          return isGuarded || !strategies.isEmpty || observers.seesWrites(uid);
        },
      };
      return [{ ...target, route: host }];
    },
  );
}
