// Lists all routes of a server. As in Strapi, the first route for a method and path wins.
import { UserRecords } from '../../auth/user-records/user-records.ts';
import { overriddenWriter } from '../../auth/users/user-overrides.ts';
import { readActionOf, type ContentRoute } from '../../http/content/content-route.ts';
import { contentManagerRoutes } from '../../http/content-manager/routes.ts';
import { contentRoutes } from '../../http/content/content-routes.ts';
import { localeRoute } from '../../http/content/locale-routes.ts';
import { emailRoute } from '../../http/email/email-route.ts';
import { healthRoute } from '../../http/site/health-route.ts';
import { rootPageRoute } from '../../http/site/root-page.ts';
import type { Route } from '../../http/routing/route.ts';
import { schemaRoutes } from '../../http/schema/schema-routes.ts';
import { roleRoutes } from '../../http/users/role-routes.ts';
import { userRoutes } from '../../http/users/user-routes.ts';
import { LOCALE, USER } from '../../schema/built-in/uids.ts';
import { accountRoutes } from './account-routes.ts';
import { createTokenCeiling } from '../accounts/token-ceiling.ts';
import { adminRoutes } from './admin-routes.ts';
import { allDefinitions } from '../content-model.ts';
import { mediaRoutes } from './media-routes.ts';
import { panelRoutesOf } from '../panel.ts';
import { providerRoutes } from './provider-routes.ts';
import { contentManagerBase, type Services } from '../build-services.ts';

/** Returns all routes of a server. @throws ProjectError if the configuration is invalid */
export function allRoutes(services: Services): readonly Route[] {
  const { engine, metrics } = services;
  const content = routesOfTypes(services);
  return [
    healthRoute(services.changes),
    rootPageRoute(content),
    ...(metrics ? [metrics.route] : []),
    ...contentRoutes(engine, content),
    ...mediaRoutes(services),
    localesOf(services),
    ...accountRoutes(services),
    ...providerRoutes(services),
    ...usersOf(services),
    ...roleRoutes({ ...services, ceiling: createTokenCeiling(services) }),
    ...schemasOf(services),
    emailRoute(services),
    ...adminRoutes(services),
    ...contentManagerRoutes(contentManagerBase(services)),
    ...panelRoutesOf(services.project),
  ];
}

/** Routes of content-types, as defined by the project's routers. */
function routesOfTypes({ project, store, prefix }: Services): readonly ContentRoute[] {
  // Code serves guarded routes itself.
  const routes = project.routes.routes.filter(({ guarded }) => !guarded);
  const permissionsOf = ({ auth }: (typeof routes)[number]) => (auth === false ? null : auth.scope);
  const reads = new Map(routes.map((each) => [`${each.uid}.${each.action}`, permissionsOf(each)]));
  return routes.map((route) => {
    const { uid, action, method, path } = route;
    const type = store.registry.contentType(uid);
    const read = readActionOf(type);
    const readPermissions = reads.has(read) ? (reads.get(read) ?? null) : [read];
    const permissions = permissionsOf(route);
    return { type, action, method, path: `${prefix}${path}`, permissions, readPermissions };
  });
}

function localesOf({ store, engine, prefix }: Services): Route {
  const { reader, locale } = engine;
  const type = store.registry.contentType(LOCALE);
  return localeRoute({ prefix, reader, type, locale });
}

function usersOf({ store, engine, tables, prefix, overrides }: Services): readonly Route[] {
  const { database, registry } = store;
  const { reader, writer } = engine;
  const type = registry.contentType(USER);
  const users = overriddenWriter({ writer, overrides: overrides.users, database, tables });
  const records = new UserRecords({ database, tables, reader, writer: users, type });
  return userRoutes({ prefix, reader, records, type });
}

function schemasOf({ project, engine, prefix }: Services): readonly Route[] {
  return schemaRoutes({
    prefix,
    definitions: allDefinitions(project),
    parse: (query) => engine.reader.parse(query),
  });
}
