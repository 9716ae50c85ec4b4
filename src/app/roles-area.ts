// In charge of roles: what answers under `/api/users-permissions`.
import { Roles } from '../auth/roles/roles.ts';
import type { Route } from '../http/bind-routes.ts';
import { roleRoutes } from '../http/users/role-routes.ts';
import { ROLE } from '../schema/built-in/uids.ts';
import { actionGroups } from './action-groups.ts';
import type { Foundation } from './foundation.ts';

/** The routes of roles and permissions. */
export function roleArea({
  project,
  store,
  engine,
  authenticator,
  tables,
  prefix,
}: Foundation): readonly Route[] {
  const roles = new Roles({
    database: store.database,
    tables,
    reader: engine.reader,
    type: store.registry.contentType(ROLE),
    actions: actionGroups(project.routes),
  });
  const blocked = project.blockedPlugins['users-permissions'];
  return roleRoutes({ prefix, authenticator, roles, blocked });
}
