// Routes of administrators: the profile of the caller, and all administrators.
import type { AdminUserRecords } from '../../auth/admin/admin-user-records.ts';
import type { OnDemand } from '../../base/on-demand.ts';
import { showAdmin, type AdminUser } from '../../auth/admin/admin-users.ts';
import { json, NO_STORE, type RouteResponse } from '../response/response.ts';
import type { Route } from '../routing/route.ts';
import { rowIdIn } from '../routing/row-id-param.ts';
import type { AdminList } from './admin-list.ts';
import { adminRoutesUnder } from './admin-route.ts';

interface AdminUserServices {
  readonly records: AdminUserRecords;
  readonly users: AdminList;
}

/** The routes under `/admin/users`. */
export function adminUserRoutes(people: OnDemand<AdminUserServices>): readonly Route[] {
  const route = adminRoutesUnder({
    path: '/admin/users',
    permission: 'admin::users',
    // Responses contain email addresses, and the secrets of invitations.
    headers: NO_STORE,
  });
  return [
    route(['GET', '/me'], null, ({ caller }) => shown(caller.admin)),
    route(['PUT', '/me'], null, async ({ body, caller }) => {
      const { checkProfile } = await import('../../auth/admin/admin-user-forms.ts');
      const { records } = await people();
      return shown(await records.updateProfile(caller.admin, await checkProfile(body)));
    }),
    route(['GET', ''], 'read', async ({ query, cancellation }) => {
      const { records, users } = await people();
      const { entries, pagination, isPopulated } = await users.page(query, cancellation);
      const results = isPopulated ? entries : await records.withRoles(entries);
      return json({ data: { results, pagination } });
    }),
    route(['GET', '/:id'], 'read', async (request) => {
      const { records } = await people();
      return shown(await records.find(rowIdIn(request)));
    }),
    route(['POST', ''], 'create', async ({ body, caller }) => {
      const { checkInvitation } = await import('../../auth/admin/admin-user-forms.ts');
      const { records } = await people();
      const { admin, registrationToken } = await records.invite(
        await checkInvitation(body),
        caller.ability,
      );
      const data = { ...showAdmin(admin, { roles: true }), registrationToken };
      return json({ data }, { status: 201 });
    }),
    route(['PUT', '/:id'], 'update', async (request) => {
      const { checkAdminChange } = await import('../../auth/admin/admin-user-forms.ts');
      const change = await checkAdminChange(request.body);
      const { records } = await people();
      return shown(await records.update(rowIdIn(request), change, request.caller.ability));
    }),
    route(['DELETE', '/:id'], 'delete', async (request) => {
      const { records } = await people();
      return shown(await records.delete(rowIdIn(request)));
    }),
    route(['POST', '/batch-delete'], 'delete', async ({ body, caller }) => {
      const { checkIds } = await import('../../auth/admin/admin-user-forms.ts');
      const { records } = await people();
      const deleted = await records.deleteAll(await checkIds(body), caller.admin.id);
      return json({ data: deleted.map((admin) => showAdmin(admin, { roles: true })) });
    }),
  ];
}

function shown(admin: AdminUser): RouteResponse {
  return json({ data: showAdmin(admin, { roles: true }) });
}
