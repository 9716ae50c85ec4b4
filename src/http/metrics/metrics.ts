// In charge of the numbers that operators watch (config/quoin, `metrics`): requests, kept answers, the database and the
// process, as Prometheus takes them (docs/decisions/0014).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../storage/database.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import { NO_STORE, type RouteResponse } from '../response/response.ts';
import type { Route } from '../routing/route.ts';
import { databaseFamilies } from './database-families.ts';
import {
  EXPOSITION_TYPE,
  printTellings,
  singles,
  type Family,
  type Telling,
} from './exposition.ts';
import type { Peers } from './peers.ts';
import { ProcessWatch } from './process-watch.ts';
import { RequestCounts } from './request-counts.ts';

/** What numbers are taken from, and where they are told. */
export interface MetricsOptions {
  readonly path: string;
  /** The token that `Authorization: Bearer` has to have; null: none. */
  readonly token: string | null;
  readonly database: Pick<Database, 'figures'>;
  readonly responseCache: ResponseCache | null;
  /** Null where one process answers. */
  readonly peers: Peers | null;
}

/** Requests that wait before they are handled. */
export interface QueueFigures {
  readonly waiting: number;
  /** Those that were refused instead. */
  readonly rejected: number;
}

/** What no route has: files, unknown paths and those that cannot be read. */
const NO_ROUTE = 'none';

/** The numbers of a server. */
export class Metrics {
  readonly #options: MetricsOptions;
  readonly #requests = new RequestCounts();
  readonly #process = new ProcessWatch();
  #queue: QueueFigures = { waiting: 0, rejected: 0 };

  constructor(options: MetricsOptions) {
    this.#options = options;
    options.peers?.answer(() => this.#telling());
  }

  /** Counts what a server answers. */
  bind(app: FastifyInstance, queue: QueueFigures): void {
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

  /** Counts an answer, where no hook of a server is told of it. */
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
    const others = (await this.#options.peers?.ask()) ?? [];
    const body = printTellings([this.#telling(), ...others]);
    return { status: 200, headers: NO_STORE, body, type: EXPOSITION_TYPE };
  }

  #telling(): Telling {
    const { database, responseCache, peers } = this.#options;
    return {
      worker: peers?.own ?? null,
      families: [
        ...this.#requests.families,
        ...queueFamilies(this.#queue),
        ...(responseCache === null ? [] : cacheFamilies(responseCache)),
        ...databaseFamilies(database.figures()),
        ...this.#process.families,
      ],
    };
  }
}

function queueFamilies({ waiting, rejected }: QueueFigures): readonly Family[] {
  return singles([
    [
      'counter',
      'quoin_http_requests_rejected_total',
      'Requests answered with 503 before they were handled.',
      rejected,
    ],
    ['gauge', 'quoin_http_requests_queued', 'Requests that wait to be handled.', waiting],
  ]);
}

function cacheFamilies({ hits, stores, bytes }: ResponseCache): readonly Family[] {
  return singles([
    [
      'counter',
      'quoin_kept_answers_given_total',
      'Requests that a kept answer was given to.',
      hits,
    ],
    ['counter', 'quoin_kept_answers_made_total', 'Answers that were kept.', stores],
    ['gauge', 'quoin_kept_answers_bytes', 'Memory that kept answers take.', bytes],
  ]);
}
