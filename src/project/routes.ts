// Routes of content-types. Code defines its own (`code/routes`); those of a project without code are listed here.
import type { ApiFolder } from './api-folders.ts';
import {
  coreEndpoints,
  publicationActions,
  PUBLICATION_PATHS,
  type CoreEndpoint,
  type RouteAction,
  type RoutedType,
} from './core-router.ts';
import { generatedUid } from './generated-code.ts';

/** Core route of a content-type, or of an action on its versions. */
export interface CoreRoute {
  readonly uid: string;
  readonly action: RouteAction;
  readonly method: CoreEndpoint['method'];
  /** Path after the API prefix: `/articles/:id`, or `/v2/articles/:id` if the router has a prefix. */
  readonly path: string;
  /** False if public; otherwise all of these permissions are required. */
  readonly auth: false | { readonly scope: readonly string[] };
  /** True if policies or middlewares of the project run before it. */
  readonly guarded: boolean;
}

/** A route that code handles. */
export interface CustomRoute {
  /** Path of the router in messages. */
  readonly file: string;
  readonly method: string;
  readonly path: string;
  /** Name of the action, or `a function`. */
  readonly handler: string;
  /** Full name of the action of a plugin, for routes of the content API. */
  readonly pluginAction?: string;
}

export interface ProjectRoutes {
  readonly routes: readonly CoreRoute[];
  readonly custom: readonly CustomRoute[];
}

/** Core routes of all types. */
export function defaultRoutes(types: readonly RoutedType[]): ProjectRoutes {
  return { routes: withoutTaken(types.flatMap(routesOf)), custom: [] };
}

/**
 * Routes of a project without code, in Strapi's order. A type has routes if a router names it, or if its API has none.
 * @param apis With generated routers only
 */
export function plainRoutes(
  types: readonly RoutedType[],
  apis: readonly ApiFolder[],
): ProjectRoutes {
  const routed = apis.flatMap(({ name, routers }) =>
    routers.length === 0
      ? types.filter(({ uid }) => uid.startsWith(`api::${name}.`))
      : routers.flatMap(({ text }) => {
          const uid = generatedUid(text, 'createCoreRouter');
          return types.filter((type) => type.uid === uid);
        }),
  );
  return defaultRoutes([...new Set(routed)]);
}

/** Uids of types without routes. */
export function unroutedTypes(
  types: readonly RoutedType[],
  { routes }: ProjectRoutes,
): readonly string[] {
  const routed = new Set(routes.map(({ uid }) => uid));
  return types.map(({ uid }) => uid).filter((uid) => !routed.has(uid));
}

/** Core routes of a type, and routes of the actions on its versions (docs/strapi/differences.md, D15). */
function routesOf(type: RoutedType): readonly CoreRoute[] {
  const { uid } = type;
  return coreEndpoints(type).flatMap(({ method, path, action }): readonly CoreRoute[] => {
    const base = { uid, guarded: false };
    const route = { ...base, action, method, path, auth: { scope: [`${uid}.${action}`] } };
    if (action !== 'update') return [route];
    const beside = publicationActions(type).map((each): CoreRoute => {
      const auth = { scope: [`${uid}.${each}`] };
      const at = `${path}${PUBLICATION_PATHS[each]}`;
      return { ...base, action: each, method: 'POST', path: at, auth };
    });
    return [route, ...beside];
  });
}

/** As in Strapi, the first of two routes with the same method and path wins. */
function withoutTaken(routes: readonly CoreRoute[]): readonly CoreRoute[] {
  const byEndpoint = new Map<string, CoreRoute>();
  for (const route of routes) {
    const endpoint = `${route.method} ${route.path}`;
    if (!byEndpoint.has(endpoint)) byEndpoint.set(endpoint, route);
  }
  return [...byEndpoint.values()];
}
