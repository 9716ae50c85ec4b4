// In charge of signing in with providers, as a project's configuration and database have them.
import { randomBytes } from 'node:crypto';
import { ProviderUsers } from '../auth/providers/provider-users.ts';
import { ARRIVAL_LIFETIME, ProviderSignIn } from '../auth/providers/sign-in.ts';
import { readUser } from '../auth/users/account-parts.ts';
import type { Route } from '../http/bind-routes.ts';
import { RateLimit } from '../http/rate-limit.ts';
import { providerRoutes } from '../http/users/provider-routes.ts';
import { WindowCounter } from '../http/window-counter.ts';
import { fullAccess } from '../query/access.ts';
import { USER } from '../schema/built-in/uids.ts';
import type { Foundation } from './foundation.ts';
import { callbackRule } from './callback-rule.ts';
import { publicAddresses } from './public-addresses.ts';
import { refreshCookie } from './refresh-cookie.ts';

/** The routes of providers. */
export function providerArea(foundation: Foundation): readonly Route[] {
  const { project, store, engine, authenticator, prefix, peers } = foundation;
  const type = store.registry.contentType(USER);
  const { server, plugins } = project.config;
  const address = `${publicAddresses(project.config).server}${prefix}/connect`;
  const { appKeys } = server;
  const spent = new WindowCounter({
    max: 1,
    interval: ARRIVAL_LIFETIME * 1000,
    sharedAs: peers && 'spent words',
  });
  const signIn = new ProviderSignIn({
    database: store.database,
    configured: plugins.usersPermissions.providers.usable,
    keys: appKeys.length > 0 ? appKeys : [randomBytes(32).toString('hex')],
    rule: callbackRule(plugins.usersPermissions),
    users: usersOf(foundation),
    spend: async (id) => !(await spent.count(id)).isOver,
    redirectUri: (provider) => `${address}/${provider}/callback`,
  });
  const rateLimit = new RateLimit(plugins.usersPermissions.rateLimit, peers && 'providers');
  return providerRoutes(
    { authenticator, rateLimit, signIn },
    {
      prefix,
      blocked: project.blockedPlugins['users-permissions'],
      isSecure: address.startsWith('https:'),
      cookie: refreshCookie(project.config),
      open: (userId, device) => foundation.signIns.open(userId, device),
      readUser: (userId, access) => readUser({ reader: engine.reader, type }, userId, access),
    },
  );
}

function usersOf({ store, engine, tables }: Foundation): ProviderUsers {
  const { database, registry } = store;
  const type = registry.contentType(USER);
  const one = { by: 'row' } as const;
  const read = engine.reader.prepare({ type, one, paging: 'none', query: '', access: fullAccess });
  const answer = { read, format: 'v5' } as const;
  return new ProviderUsers({ database, tables, writer: engine.writer, type, answer });
}
