// Starts the code of a project in a server: its routes, middlewares and tasks, then its `bootstrap` functions.
import type { ContentEventFeed } from '../documents/content-events.ts';
import { withProjectError } from '../project/project-error.ts';
import { isRecord, toRecord, valueAt } from '../schema/raw.ts';
import type { LazyReads } from './documents/lazy-reads.ts';
import { setCallerReads } from './factories/caller-reads.ts';
import { addMiddlewares, createApplication, type Application } from './koa/application.ts';
import type { AdministratorAuthenticator, CallerAuthenticator } from './koa/authentication.ts';
import type { HostAction, HostRoute } from './koa/host.ts';
import type { HostRequests } from './koa/host-requests.ts';
import type { RouteTarget } from './koa/route-target.ts';
import { Router } from './koa/router.ts';
import type { Lifecycles } from './lifecycles/lifecycles.ts';
import { loadMiddlewares } from './load/middleware-files.ts';
import type { OpenedCode } from './opened-code.ts';
import { runPhase } from './phases.ts';
import { endStart } from './process-reports.ts';
import { listOf, withAddedRoutes, type CodeRoute } from './routes/added-routes.ts';
import { collectRoutes } from './routes/collect-routes.ts';
import { CoreReads } from './routes/core-reads.ts';
import type { HostCoreRoute } from './routes/core-route.ts';
import { routeTable, type HostRouteEntry } from './routes/route-table.ts';
import { emitContentEvents } from './strapi/content-events.ts';
import { DeletedRows } from './strapi/deleted-rows.ts';
import type { CodeContentRules, DataMembers, Strapi } from './strapi/strapi.ts';

/** The server in which code runs. */
export interface CodeEnvironment {
  readonly data: DataMembers;
  readonly contentAPI: CodeContentRules;
  readonly reads: LazyReads;
  readonly lifecycles: Pick<Lifecycles, 'subscribeInternally'>;
  /** Events of committed writes. */
  readonly feed: ContentEventFeed;
  readonly authenticator: CallerAuthenticator;
  readonly administrators: AdministratorAuthenticator;
  /** The server's own route of a core action. */
  readonly hostRoute: (route: HostCoreRoute) => HostRoute;
  /** Routes of built-in plugins, in order. */
  readonly hostActions: readonly HostAction[];
  /** All other routes of the server, which follow those of APIs and plugins. */
  readonly hostRoutes: readonly HostRouteEntry[];
}

export interface StartedCode {
  readonly application: Application;
  readonly routes: readonly CodeRoute[];
}

/** @throws ProjectError if a route or a middleware cannot be created, or a function fails */
export async function startCode(
  code: OpenedCode,
  environment: CodeEnvironment,
  hostRequests: HostRequests,
): Promise<StartedCode> {
  const { instance, server, app, config, loader, folder, formFolders } = code;
  const { strapi, data, observers, strategies } = instance;
  data.open(environment);
  const load = await loadMiddlewares(strapi.config.get('middlewares'), { loader, folder });
  const router = new Router<RouteTarget>();
  formFolders.sweep().catch(() => undefined);
  const koa = { strapi, router, hostRequests, formFolders, loadMiddleware: load };
  const middlewares = withProjectError('config/middlewares', () => addMiddlewares(app, koa));
  const reads = new CoreReads({ strapi, observers, ...environment });
  setCallerReads(strapi, reads);
  const dependencies = { strapi, load, observers, strategies, ...environment, reads };
  const addedByRegister = [...server.added];
  const routes = withProjectError('src', () =>
    routeTable(dependencies, collectRoutes(instance, config.api.rest.prefix), addedByRegister),
  );
  server.listed = listOf(routes);
  const deleted = new DeletedRows((hooks) => environment.lifecycles.subscribeInternally(hooks));
  emitContentEvents({ feed: environment.feed, hub: instance.eventHub, strapi, deleted });
  await code.syncHooks.after();
  startCron(strapi);
  await runPhase(code, 'bootstrap');
  endStart();
  instance.loaded();
  const added = server.added.slice(addedByRegister.length);
  const all = withProjectError('src', () => withAddedRoutes(routes, added, dependencies));
  for (const route of all) router.add(route);
  server.listed = listOf(all);
  server.isOfAdminApi = (method, path) => router.firstEntry(method, path)?.type === 'admin';
  return {
    application: createApplication(app, koa, { ...middlewares, scopes: server.scopes }),
    routes: all,
  };
}

/** Starts the tasks of code, and those of config/server if they are enabled. */
function startCron({ config, cron }: Strapi): void {
  const { enabled, tasks } = toRecord(valueAt(config.get('server'), 'cron'));
  if (enabled === true && isRecord(tasks)) {
    withProjectError('config/server', () => cron.add({ ...tasks }));
  }
  cron.start();
}
