// Routes of the admin API: sessions, API tokens, locales and settings.
import { Locales } from '../documents/locales.ts';
import { initRoute } from '../http/admin/init-route.ts';
import { adminLocaleRoutes } from '../http/admin/locale-routes.ts';
import { adminSessionRoutes } from '../http/admin/session-routes.ts';
import { tokenRoutes } from '../http/admin/token-routes.ts';
import { RateLimit } from '../http/routing/rate-limit.ts';
import type { Route } from '../http/routing/route.ts';
import { createApiTokens } from './api-tokens.ts';
import { projectSettingsRoutes } from './settings-routes.ts';
import type { Services } from './build-services.ts';

/** Returns the routes of the admin API. */
export function adminRoutes(services: Services): readonly Route[] {
  const { project, store, engine, tables, administrators, workers } = services;
  const { database } = store;
  const { context, locale, feed } = engine;
  const { admin } = project.config;
  return [
    initRoute({ accounts: administrators.accounts, database, uuid: project.uuid }),
    ...adminSessionRoutes({
      ...administrators,
      rateLimit: new RateLimit(admin.rateLimit, workers && 'administrators'),
      cookie: admin.cookie,
    }),
    ...tokenRoutes({
      tokens: createApiTokens(project, store, tables),
      usesRecorded: () => services.authenticator.settled(),
    }),
    ...adminLocaleRoutes(new Locales({ context, database, locale, feed })),
    ...projectSettingsRoutes(services),
  ];
}
