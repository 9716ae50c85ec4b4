// Routes of a project's code as the server knows routes: for its own table, and for listings of actions.
import { publicationActions, PUBLICATION_PATHS } from '../../project/core-router.ts';
import type { CoreRoute as ServerRoute, CustomRoute } from '../../project/route-table.ts';
import { routedType } from '../factories/core-router.ts';
import type { Strapi } from '../strapi/strapi.ts';
import type { CollectedRoute } from './collect-routes.ts';
import type { CoreRoute } from './core-route.ts';

/** A core action, and the actions on versions that stand beside it. @param prefix Of the content API */
export function serverRoutes(
  { uid, action, method, path: whole, permissions }: CoreRoute,
  strapi: Strapi,
  prefix: string,
): readonly ServerRoute[] {
  const path = whole.slice(prefix.length);
  const auth: ServerRoute['auth'] = permissions === null ? false : { scope: permissions };
  const type = strapi.contentType(uid);
  const beside = action === 'update' && type ? publicationActions(routedType(type)) : [];
  return [
    { uid, action, name: `${uid}.${action}`, method, path, auth },
    ...beside.map((each): ServerRoute => {
      const name = `${uid}.${each}`;
      return {
        uid,
        action: each,
        name,
        method: 'POST',
        path: `${path}${PUBLICATION_PATHS[each]}`,
        auth: permissions === null ? false : { scope: [name] },
      };
    }),
  ];
}

/** A route of the project's own. */
export function customRoute({ method, path, route }: CollectedRoute): CustomRoute {
  const { handler, info } = route;
  return {
    file: info.apiName === undefined ? 'a plugin' : `src/api/${info.apiName}/routes`,
    method,
    path,
    handler: typeof handler === 'string' ? handler : 'a function',
  };
}
