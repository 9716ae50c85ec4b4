// Routes of the content API as the editor of roles lists them (docs/strapi/accounts.md, "Roles"). Imported on demand.
import type { ListedRoute } from '../../http/admin/project-handlers.ts';
import { PUBLICATION_ACTIONS } from '../../project/core-router.ts';
import type { Project } from '../../project/load.ts';

type Row = readonly [method: string, path: string, handler: string];
type Lists = Readonly<Record<string, readonly ListedRoute[]>>;

/** Returns the routes by API or plugin. @param prefix Of the content API */
export function listedRoutes({ routes }: Pick<Project, 'routes'>, prefix: string): Lists {
  const apis = new Map<string, ListedRoute[]>();
  for (const { uid, action, method, path, auth } of routes.routes) {
    // Actions on versions are listed only for roles that have them (docs/strapi/differences.md, D15).
    if (PUBLICATION_ACTIONS.some((each) => each === action)) continue;
    const space = uid.slice(0, uid.indexOf('.'));
    const list = apis.get(space) ?? [];
    apis.set(space, list);
    const info = { apiName: space.slice('api::'.length), type: 'content-api' };
    list.push({
      method,
      path: `${prefix}${path}`,
      handler: `${uid}.${action}`,
      config: { auth },
      info,
    });
  }
  const ownFirst = [...apis].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries([...ownFirst, ...pluginRoutes(prefix)]);
}

function pluginRoutes(prefix: string): readonly (readonly [string, readonly ListedRoute[]])[] {
  return PLUGINS.map(([plugin, rows]) => [
    `plugin::${plugin}`,
    rows.map(([method, path, handler]) => ({
      method,
      path: `${prefix}${path}`,
      handler,
      config: configOf(`plugin::${plugin}.${handler}`, path),
      info: { pluginName: plugin, type: 'content-api' },
    })),
  ]);
}

/** Paths outside of `/users-permissions` have an empty prefix; some are rate-limited. */
function configOf(scope: string, path: string): object {
  const isOwn = /^\/(?:auth|connect|users)(?:\/|$)/.test(path);
  return {
    ...(LIMITED.has(path) ? { middlewares: ['plugin::users-permissions.rateLimit'] } : {}),
    ...(isOwn ? { prefix: '' } : {}),
    auth: { scope: [scope] },
  };
}

const LIMITED: ReadonlySet<string> = new Set([
  '/connect/(.*)',
  '/auth/local',
  '/auth/local/register',
  '/auth/forgot-password',
  '/auth/reset-password',
  '/auth/send-email-confirmation',
  '/auth/change-password',
]);

const BUILDER = '/content-type-builder';
const ROLES = '/users-permissions/roles';

const PLUGINS: readonly (readonly [plugin: string, rows: readonly Row[]])[] = [
  [
    'content-type-builder',
    [
      ['GET', `${BUILDER}/content-types`, 'content-types.getContentTypes'],
      ['GET', `${BUILDER}/content-types/:uid`, 'content-types.getContentType'],
      ['GET', `${BUILDER}/components`, 'components.getComponents'],
      ['GET', `${BUILDER}/components/:uid`, 'components.getComponent'],
    ],
  ],
  ['email', [['POST', '/email/', 'email.send']]],
  [
    'upload',
    [
      ['POST', '/upload/', 'content-api.upload'],
      ['GET', '/upload/files', 'content-api.find'],
      ['GET', '/upload/files/page', 'content-api.findPage'],
      ['GET', '/upload/files/:id', 'content-api.findOne'],
      ['DELETE', '/upload/files/:id', 'content-api.destroy'],
    ],
  ],
  ['i18n', [['GET', '/i18n/locales', 'locales.listLocales']]],
  [
    'users-permissions',
    [
      ['GET', '/connect/(.*)', 'auth.connect'],
      ['POST', '/auth/local', 'auth.callback'],
      ['POST', '/auth/local/register', 'auth.register'],
      ['GET', '/auth/:provider/callback', 'auth.callback'],
      ['POST', '/auth/forgot-password', 'auth.forgotPassword'],
      ['POST', '/auth/reset-password', 'auth.resetPassword'],
      ['GET', '/auth/email-confirmation', 'auth.emailConfirmation'],
      ['POST', '/auth/send-email-confirmation', 'auth.sendEmailConfirmation'],
      ['POST', '/auth/change-password', 'auth.changePassword'],
      ['POST', '/auth/refresh', 'auth.refresh'],
      ['POST', '/auth/logout', 'auth.logout'],
      ['GET', '/auth/sessions', 'auth.getSessions'],
      ['DELETE', '/auth/sessions/:sessionId', 'auth.revokeSession'],
      ['GET', '/users/count', 'user.count'],
      ['GET', '/users', 'user.find'],
      ['GET', '/users/me', 'user.me'],
      ['GET', '/users/:id', 'user.findOne'],
      ['POST', '/users', 'user.create'],
      ['PUT', '/users/:id', 'user.update'],
      ['DELETE', '/users/:id', 'user.destroy'],
      ['GET', `${ROLES}/:id`, 'role.findOne'],
      ['GET', ROLES, 'role.find'],
      ['POST', ROLES, 'role.createRole'],
      ['PUT', `${ROLES}/:role`, 'role.updateRole'],
      ['DELETE', `${ROLES}/:role`, 'role.deleteRole'],
      ['GET', '/users-permissions/permissions', 'permissions.getPermissions'],
    ],
  ],
];
