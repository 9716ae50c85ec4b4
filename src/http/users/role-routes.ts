// Routes of the roles of end users and of the actions that can be granted, for callers of the content API and for
// administrators. Query parameters are ignored.
import type { Roles } from '../../auth/roles/roles.ts';
import { json } from '../response/response.ts';
import type { PermissionRoute, Route } from '../routing/route.ts';
import type { RouteRequest } from '../routing/route-request.ts';
import { rowIdIn } from '../row-id.ts';

interface RoleRouteDependencies {
  readonly prefix: string;
  readonly roles: Roles;
}

/** Names of the permissions of an action: of callers of the content API, and of administrators. */
interface RoleAction {
  readonly content: string;
  /** Null for any administrator. */
  readonly admin: string | null;
}

/** The routes under a prefix such as `/api`, and without it for administrators. */
export function roleRoutes({ prefix, roles }: RoleRouteDependencies): readonly Route[] {
  const both = (
    [method, path]: readonly [PermissionRoute['method'], string],
    { content, admin }: RoleAction,
    answer: (request: RouteRequest) => Promise<object>,
  ): readonly Route[] => {
    const route = {
      method,
      handler: async (request: RouteRequest) => json(await answer(request)),
    };
    const permissions = [`${PLUGIN}.${content}`];
    const permission = admin === null ? null : `${PLUGIN}.${admin}`;
    return [
      { ...route, path: `${prefix}${path}`, caller: 'permission', permissions },
      { ...route, path, caller: 'admin', permission },
    ];
  };
  return [
    ...both(['GET', LIST], { content: 'role.find', admin: 'roles.read' }, async () => ({
      roles: await roles.list(),
    })),
    ...both(['GET', ONE], { content: 'role.findOne', admin: 'roles.read' }, async (request) => ({
      role: await roles.find(rowIdIn(request)),
    })),
    ...both(
      ['POST', LIST],
      { content: 'role.createRole', admin: 'roles.create' },
      async ({ body }) => {
        await roles.create(body);
        return DONE;
      },
    ),
    ...both(
      ['PUT', ONE],
      { content: 'role.updateRole', admin: 'roles.update' },
      async (request) => {
        await roles.update(rowIdIn(request), request.body);
        return DONE;
      },
    ),
    ...both(
      ['DELETE', ONE],
      { content: 'role.deleteRole', admin: 'roles.delete' },
      async (request) => {
        await roles.remove(rowIdIn(request));
        return DONE;
      },
    ),
    ...both(
      ['GET', '/users-permissions/permissions'],
      { content: 'permissions.getPermissions', admin: null },
      async () => ({ permissions: roles.actions }),
    ),
  ];
}

const PLUGIN = 'plugin::users-permissions';
const LIST = '/users-permissions/roles';
const ONE = `${LIST}/:id`;
const DONE = { ok: true };
