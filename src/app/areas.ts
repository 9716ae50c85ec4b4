// In charge of which areas of routes a server has, in one list. As in Strapi, the first to take a path keeps it.
import type { Route } from '../http/bind-routes.ts';
import type { ContentRoute } from '../http/content-route.ts';
import { contentRoutes } from '../http/content-routes.ts';
import { localeRoutes } from '../http/locale-routes.ts';
import { LOCALE } from '../schema/built-in/uids.ts';
import type { Project } from '../project/load.ts';
import type { Registry } from '../schema/registry.ts';
import { accountArea } from './accounts-area.ts';
import { adminArea } from './admin-area.ts';
import { emailArea } from './email-area.ts';
import type { Foundation } from './foundation.ts';
import { mediaArea } from './media-area.ts';
import { providerArea } from './providers-area.ts';
import { roleArea } from './roles-area.ts';
import { schemaArea } from './schema-area.ts';
import { userArea } from './users-area.ts';

/** All routes of a server. */
export function areasOf(foundation: Foundation): readonly Route[] {
  return [
    ...contentArea(foundation),
    ...mediaArea(foundation),
    ...localeArea(foundation),
    ...accountArea(foundation),
    ...providerArea(foundation),
    ...userArea(foundation),
    ...roleArea(foundation),
    ...schemaArea(foundation),
    ...emailArea(foundation),
    ...adminArea(foundation),
  ];
}

/** The routes of the project's content-types. */
function contentArea({
  project,
  store,
  engine,
  authenticator,
  answers,
}: Foundation): readonly Route[] {
  return contentRoutes({ ...engine, authenticator, answers }, routesOf(project, store.registry));
}

function localeArea({
  project,
  store,
  engine,
  authenticator,
  prefix,
}: Foundation): readonly Route[] {
  const type = store.registry.contentType(LOCALE);
  const blocked = project.blockedPlugins.i18n;
  return localeRoutes(
    { ...engine, authenticator },
    { prefix, type, locale: engine.locale, blocked },
  );
}

/** The routes of content-types, as the project's routers have them. */
export function routesOf({ config, routes }: Project, registry: Registry): readonly ContentRoute[] {
  const { prefix } = config.api.rest;
  return routes.routes.map(({ uid, action, method, path, auth, blocked }) => ({
    type: registry.contentType(uid),
    action,
    method,
    path: `${prefix}${path}`,
    permissions: auth === false ? null : auth.scope,
    blocked: blocked ?? null,
  }));
}
