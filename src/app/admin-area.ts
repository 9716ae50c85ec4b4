// In charge of what administrators and their programs call: sign-in, API tokens, locales and settings, as a project's
// configuration has them (spec/auth.md sections 4 to 7 and 10).
import { Locales } from '../documents/locales.ts';
import { adminLocaleRoutes } from '../http/admin/admin-locale-routes.ts';
import { initRoute } from '../http/admin/init-route.ts';
import { adminSessionRoutes } from '../http/admin/session-routes.ts';
import { settingsRoutes } from '../http/admin/settings-routes.ts';
import { tokenRoutes } from '../http/admin/token-routes.ts';
import type { Route } from '../http/bind-routes.ts';
import { RateLimit } from '../http/rate-limit.ts';
import { createApiTokens } from './api-tokens.ts';
import type { Foundation } from './foundation.ts';
import { publicAddresses } from './public-addresses.ts';

/** The routes of administrators. */
export function adminArea(foundation: Foundation): readonly Route[] {
  const { project, store, engine, tables, prefix, roles, administrators, peers } = foundation;
  const { database } = store;
  const { context, locale } = engine;
  const { authenticator } = administrators;
  const { server: address } = publicAddresses(project.config);
  const { blockedPlugins } = project;
  const { admin, plugins } = project.config;
  return [
    initRoute({ accounts: administrators.accounts, database, uuid: project.uuid }),
    ...adminSessionRoutes({
      ...administrators,
      rateLimit: new RateLimit(admin.rateLimit, peers && 'administrators'),
      cookie: admin.cookie,
    }),
    ...tokenRoutes({
      authenticator,
      tokens: createApiTokens(project, store, tables),
      usesNoted: () => foundation.authenticator.settled(),
    }),
    ...adminLocaleRoutes({
      authenticator,
      locales: new Locales({ context, database, locale }),
      blocked: blockedPlugins.i18n,
    }),
    ...settingsRoutes({
      authenticator,
      database,
      statements: tables.statements,
      roles: () => roles.list(),
      redirectUri: (provider) => `${address}${prefix}/connect/${provider}/callback`,
      concurrentUploads: plugins.upload.concurrentUploads,
      blocked: { users: blockedPlugins['users-permissions'], upload: blockedPlugins.upload },
    }),
  ];
}
