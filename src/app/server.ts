// Builds the server of a loaded project on its store.
import type { ContentEventFeed } from '../documents/content-events.ts';
import { AnswerHeaders } from '../http/response/headers.ts';
import type { Workers } from '../http/metrics/workers.ts';
import type { ModelChanges } from '../model/model-changes.ts';
import type { ResponseCache } from '../http/cache/response-cache.ts';
import { createServer, type HttpServer } from '../http/server.ts';
import type { Project } from '../project/load.ts';
import { codeOf, CodeTakeover } from './code.ts';
import { connectionLimit } from './connection-limit.ts';
import { uploadsMaxAge } from './file-store.ts';
import { createMetrics } from './metrics.ts';
import { headersOf } from './project.ts';
import { createResponseCache } from './response-cache.ts';
import { completeAdminPermissions } from './administrators.ts';
import { listRoutes } from './routes.ts';
import { buildServices, NO_CHANGES } from './build-services.ts';
import type { Store } from './store.ts';

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
 * @throws ProjectError as `headersOf` and `listRoutes`
 */
export async function createApp(
  project: Project,
  store: Store,
  options: { readonly workers?: Workers | null; readonly changes?: ModelChanges } = {},
): Promise<App> {
  const { workers = null, changes = NO_CHANGES } = options;
  const { middlewares, server: settings, quoin } = project.config;
  const headers = new AnswerHeaders(headersOf(project));
  const responseCache = createResponseCache(project, store, headers);
  const metrics = await createMetrics(project, store, { responseCache, workers });
  const code = await codeOf(project);
  const hooks = code?.writeHooks;
  const custom = code?.running.permissions;
  const parts = { metrics, workers, changes, hooks, custom };
  const services = await buildServices(project, store, parts);
  await completeAdminPermissions(project, store, services);
  const routes = listRoutes(services);
  const takeover = code ? new CodeTakeover() : null;
  const server = createServer({
    routes,
    takeover,
    authenticator: services.authenticator,
    administrators: services.administrators.authenticator,
    responseCache,
    headers,
    bodies: middlewares.body,
    files: { folder: settings.publicFolder, uploadsMaxAge: uploadsMaxAge(project) },
    proxy: settings.proxy,
    timing: quoin.timing,
    overload: { queue: quoin.overload.queue, connections: connectionLimit(quoin.overload) },
    metrics,
  });
  const closeBoth = async (): Promise<void> => {
    await server.close();
    await project.code?.close();
    await store.database.close();
  };
  if (code && takeover) await takeover.start(code, services, { routes, server: server.server });
  if (custom && custom.actions.size > 0) {
    await completeAdminPermissions(project, store, { tables: services.tables, custom });
  }
  let closing: Promise<void> | undefined;
  const { feed } = services.engine;
  return { server, store, responseCache, feed, close: () => (closing ??= closeBoth()) };
}
