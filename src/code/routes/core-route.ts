// Identifies core routes that project code has not changed.
import { coreEndpoints, type CoreAction, type RouteAction } from '../../project/core-router.ts';
import { toRecord } from '../../schema/raw.ts';
import { callsCoreOnly } from '../factories/caller-reads.ts';
import { coreMethodOf } from '../factories/core-methods.ts';
import type { EndpointRoute } from '../koa/endpoint.ts';
import { extraBodyKeys, extraQueryKeys } from '../packages/strapi-utils/route-params.ts';
import { routedType } from '../factories/core-router.ts';
import { ifOpen } from '../strapi/data-slot.ts';
import type { Strapi } from '../strapi/strapi.ts';
import type { CollectedRoute } from './collect-routes.ts';

/** A core action of a content-type. */
export interface CoreActionRoute {
  readonly uid: string;
  readonly action: CoreAction;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Null for a public route. */
  readonly permissions: readonly string[] | null;
}

/** A core action, or a publication action. */
export interface HostCoreRoute extends Omit<CoreActionRoute, 'action'> {
  readonly action: RouteAction;
  /** The permissions that a caller needs to read the same document; null if everyone may. */
  readonly readPermissions: readonly string[] | null;
}

/**
 * Returns the core action of a route; null for a custom route, or if a controller or service has changed the action or
 * needs the database when it is created, before that is open.
 */
export function coreRouteOf(route: CollectedRoute, strapi: Strapi): CoreActionRoute | null {
  return ifOpen(() => unchangedRouteOf(route, strapi));
}

function unchangedRouteOf(
  { method, path, route }: CollectedRoute,
  strapi: Strapi,
): CoreActionRoute | null {
  const { handler, info, config } = route;
  if (typeof handler !== 'string' || info.apiName === undefined) return null;
  const name = handler.includes('::') ? handler : `api::${info.apiName}.${handler}`;
  const dot = name.lastIndexOf('.');
  const controller = strapi.controller(name.slice(0, dot));
  const core = coreMethodOf(controller?.[name.slice(dot + 1)]);
  const type = core && strapi.contentType(core.uid);
  if (!controller || !type) return null;
  const endpoint = coreEndpoints(routedType(type)).find(({ action }) => action === core.name);
  if (!endpoint || endpoint.method !== method || !isPlain(path, endpoint.path)) return null;
  if (hasExtraParams(route, endpoint.action, strapi)) return null;
  // Built-in routes try all strategies.
  if (toRecord(toRecord(config)['auth'])['strategies'] !== undefined) return null;
  if (!callsCoreOnly(core.uid, controller, strapi)) return null;
  const { auth } = toRecord(config);
  const { scope } = toRecord(auth);
  // A route whose permissions are unclear must not be open to everyone.
  if (auth !== false && !Array.isArray(scope)) return null;
  return {
    uid: core.uid,
    action: endpoint.action,
    method: endpoint.method,
    path,
    permissions: Array.isArray(scope) ? scope.map(String) : null,
  };
}

/** Returns true if a route has parameters that the core action would reject. */
function hasExtraParams(route: EndpointRoute, action: CoreAction, { config }: Strapi): boolean {
  const isWrite = action === 'create' || action === 'update';
  const params = { request: toRecord(route['request']) };
  if (isWrite && extraBodyKeys(params).length > 0) return true;
  return config.get('api.rest.strictParams') === true && extraQueryKeys(params).length > 0;
}

/** Returns true for a route without policies and middlewares. */
export function isUnguarded({ route }: CollectedRoute): boolean {
  const { policies, middlewares } = toRecord(route.config);
  return [policies, middlewares].every((list) => !Array.isArray(list) || list.length === 0);
}

/** Returns true for a path of plain segments and parameters that ends with the path of the core route. */
function isPlain(path: string, core: string): boolean {
  return path.endsWith(core) && /^(?:\/(?::\w+|[\w.~-]+))+$/.test(path);
}
