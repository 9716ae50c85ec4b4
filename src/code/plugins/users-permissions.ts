// The plugin `users-permissions` for project code.
import { ACCOUNT_ACTIONS } from '../../auth/roles/action-listing.ts';
import type { PluginModule } from '../strapi/strapi.ts';
import { controllerOf, type PluginActions } from './plugin-actions.ts';
import { pluginContentTypes } from './plugin-schemas.ts';
import { jwtService } from './users-permissions/jwt-service.ts';
import { permissionService, roleService } from './users-permissions/role-service.ts';
import { providerRegistry, providersService } from './users-permissions/provider-services.ts';
import { accountMiddlewares, pluginRoutes } from './users-permissions/routes.ts';
import { userService } from './users-permissions/user-service.ts';
import type { UsersPermissionsDependencies } from './dependencies.ts';
import { markedService } from './service-overrides.ts';
import { usersPermissionsService } from './users-permissions/users-permissions-service.ts';

const NAME = 'plugin::users-permissions';

/** Creates the plugin. Each call returns new objects, which extensions may change. */
export function usersPermissionsPlugin(
  dependencies: () => UsersPermissionsDependencies,
): PluginModule {
  const actions = (): PluginActions => dependencies().actions;
  const controller = (name: string, names: readonly string[]): Record<string, unknown> =>
    controllerOf(actions, `${NAME}.${name}`, names);
  return {
    config: { default: defaultConfig, validator: () => undefined },
    controllers: {
      // A function, as in Strapi: properties that an extension sets on it have no effect.
      auth: () => controller('auth', ACCOUNT_ACTIONS.auth),
      user: controller('user', ACCOUNT_ACTIONS.user),
      role: controller('role', ACCOUNT_ACTIONS.role),
      permissions: controller('permissions', ACCOUNT_ACTIONS.permissions),
      settings: controller('settings', SETTINGS_ACTIONS),
      contentmanageruser: controller('contentmanageruser', ['create', 'update']),
    },
    services: {
      jwt: markedService(`${NAME}.jwt`, jwtService(dependencies)),
      user: markedService(`${NAME}.user`, userService(dependencies)),
      role: roleService(dependencies),
      'users-permissions': usersPermissionsService(dependencies),
      permission: permissionService,
      providers: providersService,
      'providers-registry': providerRegistry,
    },
    policies: {},
    middlewares: accountMiddlewares(actions),
    contentTypes: pluginContentTypes('users-permissions', ['user', 'role', 'permission']),
    routes: pluginRoutes(),
  };
}

/** Default configuration, `strapi.config.get('plugin::users-permissions')`. */
function defaultConfig({ env }: { readonly env: (name: string) => unknown }): object {
  const day = 24 * 60 * 60;
  return {
    jwtSecret: env('JWT_SECRET'),
    jwt: { expiresIn: '30d' },
    jwtManagement: 'legacy-support',
    sessions: {
      accessTokenLifespan: 600,
      idleRefreshTokenLifespan: 14 * day,
      maxRefreshTokenLifespan: 30 * day,
      httpOnly: false,
    },
    ratelimit: { interval: 60_000, max: 10 },
  };
}

const SETTINGS_ACTIONS = [
  'getEmailTemplate',
  'updateEmailTemplate',
  'getAdvancedSettings',
  'updateAdvancedSettings',
  'getProviders',
  'updateProviders',
];
