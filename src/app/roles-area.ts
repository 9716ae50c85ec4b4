// In charge of the roles of end users: what answers under `/api/users-permissions`.
import type { Route } from '../http/bind-routes.ts';
import { roleRoutes } from '../http/users/role-routes.ts';
import type { Foundation } from './foundation.ts';

/** The routes of roles and permissions. */
export function roleArea({ project, authenticator, roles, prefix }: Foundation): readonly Route[] {
  const blocked = project.blockedPlugins['users-permissions'];
  return roleRoutes({ prefix, authenticator, roles, blocked });
}
