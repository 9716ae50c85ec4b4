// Routes of the admin API: start of the panel, people, API tokens, locales and settings.
import { adminAccessRoutes } from '../http/admin/access-routes.ts';
import { adminRoleRoutes } from '../http/admin/role-routes.ts';
import { adminSessionRoutes } from '../http/admin/session-routes.ts';
import { SignInResponses } from '../http/admin/sign-in-response.ts';
import { adminUserRoutes } from '../http/admin/user-routes.ts';
import { RateLimit } from '../http/routing/rate-limit.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import { onDemand } from '../base/on-demand.ts';
import { adminLocaleRoutes } from '../http/admin/locale-routes.ts';
import { schemaChangeRoutes } from '../http/admin/schema-change-routes.ts';
import { startRoutes } from '../http/admin/start-routes.ts';
import { tokenRoutes } from '../http/admin/token-routes.ts';
import type { Route } from '../http/routing/route.ts';
import { allActions, createApiTokens } from './api-tokens.ts';
import { adminLibraryRoutes } from './media-routes.ts';
import type { Services } from './build-services.ts';
import { allDefinitions } from './definitions.ts';
import { createLocales } from './engine.ts';
import { projectSettingsRoutes } from './settings-routes.ts';

/** Returns the routes of the admin API. */
export function adminRoutes(services: Services): readonly Route[] {
  const { project, store, engine, tables, administrators } = services;
  const { database } = store;
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
      ceiling: onDemand(async () => {
        const { TokenCeiling } = await import('../auth/api-tokens/token-ceiling.ts');
        const actions = new Set(allActions(project));
        return new TokenCeiling({ tables, registry: store.registry, actions });
      }),
    }),
    ...adminLocaleRoutes(createLocales(project, store, engine)),
    ...schemaChangeRoutes(services.changes, async (change) => {
      const { planModelChange } = await import('./plan-model-change.ts');
      return planModelChange(change, { project, store, locale: engine.locale.code });
    }),
    ...projectSettingsRoutes(services),
    ...adminLibraryRoutes(services),
  ];
}

function flagsOf({ config }: Services['project']): JsonObject {
  const { flags } = config.admin;
  return isJsonObject(flags) ? flags : {};
}

/** Routes of sessions, invitations, passwords, administrators and their roles. */
function peopleRoutes(services: Services): readonly Route[] {
  const { project, engine, administrators, workers } = services;
  const { admin } = project.config;
  const responses = new SignInResponses(admin.cookie);
  const rateLimit = new RateLimit(admin.rateLimit, workers && 'administrators');
  const people = onDemand(async () => (await import('./people.ts')).createPeople(services));
  const parse = engine.reader.parse.bind(engine.reader);
  return [
    ...adminSessionRoutes({ ...administrators, rateLimit, responses }),
    ...adminAccessRoutes({ people, responses, rateLimit, parse }),
    ...adminUserRoutes(people),
    ...adminRoleRoutes(people),
  ];
}
