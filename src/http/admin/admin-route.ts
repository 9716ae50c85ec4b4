// Routes of the admin API with a common path, whose permissions have a common prefix.
import type { AdminRoute } from '../routing/route.ts';

/** A handler of a route of the admin API. */
export type AdminHandler = AdminRoute['handler'];

/** The common parts of routes. */
interface CommonParts extends Pick<AdminRoute, 'path' | 'headers' | 'middlewares'> {
  /** Prefix of the permissions, such as `admin::users`. */
  readonly permission: string;
}

/** Creates a route. @param action Such as `read`; null if every administrator may call the route */
type CreateRoute = (
  [method, path]: readonly [AdminRoute['method'], string],
  action: string | null,
  handler: AdminHandler,
) => AdminRoute;

/** Returns a function that creates routes under a path. */
export function adminRoutesUnder({
  path: prefix,
  permission,
  ...others
}: CommonParts): CreateRoute {
  return ([method, path], action, handler) => ({
    method,
    path: `${prefix}${path}`,
    caller: 'admin',
    permission: action && `${permission}.${action}`,
    ...others,
    handler,
  });
}
