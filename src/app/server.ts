// In charge of putting everything together: a loaded project and its store become a server.
import { AnswerHeaders } from '../http/headers.ts';
import type { KeptAnswers } from '../http/kept-answers.ts';
import type { Peers } from '../http/metrics/peers.ts';
import { createServer, type HttpServer } from '../http/server.ts';
import type { Project } from '../project/load.ts';
import { areasOf, routesOf } from './areas.ts';
import { connectionLimit } from './connection-limit.ts';
import { uploadsMaxAge } from './file-store.ts';
import { layFoundation } from './foundation.ts';
import { keepAnswers } from './keep-answers.ts';
import { makeMetrics } from './metrics.ts';
import { headersOf } from './project.ts';
import type { Store } from './store.ts';

/** A server that can listen. */
export interface App {
  readonly server: HttpServer;
  readonly store: Store;
  /** Gives the answers of reads again; null: each is made anew. */
  readonly answers: KeptAnswers | null;
  /** Closes the server, then the database; however often it is called, once. */
  close(): Promise<void>;
}

/**
 * Builds the server of a project on its store.
 * @param peers Other processes that answer on the same port; null: there are none
 * @throws ProjectError as `headersOf` and `layFoundation`
 */
export async function createApp(
  project: Project,
  store: Store,
  peers: Peers | null = null,
): Promise<App> {
  const { middlewares, server: settings, quoin } = project.config;
  const headers = new AnswerHeaders(headersOf(project));
  const answers = keepAnswers(project, store, headers);
  const foundation = await layFoundation(project, store, { answers, peers });
  const metrics = await makeMetrics(project, store, { answers, peers });
  const server = createServer({
    routes: [...(metrics ? [metrics.route] : []), ...areasOf(foundation)],
    answers,
    content: routesOf(project, store.registry),
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
    await store.database.close();
  };
  let closing: Promise<void> | undefined;
  return { server, store, answers, close: () => (closing ??= closeBoth()) };
}
