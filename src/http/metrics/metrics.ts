// Metrics route (config/quoin, `metrics`): requests, response cache, database and process, in Prometheus format
// (docs/decisions/0014).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../storage/database.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import { NO_STORE, type RouteResponse } from '../response/response.ts';
import type { Route } from '../routing/route.ts';
import { databaseMetrics } from './database-metrics.ts';
import {
  EXPOSITION_TYPE,
  printMetrics,
  singleMetrics,
  type MetricFamily,
  type MetricsSnapshot,
} from './exposition.ts';
import type { Workers } from './workers.ts';
import { memoryCacheMetrics, ProcessMetrics } from './process-metrics.ts';
import { RequestMetrics } from './request-metrics.ts';

/** Sources of the metrics, and their route. */
export interface MetricsOptions {
  readonly path: string;
  /** Bearer token that requests need, or null for none. */
  readonly token: string | null;
  readonly database: Pick<Database, 'stats'>;
  readonly responseCache: ResponseCache | null;
  /** Null in a single process. */
  readonly workers: Workers | null;
}

/** Requests that wait to be handled. */
export interface QueueStats {
  readonly waiting: number;
  /** Number of rejected requests. */
  readonly rejected: number;
}

/** Route label of files, unknown paths and unreadable requests. */
const NO_ROUTE = 'none';

/** Metrics of a server. */
export class Metrics {
  readonly #options: MetricsOptions;
  readonly #requests = new RequestMetrics();
  readonly #process = new ProcessMetrics();
  #queue: QueueStats = { waiting: 0, rejected: 0 };

  constructor(options: MetricsOptions) {
    this.#options = options;
    options.workers?.onRequest(() => this.#snapshot());
  }

  /** Counts the responses of a server. */
  bind(app: FastifyInstance, queue: QueueStats): void {
    this.#queue = queue;
    app.addHook('onResponse', (request, reply, done) => {
      this.count(request, reply);
      done();
    });
    app.addHook('onClose', (_app, done) => {
      this.#process.end();
      done();
    });
  }

  /** Counts a response that no hook sees. */
  count({ method, routeOptions }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply): void {
    const route = routeOptions.url ?? NO_ROUTE;
    this.#requests.count({ method, route, status: statusCode, seconds: elapsedTime / 1000 });
  }

  /** Serves the metrics. */
  get route(): Route {
    const { path, token } = this.#options;
    const handler = (): Promise<RouteResponse> => this.#respond();
    return { method: 'GET', path, urgent: true, caller: 'bearer', token, handler };
  }

  async #respond(): Promise<RouteResponse> {
    const others = (await this.#options.workers?.collect()) ?? [];
    const body = printMetrics([this.#snapshot(), ...others]);
    return { status: 200, headers: NO_STORE, body, type: EXPOSITION_TYPE };
  }

  #snapshot(): MetricsSnapshot {
    const { database, responseCache, workers } = this.#options;
    return {
      worker: workers?.id ?? null,
      families: [
        ...this.#requests.families,
        ...queueFamilies(this.#queue),
        ...(responseCache === null ? [] : cacheFamilies(responseCache)),
        ...memoryCacheMetrics(),
        ...databaseMetrics(database.stats()),
        ...this.#process.families,
      ],
    };
  }
}

function queueFamilies({ waiting, rejected }: QueueStats): readonly MetricFamily[] {
  return singleMetrics([
    [
      'counter',
      'quoin_http_requests_rejected_total',
      'Requests rejected with 503 before they were handled.',
      rejected,
    ],
    ['gauge', 'quoin_http_requests_queued', 'Requests waiting to be handled.', waiting],
  ]);
}

function cacheFamilies({ hits, stores, bytes }: ResponseCache): readonly MetricFamily[] {
  return singleMetrics([
    [
      'counter',
      'quoin_response_cache_hits_total',
      'Requests served from the response cache.',
      hits,
    ],
    ['counter', 'quoin_response_cache_stores_total', 'Responses stored in the cache.', stores],
    ['gauge', 'quoin_response_cache_bytes', 'Approximate size of the response cache.', bytes],
  ]);
}
