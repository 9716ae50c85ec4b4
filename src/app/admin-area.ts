// In charge of what administrators and their programs call: sign-in, API tokens, locales and settings, as a project's
// configuration has them (spec/auth.md sections 4 to 7 and 10).
import { AdminAuthenticator } from '../auth/admin/admin-authenticator.ts';
import { Roles } from '../auth/roles/roles.ts';
import { Locales } from '../documents/locales.ts';
import { adminLocaleRoutes } from '../http/admin/admin-locale-routes.ts';
import { adminSessionRoutes } from '../http/admin/session-routes.ts';
import { settingsRoutes } from '../http/admin/settings-routes.ts';
import { tokenRoutes } from '../http/admin/token-routes.ts';
import type { Route } from '../http/bind-routes.ts';
import { RateLimit } from '../http/rate-limit.ts';
import { ROLE } from '../schema/built-in/uids.ts';
import { actionGroups } from './action-groups.ts';
import { adminRateLimit, createAdminAccounts, refreshCookie } from './admin-accounts.ts';
import { createApiTokens } from './api-tokens.ts';
import type { Foundation } from './foundation.ts';
import { publicAddresses } from './public-addresses.ts';

/** The routes of administrators. */
export function adminArea(foundation: Foundation): readonly Route[] {
  const { project, store, engine, tables, prefix } = foundation;
  const { database } = store;
  const { admin, plugins } = project.config;
  const { server: address } = publicAddresses(project.config);
  const { accounts, sessions } = createAdminAccounts(project, store, tables);
  const tokenSalt = admin.apiTokenSalt;
  const authenticator = new AdminAuthenticator({ database, tables, sessions, tokenSalt });
  const { context, locale } = engine;
  const roles = new Roles({
    database,
    tables,
    reader: engine.reader,
    type: store.registry.contentType(ROLE),
    actions: actionGroups(project.routes),
  });
  const { blockedPlugins } = project;
  return [
    ...adminSessionRoutes({
      accounts,
      sessions,
      authenticator,
      rateLimit: new RateLimit(adminRateLimit(project.config)),
      cookie: refreshCookie(project.config),
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
      concurrentUploads: Number(plugins.upload.raw['concurrentUploadRequests'] ?? 1),
      blocked: { users: blockedPlugins['users-permissions'], upload: blockedPlugins.upload },
    }),
  ];
}
