// Routes of the roles of end users and of the actions that can be granted. Query parameters are ignored.
import type { Roles } from '../../auth/roles/roles.ts';
import { json } from '../response/response.ts';
import type { PermissionRoute, Route } from '../routing/route.ts';
import type { RouteRequest } from '../routing/route-request.ts';
import { rowIdIn } from '../row-id.ts';

interface RoleRouteParts {
  readonly prefix: string;
  readonly roles: Roles;
  /** Why the routes return 501, or null if they are served. */
  readonly blocked: string | null;
}

/** The routes under a prefix such as `/api`. */
export function roleRoutes({ prefix, roles, blocked }: RoleRouteParts): readonly Route[] {
  const list = `${prefix}/users-permissions/roles`;
  const single = `${list}/:id`;
  const route = (
    [method, path]: readonly [PermissionRoute['method'], string],
    action: string,
    answer: (request: RouteRequest) => Promise<object>,
  ): Route => ({
    method,
    path,
    caller: 'permission',
    permissions: [`plugin::users-permissions.${action}`],
    blocked,
    handler: async (request) => json(await answer(request)),
  });
  return [
    route(['GET', list], 'role.find', async () => ({ roles: await roles.list() })),
    route(['GET', single], 'role.findOne', async (request) => ({
      role: await roles.find(rowIdIn(request)),
    })),
    route(['POST', list], 'role.createRole', async ({ body }) => {
      await roles.create(body);
      return DONE;
    }),
    route(['PUT', single], 'role.updateRole', async (request) => {
      await roles.update(rowIdIn(request), request.body);
      return DONE;
    }),
    route(['DELETE', single], 'role.deleteRole', async (request) => {
      await roles.remove(rowIdIn(request));
      return DONE;
    }),
    route(
      ['GET', `${prefix}/users-permissions/permissions`],
      'permissions.getPermissions',
      async () => ({ permissions: roles.actions }),
    ),
  ];
}

const DONE = { ok: true };
