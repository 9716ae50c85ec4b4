// Service `users-permissions`: actions that roles can be granted, and email templates.
import { isRecord } from '../../packages/strapi-utils/values.ts';
import { USER } from '../../../schema/built-in/uids.ts';
import type { Service, Strapi } from '../../strapi/strapi.ts';
import type { Row } from '../../strapi/code-values.ts';
import { fillEmailTemplate } from '../email/fill-email-template.ts';
import type { UsersPermissionsDependencies } from '../dependencies.ts';

/** Creates the service. @param running The running instance */
export function usersPermissionsService(
  dependencies: () => UsersPermissionsDependencies,
): (context: { readonly strapi: Strapi }) => Service {
  return ({ strapi }) => ({
    /** All actions by API or plugin and controller. */
    getActions({ defaultEnable = false }: { readonly defaultEnable?: boolean } = {}): unknown {
      return enabled(structuredClone(dependencies().roles.actions), defaultEnable);
    },
    /** Routes of the content API by API or plugin, such as `api::article`. */
    getRoutes(): Record<string, unknown> {
      const groups = { api: strapi.apis, plugin: strapi.plugins };
      return Object.fromEntries(
        Object.entries(groups).flatMap(([kind, modules]) =>
          Object.entries(modules).map(([name, { routes }]) => [`${kind}::${name}`, routes]),
        ),
      );
    },
    updateUserRole: (user: Row, role: unknown) =>
      strapi.db.query(USER).update({ where: { id: user.id }, data: { role } }),
    template: fillEmailTemplate,
    /** Roles and permissions are created before code runs. */
    initialize: async () => undefined,
    syncPermissions: async () => undefined,
  });
}

/** Sets every `enabled` in a listing of actions. */
function enabled(listing: unknown, isEnabled: boolean): unknown {
  if (!isRecord(listing)) return listing;
  for (const [key, value] of Object.entries(listing)) {
    if (key === 'enabled') listing[key] = isEnabled;
    else enabled(value, isEnabled);
  }
  return listing;
}
