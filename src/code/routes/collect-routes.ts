// Collects the routes of a project in matching order: APIs by name, their files by name, then plugins.
import { ProjectError, reasonOf } from '../../project/project-error.ts';
import { offeredActions } from '../../project/core-router.ts';
import { isRecord, toRecord, toText } from '../../schema/raw.ts';
import type { EndpointRoute } from '../koa/endpoint.ts';
import type { AddedParams } from '../strapi/added-params.ts';
import type { CodeModule, RouteFields, Strapi } from '../strapi/strapi.ts';
import type { Fields } from '../strapi/code-values.ts';

/** A route with its complete path pattern. */
export interface CollectedRoute {
  readonly method: string;
  /** Including all prefixes. */
  readonly path: string;
  readonly route: EndpointRoute;
}

/** Plugins whose admin routes are built in. */
export const BUILT_IN: readonly string[] = ['users-permissions', 'upload', 'email', 'i18n'];

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'ALL'];

export interface RouteSources {
  readonly strapi: Strapi;
  readonly addedParams: AddedParams;
}

/** Collects all routes. @param prefix Of the content API, such as `/api` @throws Error for an invalid route */
export function collectRoutes(
  { strapi, addedParams }: RouteSources,
  prefix: string,
): readonly CollectedRoute[] {
  const all = [
    ...Object.entries(strapi.apis).flatMap(([name, api]) =>
      apiRoutes(strapi, prefix, { name, api }),
    ),
    ...Object.entries(strapi.plugins).flatMap(([name, plugin]) =>
      pluginRoutes(strapi, prefix, { name, plugin }),
    ),
  ];
  return all.map(({ route, ...owner }) => {
    const request = addedParams.requestOf(route);
    return { ...owner, route: request ? { ...route, request } : route };
  });
}

function apiRoutes(
  strapi: Strapi,
  prefix: string,
  { name, api }: { readonly name: string; readonly api: CodeModule },
): readonly CollectedRoute[] {
  return Object.values(toRecord(api.routes)).flatMap((value) => {
    const router = routerFields(value, strapi);
    const routerPrefix = toText(router['prefix']) ?? '';
    const owner = { space: `api::${name}`, prefix, routerPrefix };
    const info = { apiName: name, type: 'content-api' };
    return ordered(routesIn(router, `src/api/${name}/routes`)).map((route) =>
      collected(route, owner, info),
    );
  });
}

function pluginRoutes(
  strapi: Strapi,
  prefix: string,
  owner: PluginOwner,
): readonly CollectedRoute[] {
  return routersOf(strapi, prefix, owner).flatMap(({ isBuiltIn, routes }) =>
    isBuiltIn ? [] : routes,
  );
}

/** Routes of administrators of built-in plugins, which the server handles, to which code has added middlewares. */
export function adminRoutesWithMiddlewares(strapi: Strapi): readonly CollectedRoute[] {
  return Object.entries(strapi.plugins)
    .flatMap(([name, plugin]) => routersOf(strapi, '', { name, plugin }))
    .flatMap(({ isBuiltIn, routes }) => (isBuiltIn ? routes : []))
    .filter(({ route }) => {
      const { middlewares } = toRecord(route.config);
      return Array.isArray(middlewares) && middlewares.length > 0;
    });
}

interface PluginOwner {
  readonly name: string;
  readonly plugin: CodeModule;
}

interface PluginRouter {
  /** True for routes of administrators that are built in. */
  readonly isBuiltIn: boolean;
  readonly routes: readonly CollectedRoute[];
}

function routersOf(
  strapi: Strapi,
  prefix: string,
  { name, plugin: { routes } }: PluginOwner,
): readonly PluginRouter[] {
  const routers = Array.isArray(routes)
    ? [{ type: 'admin', routes }]
    : Object.values(toRecord(routes));
  return routers.map((value): PluginRouter => {
    const router = routerFields(value, strapi);
    const type = toText(router['type']) ?? 'admin';
    const routerPrefix = typeof router['prefix'] === 'string' ? router['prefix'] : `/${name}`;
    const owner = {
      space: `plugin::${name}`,
      prefix: type === 'content-api' ? prefix : '',
      routerPrefix,
    };
    return {
      isBuiltIn: type === 'admin' && BUILT_IN.includes(name),
      routes: ordered(routesIn(router, `plugin ${name}`)).map((route) =>
        collected(route, owner, { pluginName: name, type }),
      ),
    };
  });
}

/** Returns the fields of a router, which may be a function of `{strapi}` or a list of routes. Creates core routes. */
function routerFields(value: unknown, strapi: Strapi): Fields {
  const router: unknown = typeof value === 'function' ? value({ strapi }) : value;
  if (Array.isArray(router)) return { routes: router };
  const { type, prefix, routes } = toRecord(router);
  return { type, prefix, routes };
}

/** @param owner For errors @throws ProjectError for an invalid list or route */
function routesIn({ routes }: Fields, owner: string): readonly RouteFields[] {
  if (routes === undefined) return [];
  try {
    if (!Array.isArray(routes)) throw new Error('routes must be a list.');
    return routes.map(parseRoute);
  } catch (error) {
    throw new ProjectError([{ file: owner, path: '', message: reasonOf(error) }], { cause: error });
  }
}

/** Normalizes method and path. @throws Error for a route without method, path or handler, or with an invalid `config` */
export function parseRoute(route: unknown): RouteFields {
  const { method, path, handler, config } = toRecord(route);
  const upper = typeof method === 'string' ? method.trim().toUpperCase() : '';
  const what = `${String(method)} ${String(path)}`;
  if (!METHODS.includes(upper) || typeof path !== 'string' || handler === undefined) {
    throw new Error(
      `Invalid route config: ${what} needs a path, a handler and a method (${METHODS.join(', ')}).`,
    );
  }
  assertConfig(config, what);
  for (const offered of offeredActions(toRecord(route))) {
    assertConfig(offered.config, `${offered.action} of ${what}`);
  }
  return Object.assign(route as RouteFields, { method: upper, path: path.trim() });
}

/** @throws Error for invalid values */
function assertConfig(config: unknown, what: string): void {
  const { auth, policies, middlewares } = toRecord(config);
  if (auth !== undefined && typeof auth !== 'boolean' && !isRecord(auth)) {
    throw new Error(`Invalid route config: auth of ${what} must be false or an object with scope.`);
  }
  const { scope } = toRecord(auth);
  const isList = Array.isArray(scope) && scope.every((name) => typeof name === 'string');
  if (scope !== undefined && !isList) {
    throw new Error(`Invalid route config: scope of ${what} must be a list of strings.`);
  }
  for (const [name, list] of Object.entries({ policies, middlewares })) {
    if (list === undefined || list === null || Array.isArray(list)) continue;
    throw new Error(`Invalid route config: ${name} of ${what} must be a list.`);
  }
}

/** Sorts the routes of a file as Strapi does: those with their own prefix first. */
function ordered(routes: readonly RouteFields[]): readonly RouteFields[] {
  return [...routes.filter(hasPrefix), ...routes.filter((route) => !hasPrefix(route))];
}

function hasPrefix({ config }: RouteFields): boolean {
  return config !== undefined && Object.hasOwn(config, 'prefix');
}

interface RouteOwner {
  /** Prefix of permissions. */
  readonly space: string;
  readonly prefix: string;
  readonly routerPrefix: string;
}

function collected(
  route: RouteFields,
  { space, prefix, routerPrefix }: RouteOwner,
  info: EndpointRoute['info'],
): CollectedRoute {
  const config = { ...toRecord(route.config) };
  const { handler } = route;
  const { auth } = config;
  if (typeof handler === 'string' && auth !== false && toRecord(auth)['scope'] === undefined) {
    const name = handler.trim();
    const scope = [name.startsWith(`${space}.`) ? name : `${space}.${name}`];
    config['auth'] = { ...toRecord(auth), scope };
  }
  // The root route of a router has the path of the prefix, without a trailing slash.
  const below = route.path === '/' ? '' : route.path;
  const path = `${prefix}${hasPrefix(route) ? '' : routerPrefix}${below}`;
  Object.assign(route, { config, info });
  return {
    method: route.method,
    path: path === '' ? '/' : path,
    route: { ...route, config, info },
  };
}
