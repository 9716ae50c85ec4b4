// Converts routes of project code to routes of the server, for its route table and for lists of actions.
import type { CoreRoute as ServerRoute, CustomRoute } from '../../project/routes.ts';
import type { EndpointRoute } from '../koa/endpoint.ts';
import type { Strapi } from '../strapi/strapi.ts';
import type { CollectedRoute } from './collect-routes.ts';
import { isUnguarded, type CoreActionRoute } from './core-route.ts';
import { versionRoutes } from './version-routes.ts';

/** Returns a core route and its publication routes. @param prefix Of the content API */
export function serverRoutes(
  { route, core }: { readonly route: CollectedRoute; readonly core: CoreActionRoute },
  strapi: Strapi,
  prefix: string,
): readonly ServerRoute[] {
  const { uid, action, method, path, permissions } = core;
  const within = (whole: string): string => whole.slice(prefix.length);
  return [
    {
      uid,
      action,
      method,
      path: within(path),
      auth: authOf(permissions),
      guarded: !isUnguarded(route),
    },
    ...versionRoutes(route, core, strapi).map((each): ServerRoute => ({
      uid,
      action: each.action,
      method: 'POST',
      path: within(each.path),
      auth: authOf(each.permissions),
      guarded: each.policies.length + each.middlewares.length > 0,
    })),
  ];
}

function authOf(permissions: readonly string[] | null): ServerRoute['auth'] {
  return permissions === null ? false : { scope: permissions };
}

/** Converts a custom route. */
export function customRoute({ method, path, route }: CollectedRoute): CustomRoute {
  const { handler, info } = route;
  const pluginAction = pluginActionOf(route);
  return {
    file: info.apiName === undefined ? 'a plugin' : `src/api/${info.apiName}/routes`,
    method,
    path,
    handler: typeof handler === 'string' ? handler : 'a function',
    ...(pluginAction === null ? {} : { pluginAction }),
  };
}

/** Full name of the action of a content API route of a plugin; null for other routes. */
function pluginActionOf({ handler, info }: EndpointRoute): string | null {
  if (info.pluginName === undefined || info.type !== 'content-api') return null;
  if (typeof handler !== 'string') return null;
  const name = handler.trim();
  return name.includes('::') ? name : `plugin::${info.pluginName}.${name}`;
}
