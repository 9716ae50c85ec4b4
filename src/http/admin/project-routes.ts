// Routes of the admin API about the project: home page, content model, and what roles can be granted
// (docs/strapi/administration.md, "Home page" and "Content-type builder"). Their handlers are loaded on demand.
import { onDemand } from '../../base/on-demand.ts';
import type { AdminPermission } from '../routing/authorize.ts';
import type { AdminRoute, Route } from '../routing/route.ts';

type Method = AdminRoute['method'];

type HandlerName =
  | 'keyStatistics'
  | 'homepageLayout'
  | 'saveHomepageLayout'
  | 'preferences'
  | 'savePreferences'
  | 'logos'
  | 'changeLogos'
  | 'contentActions'
  | 'policies'
  | 'contentRoutes'
  | 'contentRouteData'
  | 'localeSettings'
  | 'saveLocaleSettings'
  | 'schema';

const ROUTES: readonly (readonly [Method, string, AdminPermission, HandlerName])[] = [
  ['GET', '/admin/homepage/key-statistics', null, 'keyStatistics'],
  ['GET', '/admin/homepage/layout', null, 'homepageLayout'],
  ['PUT', '/admin/homepage/layout', null, 'saveHomepageLayout'],
  ['GET', '/admin/quoin/preferences', null, 'preferences'],
  ['PUT', '/admin/quoin/preferences', null, 'savePreferences'],
  ['GET', '/admin/project-settings', 'admin::project-settings.read', 'logos'],
  ['POST', '/admin/project-settings', 'admin::project-settings.update', 'changeLogos'],
  ['GET', '/admin/content-api/permissions', null, 'contentActions'],
  ['GET', '/admin/content-api/routes', null, 'contentRouteData'],
  ['GET', '/users-permissions/policies', null, 'policies'],
  ['GET', '/users-permissions/routes', null, 'contentRoutes'],
  ['GET', '/i18n/settings', null, 'localeSettings'],
  ['PUT', '/i18n/settings', 'plugin::i18n.locale.update', 'saveLocaleSettings'],
  ['GET', '/content-type-builder/schema', 'plugin::content-type-builder.read', 'schema'],
];

/** Handlers by name. */
export type ProjectHandlers = Readonly<Record<HandlerName, AdminRoute['handler']>>;

/** Returns the routes. @param load Loads the handlers, at the first request */
export function projectRoutes(load: () => Promise<ProjectHandlers>): readonly Route[] {
  const handlers = onDemand(load);
  return ROUTES.map(([method, path, permission, name]) => ({
    method,
    path,
    caller: 'admin',
    permission,
    ...(name === 'changeLogos' ? { body: 'stream' as const } : {}),
    handler: async (request) => (await handlers())[name](request),
  }));
}
