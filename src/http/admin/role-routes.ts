// Routes of administrators' roles and their permissions.
import type { AdminPermissions } from '../../auth/admin/admin-permissions.ts';
import type { AdminRoleRecords, RoleRecord } from '../../auth/admin/admin-role-records.ts';
import type { OnDemand } from '../../base/on-demand.ts';
import { json, NO_STORE, type RouteResponse } from '../response/response.ts';
import type { Route } from '../routing/route.ts';
import { rowIdIn } from '../routing/row-id-param.ts';
import type { AdminList } from './admin-list.ts';
import { adminRoutesUnder } from './admin-route.ts';

interface AdminRoleServices {
  readonly roles: AdminRoleRecords;
  readonly roleList: AdminList;
  readonly permissions: AdminPermissions;
}

/** The routes under `/admin/roles` and `/admin/permissions`, and the caller's own permissions. */
export function adminRoleRoutes(people: OnDemand<AdminRoleServices>): readonly Route[] {
  const route = adminRoutesUnder({
    path: '/admin',
    permission: 'admin::roles',
    headers: NO_STORE,
  });
  const forms = () => import('../../auth/admin/admin-role-forms.ts');
  return [
    route(['GET', '/roles'], 'read', async ({ query, cancellation }) => {
      const { roles, roleList } = await people();
      return json({ data: await roles.withUsersCount(await roleList.all(query, cancellation)) });
    }),
    route(['GET', '/roles/:id'], 'read', async (request) => {
      const { roles } = await people();
      const role = await roles.find(rowIdIn(request));
      const [counted] = await roles.withUsersCount([role]);
      const { showRole } = await records();
      const data = { ...showRole(role), usersCount: counted?.usersCount ?? 0 };
      return json({ data });
    }),
    route(['POST', '/roles'], 'create', async ({ body }) => {
      const { checkNewRole } = await forms();
      const { roles } = await people();
      return shown(await roles.create(await checkNewRole(body)), 201);
    }),
    route(['PUT', '/roles/:id'], 'update', async (request) => {
      const { checkRoleChange } = await forms();
      const { roles } = await people();
      return shown(await roles.update(rowIdIn(request), await checkRoleChange(request.body)));
    }),
    route(['DELETE', '/roles/:id'], 'delete', async (request) => {
      const { roles } = await people();
      const id = rowIdIn(request);
      const rows = id === null ? [] : [id];
      const [role] = await roles.delete({ rows, sent: [request.params['id']] }, 'id');
      return role ? shown(role) : json({ data: null });
    }),
    route(['POST', '/roles/batch-delete'], 'delete', async ({ body }) => {
      const { checkRoleIds } = await forms();
      const { roles } = await people();
      const deleted = await roles.delete(await checkRoleIds(body), 'ids');
      const { showRole } = await records();
      return json({ data: deleted.map(showRole) });
    }),
    route(['GET', '/roles/:id/permissions'], 'read', async (request) => {
      const { permissions } = await people();
      return json({ data: await permissions.ofRole(rowIdIn(request)) });
    }),
    route(['PUT', '/roles/:id/permissions'], 'update', async (request) => {
      const { permissions } = await people();
      const { body, caller } = request;
      return json({ data: await permissions.replace(rowIdIn(request), body, caller.ability) });
    }),
    route(['GET', '/users/me/permissions'], null, async ({ caller }) => {
      const { permissions } = await people();
      return json({ data: await permissions.ofUser(caller.admin) });
    }),
    route(['GET', '/permissions'], null, async () => {
      const { permissions } = await people();
      return json({ data: await permissions.all() });
    }),
    route(['POST', '/permissions/check'], null, async ({ body, caller }) => {
      const { checkQueriedPermissions } = await forms();
      const { permissions } = await people();
      return json({ data: permissions.check(caller, await checkQueriedPermissions(body)) });
    }),
  ];
}

async function shown(role: RoleRecord, status: number = 200): Promise<RouteResponse> {
  const { showRole } = await records();
  return json({ data: showRole(role) }, { status });
}

function records() {
  return import('../../auth/admin/admin-role-records.ts');
}
