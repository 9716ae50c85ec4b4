// Routes of the admin API: start of the panel, people, API tokens, locales and settings.
import { isJsonObject, type JsonObject } from '../base/json.ts';
import { onDemand } from '../base/on-demand.ts';
import { Locales } from '../documents/locales.ts';
import { adminLocaleRoutes } from '../http/admin/locale-routes.ts';
import { schemaChangeRoutes } from '../http/admin/schema-change-routes.ts';
import { startRoutes } from '../http/admin/start-routes.ts';
import { tokenRoutes } from '../http/admin/token-routes.ts';
import type { Route } from '../http/routing/route.ts';
import { createApiTokens } from './api-tokens.ts';
import { adminLibraryRoutes } from './media-routes.ts';
import type { Services } from './build-services.ts';
import { allDefinitions } from './definitions.ts';
import { peopleRoutes } from './people-routes.ts';
import { projectSettingsRoutes } from './settings-routes.ts';

/** Returns the routes of the admin API. */
export function adminRoutes(services: Services): readonly Route[] {
  const { project, store, engine, tables, administrators } = services;
  const { database } = store;
  const { context, locale, feed } = engine;
  return [
    ...startRoutes({
      accounts: administrators.accounts,
      database,
      uuid: project.uuid,
      about: onDemand(async () => (await import('./project-information.ts')).aboutProject(project)),
      flags: flagsOf(project),
      definitions: allDefinitions(project),
    }),
    ...peopleRoutes(services),
    ...tokenRoutes({
      tokens: createApiTokens(project, store, tables),
      usesRecorded: () => services.authenticator.settled(),
    }),
    ...adminLocaleRoutes(new Locales({ context, database, locale, feed })),
    ...schemaChangeRoutes(services.changes),
    ...projectSettingsRoutes(services),
    ...adminLibraryRoutes(services),
  ];
}

function flagsOf({ config }: Services['project']): JsonObject {
  const { flags } = config.admin;
  return isJsonObject(flags) ? flags : {};
}
