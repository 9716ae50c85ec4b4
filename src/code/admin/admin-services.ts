// `strapi.admin`: services for administrators.
import type { Strapi } from '../strapi/strapi.ts';
import type { Fields } from '../strapi/code-values.ts';
import { apiTokenService } from './api-token-service.ts';
import { adminAuthService } from './auth-service.ts';
import type { AdminServiceDependencies } from './dependencies.ts';
import { createPermissionsManager } from './permissions-manager.ts';
import { adminPermissionService } from './permission-service.ts';
import { adminRoleService } from './role-service.ts';
import { createToken } from './administrator-rows.ts';
import { adminUserService } from './user-service.ts';

/**
 * Creates the services, as functions of `{strapi}`. @param providers Registries for conditions and actions, which exist
 * before the server
 */
export function adminServices(
  dependencies: () => AdminServiceDependencies,
  providers: Fields,
): Fields {
  return {
    auth: adminAuthService,
    user: adminUserService(dependencies),
    role: adminRoleService(dependencies),
    permission: (context: { readonly strapi: Strapi }) => ({
      ...adminPermissionService(dependencies)(context),
      ...providers,
      createPermissionsManager: (managed: Parameters<typeof createPermissionsManager>[1]) =>
        createPermissionsManager(context.strapi, managed),
    }),
    token: () => ({ createToken }),
    'api-token': apiTokenService(dependencies),
  };
}
