// Routes of the roles of end users and of the actions that can be granted, for callers of the content API and for
// administrators. Query parameters are ignored.
import type { AdminPrincipal } from '../../auth/admin/admin-authenticator.ts';
import type { TokenCeiling } from '../../auth/api-tokens/token-ceiling.ts';
import { allowAll } from '../../auth/permissions.ts';
import type { GrantCheck, Roles } from '../../auth/roles/roles.ts';
import type { OnDemand } from '../../base/on-demand.ts';
import { json } from '../response/response.ts';
import type { PermissionRoute, Route } from '../routing/route.ts';
import type { RouteRequest } from '../routing/route-request.ts';
import { rowIdIn } from '../routing/row-id-param.ts';

interface RoleRouteDependencies {
  readonly prefix: string;
  readonly roles: Roles;
  /** Limits what administrators grant. */
  readonly ceiling: OnDemand<TokenCeiling>;
}

/** Names of the permissions of an action: of callers of the content API, and of administrators. */
interface RoleAction {
  readonly content: string;
  /** Null for any administrator. */
  readonly admin: string | null;
}

/** The routes under a prefix such as `/api`, and without it for administrators. */
export function roleRoutes({ prefix, roles, ceiling }: RoleRouteDependencies): readonly Route[] {
  const both = (
    [method, path]: readonly [PermissionRoute['method'], string],
    { content, admin }: RoleAction,
    handle: (request: RouteRequest, check: GrantCheck) => Promise<object>,
  ): readonly Route[] => {
    const permissions = [`${PLUGIN}.${content}`];
    const permission = admin === null ? null : `${PLUGIN}.${admin}`;
    return [
      {
        method,
        path: `${prefix}${path}`,
        caller: 'permission',
        permissions,
        handler: async (request) => json(await handle(request, allowAll)),
      },
      {
        method,
        path,
        caller: 'admin',
        permission,
        handler: async (request) => json(await handle(request, await checkFor(request.caller))),
      },
    ];
  };
  const checkFor = async ({ ability }: AdminPrincipal): Promise<GrantCheck> => {
    const limit = await ceiling();
    return (granted) => limit.assertMayIssue(ability, { type: 'custom', permissions: granted });
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
      async ({ body }, check) => {
        await roles.create(body, check);
        return DONE;
      },
    ),
    ...both(
      ['PUT', ONE],
      { content: 'role.updateRole', admin: 'roles.update' },
      async (request, check) => {
        await roles.update(rowIdIn(request), request.body, check);
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
