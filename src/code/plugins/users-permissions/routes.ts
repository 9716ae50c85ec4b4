// Routes of the plugin. Extensions can add to, filter or replace them.
import type { Context, Next } from 'koa';
import { createContentApiRoutesFactory } from '../../packages/strapi-utils/route-factory.ts';
import type { RouteFields } from '../../strapi/strapi.ts';
import type { PluginActions } from '../plugin-actions.ts';

const RATE_LIMIT = 'plugin::users-permissions.rateLimit';

/** The routes by kind. */
export function pluginRoutes(): Record<string, unknown> {
  return {
    admin: { type: 'admin', routes: adminRoutes() },
    'content-api': createContentApiRoutesFactory(contentApiRoutes),
  };
}

/** The middleware that limits requests to account routes. */
export function accountMiddlewares(actions: () => PluginActions): Record<string, () => unknown> {
  return {
    rateLimit: () => async (ctx: Context, next: Next) => {
      await actions().limit(ctx);
      return next();
    },
  };
}

function contentApiRoutes(): RouteFields[] {
  return [...AUTH.map(authRoute), ...USERS.map(userRoute), ...ROLES.map(roleRoute)];
}

type Line = readonly [method: string, path: string, action: string];

const AUTH: readonly (readonly [...Line, limited: boolean])[] = [
  ['GET', '/connect/(.*)', 'connect', true],
  ['POST', '/auth/local', 'callback', true],
  ['POST', '/auth/local/register', 'register', true],
  ['GET', '/auth/:provider/callback', 'callback', false],
  ['POST', '/auth/forgot-password', 'forgotPassword', true],
  ['POST', '/auth/reset-password', 'resetPassword', true],
  ['GET', '/auth/email-confirmation', 'emailConfirmation', false],
  ['POST', '/auth/send-email-confirmation', 'sendEmailConfirmation', true],
  ['POST', '/auth/change-password', 'changePassword', true],
  ['POST', '/auth/refresh', 'refresh', false],
  ['POST', '/auth/logout', 'logout', false],
  ['GET', '/auth/sessions', 'getSessions', false],
  ['DELETE', '/auth/sessions/:sessionId', 'revokeSession', false],
];

const USERS: readonly Line[] = [
  ['GET', '/users/count', 'count'],
  ['GET', '/users', 'find'],
  ['GET', '/users/me', 'me'],
  ['GET', '/users/:id', 'findOne'],
  ['POST', '/users', 'create'],
  ['PUT', '/users/:id', 'update'],
  ['DELETE', '/users/:id', 'destroy'],
];

const ROLES: readonly Line[] = [
  ['GET', '/roles/:id', 'role.findOne'],
  ['GET', '/roles', 'role.find'],
  ['POST', '/roles', 'role.createRole'],
  ['PUT', '/roles/:role', 'role.updateRole'],
  ['DELETE', '/roles/:role', 'role.deleteRole'],
  ['GET', '/permissions', 'permissions.getPermissions'],
];

function authRoute([method, path, action, isLimited]: (typeof AUTH)[number]): RouteFields {
  const config = { ...(isLimited ? { middlewares: [RATE_LIMIT] } : {}), prefix: '' };
  return { method, path, handler: `auth.${action}`, config };
}

function userRoute([method, path, action]: Line): RouteFields {
  return { method, path, handler: `user.${action}`, config: { prefix: '' } };
}

function roleRoute([method, path, handler]: Line): RouteFields {
  return { method, path, handler };
}

const ADMIN: readonly Line[] = [
  ['GET', '/roles/:id', 'role.findOne'],
  ['GET', '/roles', 'role.find'],
  ['POST', '/roles', 'role.createRole'],
  ['PUT', '/roles/:role', 'role.updateRole'],
  ['DELETE', '/roles/:role', 'role.deleteRole'],
  ['GET', '/permissions', 'permissions.getPermissions'],
  ['GET', '/email-templates', 'settings.getEmailTemplate'],
  ['PUT', '/email-templates', 'settings.updateEmailTemplate'],
  ['GET', '/advanced', 'settings.getAdvancedSettings'],
  ['PUT', '/advanced', 'settings.updateAdvancedSettings'],
  ['GET', '/providers', 'settings.getProviders'],
  ['PUT', '/providers', 'settings.updateProviders'],
];

function adminRoutes(): RouteFields[] {
  return ADMIN.map(([method, path, handler]) => ({
    method,
    path,
    handler,
    config: { policies: ['admin::isAuthenticatedAdmin'] },
  }));
}
