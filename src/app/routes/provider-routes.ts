// Routes for signing in with providers, built from the configuration and the database.
import { randomBytes } from 'node:crypto';
import { ProviderUsers } from '../../auth/providers/provider-users.ts';
import { ACCESS_TOKEN_LIFETIME, ProviderSignIn } from '../../auth/providers/sign-in.ts';
import { readUser } from '../../auth/users/account-dependencies.ts';
import { onDemand } from '../../base/on-demand.ts';
import { RateLimit } from '../../http/routing/rate-limit.ts';
import type { Route } from '../../http/routing/route.ts';
import { providerRoutes as bound } from '../../http/users/provider-routes.ts';
import { fullAccess } from '../../query/access.ts';
import { readParams } from '../../query/params.ts';
import { USER } from '../../schema/built-in/uids.ts';
import { publicAddresses } from '../public-addresses.ts';
import { refreshCookie } from './refresh-cookie.ts';
import type { Services } from '../build-services.ts';
import type { CallbackRule } from '../../auth/providers/callback-address.ts';
import type { UsersPermissionsConfig } from '../../project/plugins-config.ts';
import { toRecord } from '../../schema/raw.ts';

/** Returns the routes of providers. */
export function providerRoutes(services: Services): readonly Route[] {
  const { project, store, engine, prefix, workers } = services;
  const type = store.registry.contentType(USER);
  const { server, plugins } = project.config;
  const address = `${publicAddresses(project.config).server}${prefix}/connect`;
  const { appKeys } = server;
  const used = onDemand(async () => {
    const { WindowCounter } = await import('../../http/routing/window-counter.ts');
    return new WindowCounter({
      max: 1,
      interval: ACCESS_TOKEN_LIFETIME * 1000,
      sharedAs: workers && 'used access tokens',
    });
  });
  const signIn = new ProviderSignIn({
    database: store.database,
    configured: plugins.usersPermissions.providers.usable,
    keys: appKeys.length > 0 ? appKeys : [randomBytes(32).toString('hex')],
    rule: callbackRule(plugins.usersPermissions),
    users: usersOf(services),
    markUsed: async (id) => !(await (await used()).count({ key: id, client: null })).isExceeded,
    redirectUri: (provider) => `${address}/${provider}/callback`,
  });
  const rateLimit = new RateLimit(plugins.usersPermissions.rateLimit, workers && 'providers');
  return bound({
    signIn,
    rateLimit,
    prefix,
    parseQuery: (query) => engine.reader.parse(query),
    isSecure: address.startsWith('https:'),
    cookie: refreshCookie(project.config),
    open: (userId, device) => services.signIns.open(userId, device),
    readUser: (userId, access) => readUser({ reader: engine.reader, type }, userId, access),
  });
}

function usersOf({ store, engine, tables }: Services): ProviderUsers {
  const { database, registry } = store;
  const type = registry.contentType(USER);
  const one = { by: 'row' } as const;
  const read = engine.reader.prepare({ type, one, params: readParams(), access: fullAccess });
  const response = engine.reader.textResponse(read, 'v5');
  return new ProviderUsers({ database, tables, writer: engine.writer, type, response });
}

/** The project's own rule for the pages that a sign-in may redirect to (`?callback=`), or null to use the default. */
export function callbackRule({ raw }: Pick<UsersPermissionsConfig, 'raw'>): CallbackRule | null {
  const { validate } = toRecord(raw['callback']) as { readonly validate?: unknown };
  if (typeof validate !== 'function') return null;
  return (callback, provider): unknown => Reflect.apply(validate, undefined, [callback, provider]);
}
