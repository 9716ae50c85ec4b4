// Builds the server of a loaded project on its store.
import type { ContentEventFeed } from '../documents/content-events.ts';
import { AnswerHeaders } from '../http/response/headers.ts';
import type { Peers } from '../http/metrics/peers.ts';
import type { ResponseCache } from '../http/cache/response-cache.ts';
import { createServer, type HttpServer } from '../http/server.ts';
import type { Project } from '../project/load.ts';
import { codeOf, CodeTakeover } from './code.ts';
import { connectionLimit } from './connection-limit.ts';
import { uploadsMaxAge } from './file-store.ts';
import { createMetrics } from './metrics.ts';
import { headersOf } from './project.ts';
import { createResponseCache } from './response-cache.ts';
import { listRoutes } from './routes.ts';
import { buildServices } from './build-services.ts';
import type { Store } from './store.ts';

/** A server that can listen. */
export interface App {
  readonly server: HttpServer;
  readonly store: Store;
  /** Null: responses are not cached. */
  readonly responseCache: ResponseCache | null;
  /** The content events of committed writes. */
  readonly feed: ContentEventFeed;
  /** Closes the server, then the database; however often it is called, once. */
  close(): Promise<void>;
}

/**
 * Builds the server of a project on its store.
 * @param peers Other processes that answer on the same port; null: there are none
 * @throws ProjectError as `headersOf` and `listRoutes`
 */
export async function createApp(
  project: Project,
  store: Store,
  peers: Peers | null = null,
): Promise<App> {
  const { middlewares, server: settings, quoin } = project.config;
  const headers = new AnswerHeaders(headersOf(project));
  const responseCache = createResponseCache(project, store, headers);
  const metrics = await createMetrics(project, store, { responseCache, peers });
  const code = await codeOf(project);
  const hooks = code?.writeHooks;
  const services = await buildServices(project, store, { metrics, peers, hooks });
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
  let closing: Promise<void> | undefined;
  const { feed } = services.engine;
  return { server, store, responseCache, feed, close: () => (closing ??= closeBoth()) };
}
