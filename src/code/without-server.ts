// Routes and middlewares of a project without a server and a database, to find their errors and to describe them.
import { globalMiddlewares, type GlobalMiddlewares } from './koa/global-middlewares.ts';
import { extraMiddlewares } from './koa/application.ts';
import type { EndpointDependencies } from './koa/endpoint.ts';
import type { HostAction } from './koa/host.ts';
import { loadMiddlewares } from './load/middleware-files.ts';
import type { OpenedCode } from './opened-code.ts';
import { collectRoutes } from './routes/collect-routes.ts';
import { describeRoutes, type RouteDescription } from './routes/describe-routes.ts';
import { routeTable } from './routes/route-table.ts';

/** An action of a built-in plugin with its route. */
export type ListedAction = Pick<HostAction, 'method' | 'path' | 'action'>;

/** The dependencies of routes. Their requests cannot be handled. */
export async function routeDependencies({
  instance,
  loader,
  folder,
}: OpenedCode): Promise<EndpointDependencies> {
  const { strapi, strategies, observers } = instance;
  const load = await loadMiddlewares(strapi.config.get('middlewares'), { loader, folder });
  const none = { authenticate: unavailable, authenticateUser: unavailable };
  return { strapi, load, strategies, observers, authenticator: none, administrators: none };
}

/** The middlewares of config/middlewares. @throws Error for an unknown name, or if a required middleware is missing */
export function configuredMiddlewares(
  { instance, formFolders }: OpenedCode,
  dependencies: EndpointDependencies,
): GlobalMiddlewares {
  return globalMiddlewares(instance.strapi.config.get('middlewares'), {
    ...dependencies,
    formFolders,
    hostRequestOf: unavailable,
    targetOf: unavailable,
  });
}

/**
 * Describes the routes after `register`; `bootstrap` may add hooks, middlewares and routes. @param actions Those of the
 * server's routes for built-in plugins @throws Error for a route or a middleware that cannot be created
 */
export async function describeUnstarted(
  opened: OpenedCode,
  actions: readonly ListedAction[],
): Promise<RouteDescription> {
  const { app, config, instance, server } = opened;
  const dependencies = await routeDependencies(opened);
  const routes = routeTable(
    {
      ...dependencies,
      observers: instance.observers,
      reads: { action: (_type, action) => action },
      hostRoute: () => ({}),
      hostActions: actions.map((each) => ({ ...each, route: {}, readsBody: false })),
      hostRoutes: [],
    },
    collectRoutes(instance, config.api.rest.prefix),
    server.added,
  );
  const { forAll } = configuredMiddlewares(opened, dependencies);
  // The request context is the only middleware that koa has so far.
  const { scopes } = server;
  const extra = extraMiddlewares(app, 1 + scopes.length);
  return { routes: describeRoutes(routes, scopes), forAll: [...forAll, ...extra] };
}

function unavailable(): never {
  throw new Error('No server is running.');
}
