// In charge of which areas of routes a server has, in one list. As in Strapi, the first to take a path keeps it.
import type { Route } from '../http/bind-routes.ts';
import type { ContentRoute } from '../http/content-route.ts';
import { contentRoutes } from '../http/content-routes.ts';
import { localeRoutes } from '../http/locale-routes.ts';
import { FILE, LOCALE } from '../schema/built-in/uids.ts';
import type { Project } from '../project/load.ts';
import type { Registry } from '../schema/registry.ts';
import { uploadRoutes } from '../http/upload-routes.ts';
import type { Foundation } from './foundation.ts';

/** All routes of a server. */
export function areasOf(foundation: Foundation): readonly Route[] {
  return [...contentArea(foundation), ...uploadArea(foundation), ...localeArea(foundation)];
}

/** The routes of the project's content-types. */
export function contentArea({
  project,
  store,
  engine,
  authenticator,
}: Foundation): readonly Route[] {
  return contentRoutes({ ...engine, authenticator }, routesOf(project, store.registry));
}

function uploadArea({
  project,
  store,
  engine,
  authenticator,
  prefix,
}: Foundation): readonly Route[] {
  const file = store.registry.contentType(FILE);
  const blocked = project.blockedPlugins.upload;
  return uploadRoutes({ ...engine, authenticator }, { prefix, file, blocked });
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
