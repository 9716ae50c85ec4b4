// Routes of the admin API: startup data, administrators, API tokens, locales and settings.
import { adminAccessRoutes } from '../../http/admin/access-routes.ts';
import { adminRoleRoutes } from '../../http/admin/role-routes.ts';
import { adminSessionRoutes } from '../../http/admin/session-routes.ts';
import { SignInResponses } from '../../http/admin/sign-in-response.ts';
import { adminUserRoutes } from '../../http/admin/user-routes.ts';
import { ClientShare } from '../../http/routing/client-share.ts';
import { RateLimit } from '../../http/routing/rate-limit.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { onDemand, type OnDemand } from '../../base/on-demand.ts';
import { adminLocaleRoutes } from '../../http/admin/locale-routes.ts';
import { schemaChangeRoutes } from '../../http/admin/schema-change-routes.ts';
import { adminTokenRoutes } from '../../http/admin/admin-token-routes.ts';
import { startRoutes } from '../../http/admin/start-routes.ts';
import { tokenRoutes } from '../../http/admin/token-routes.ts';
import type { Route } from '../../http/routing/route.ts';
import type { AdminServices } from '../accounts/admin-services.ts';
import { createTokenCeiling } from '../accounts/token-ceiling.ts';
import { adminLibraryRoutes } from './media-routes.ts';
import type { Services } from '../build-services.ts';
import { allDefinitions } from '../content-model.ts';
import { createLocales } from '../engine.ts';
import { projectSettingsRoutes } from './settings-routes.ts';

/** Returns the routes of the admin API. */
export function adminRoutes(services: Services): readonly Route[] {
  const { project, store, engine, tables, administrators, changes } = services;
  const { database } = store;
  const people = onDemand(async () =>
    (await import('../accounts/admin-services.ts')).createAdminServices(services),
  );
  const locales = createLocales(project, store, engine);
  const bootstrap = onDemand(async () => {
    const [{ createBootstrap }, { bootstrapHandler }, { permissions }] = await Promise.all([
      import('../bootstrap.ts'),
      import('../../http/panel/bootstrap.ts'),
      people(),
    ]);
    const { context } = engine;
    const definitions = allDefinitions(project);
    const restPrefix = project.config.api.rest.prefix;
    return bootstrapHandler(
      createBootstrap({ context, database, definitions, permissions, locales, restPrefix }),
    );
  });
  return [
    ...startRoutes({
      accounts: administrators.accounts,
      database,
      uuid: project.uuid,
      about: onDemand(async () => {
        const { aboutProject } = await import('../project-information.ts');
        return aboutProject(project, changes.isAllowed);
      }),
      bootstrap,
      flags: flagsOf(project),
      definitions: allDefinitions(project),
    }),
    ...peopleRoutes(services, people),
    ...tokenRoutes({
      tokens: onDemand(async () => {
        const { createApiTokens } = await import('../accounts/api-tokens.ts');
        return createApiTokens(project, store, tables);
      }),
      usesRecorded: () => services.authenticator.flush(),
      ceiling: createTokenCeiling(services),
    }),
    ...adminTokenRoutes({
      tokens: onDemand(async () => {
        const { createAdminTokens } = await import('../accounts/api-tokens.ts');
        return createAdminTokens(project, store, tables);
      }),
      types: administrators.types,
      usesRecorded: () => administrators.authenticator.flush(),
    }),
    ...adminLocaleRoutes(locales),
    ...schemaChangeRoutes(changes, {
      plan: async (change) => {
        const { planModelChange } = await import('../model-changes/plan-model-change.ts');
        return planModelChange(change, { project, store, locale: engine.locale.code });
      },
      removed: async () =>
        (await import('../model-changes/plan-model-change.ts')).retainedValues(store),
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
function peopleRoutes(
  { project, engine, administrators, workers }: Services,
  people: OnDemand<AdminServices>,
): readonly Route[] {
  const { admin } = project.config;
  const responses = new SignInResponses(admin.cookie);
  const rateLimit = new RateLimit(admin.rateLimit, workers && 'administrators');
  const share = new ClientShare();
  const parse = engine.reader.parse.bind(engine.reader);
  return [
    ...adminSessionRoutes({ ...administrators, rateLimit, share, responses, parse }),
    ...adminAccessRoutes({ people, responses, rateLimit, share, parse }),
    ...adminUserRoutes(people),
    ...adminRoleRoutes(people),
  ];
}
