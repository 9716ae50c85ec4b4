// Builds the server of a loaded project on its store.
import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OverloadConfig } from '../project/overload-config.ts';
import type { ContentEventFeed } from '../documents/content-events.ts';
import { ResponseHeaders } from '../http/response/headers.ts';
import type { Workers } from '../http/metrics/workers.ts';
import type { ModelChanges } from '../model/model-changes.ts';
import type { ResponseCache } from '../http/cache/response-cache.ts';
import { TimedRequests } from '../http/routing/stage-timings.ts';
import { createServer, type HttpServer } from '../http/server.ts';
import type { Project } from '../project/load.ts';
import type { ServedCode } from './code/served-code.ts';
import { runningCode } from './code/project-code.ts';
import { uploadsMaxAge } from './file-store.ts';
import { headersOf } from './project.ts';
import { createResponseCache } from './response-cache.ts';
import { completeAdminPermissions } from './accounts/administrators.ts';
import { allRoutes } from './routes/routes.ts';
import { buildServices, NO_CHANGES } from './build-services.ts';
import type { Store } from './store.ts';
import type { Metrics } from '../http/metrics/metrics.ts';

/** A server that is ready to listen. */
export interface App {
  readonly server: HttpServer;
  readonly store: Store;
  /** Null if responses are not cached. */
  readonly responseCache: ResponseCache | null;
  /** Content events of committed writes. */
  readonly feed: ContentEventFeed;
  /** Closes the server, then the database. Later calls have no effect. */
  close(): Promise<void>;
}

/**
 * Builds the server of a project.
 * @param options `workers`: other workers on the same port, or null in a single process; `changes`: how its content
 * model changes while it is served. Default: not at all
 * @throws ProjectError as `headersOf` and `allRoutes`
 */
export async function createApp(
  project: Project,
  store: Store,
  options: { readonly workers?: Workers | null; readonly changes?: ModelChanges } = {},
): Promise<App> {
  const { workers = null, changes = NO_CHANGES } = options;
  const { middlewares, server: settings, quoin } = project.config;
  const headers = new ResponseHeaders(headersOf(project));
  const responseCache = createResponseCache(project, store, headers);
  const metrics = await createMetrics(project, store, { responseCache, workers });
  const code = await codeOf(project);
  const hooks = code?.writeHooks;
  const custom = code?.running.permissions;
  const overrides = code?.overrides;
  const readMiddleware = code?.readMiddleware;
  const timing = quoin.timing ? new TimedRequests() : null;
  const served = timing ? await timedStore(store, timing) : store;
  const current = timing ?? undefined;
  const parts = { metrics, workers, changes, hooks, readMiddleware, custom, overrides, current };
  const services = await buildServices(project, served, parts);
  // These steps take long with many types. A server that is being replaced responds in between.
  await nextTurn();
  await completeAdminPermissions(project, store, services);
  await nextTurn();
  const routes = allRoutes(services);
  const server = createServer({
    routes,
    delegate: code,
    authenticator: services.authenticator,
    administrators: services.administrators.authenticator,
    responseCache,
    headers,
    bodies: middlewares.body,
    files: {
      folder: settings.publicFolder,
      maxAge: middlewares.publicMaxAge,
      uploadsMaxAge: uploadsMaxAge(project),
      favicon: middlewares.favicon,
    },
    proxy: settings.proxy,
    timeouts: settings.http,
    timing,
    responseTime: middlewares.responseTime,
    overload: { queue: quoin.overload.queue, connections: connectionLimit(quoin.overload) },
    metrics,
    changes,
  });
  services.media.staging.logTo(server.log);
  const closeBoth = async (): Promise<void> => {
    await server.close();
    await project.code?.close();
    await store.database.close();
  };
  await code?.start(services, { routes, server: server.server });
  if (custom && custom.actions.size > 0) {
    await completeAdminPermissions(project, store, { tables: services.tables, custom });
  }
  let closing: Promise<void> | undefined;
  const { feed } = services.engine;
  return { server, store, responseCache, feed, close: () => (closing ??= closeBoth()) };
}

/** Measures the calls of the database as stages of requests. */
async function timedStore(store: Store, timing: TimedRequests): Promise<Store> {
  const { timedDatabase } = await import('../storage/timed-database.ts');
  return { ...store, database: timedDatabase(store.database, timing) };
}

/** Returns the code of a project, or null if it has none. */
async function codeOf({ code, config }: Project): Promise<ServedCode | null> {
  if (code === null) return null;
  const { ServedCode: Served } = await import('./code/served-code.ts');
  return new Served(await runningCode(code), config);
}

/** File descriptors reserved for everything else, at most half of all. */
const RESERVE = 500;

/** Maximum number of connections that a server keeps open. */
function connectionLimit({ connections }: Pick<OverloadConfig, 'connections'>): number {
  if (connections !== null) return connections;
  const files = openFilesLimit();
  return Math.max(Math.floor(files / 2), files - RESERVE);
}

/** Number of file descriptors that this process may open, or infinity if the system does not report it. */
function openFilesLimit(): number {
  try {
    const [, limit] =
      /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(limit ?? Infinity);
  } catch {
    return Infinity;
  }
}

/** Creates the metrics of a server, or null if they are disabled. */
async function createMetrics(
  { config }: Project,
  { database }: Store,
  parts: { readonly responseCache: ResponseCache | null; readonly workers: Workers | null },
): Promise<Metrics | null> {
  const { metrics } = config.quoin;
  if (metrics === null) return null;
  const { Metrics } = await import('../http/metrics/metrics.ts');
  return new Metrics({ ...metrics, database, ...parts });
}
