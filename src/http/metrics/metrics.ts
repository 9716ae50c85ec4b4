// In charge of the numbers that operators watch (config/quoin, `metrics`): requests, kept answers, the database and the
// process, as Prometheus takes them (docs/decisions/0014).
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bearerWord } from '../../auth/bearer.ts';
import { AppError } from '../../base/errors.ts';
import type { Database } from '../../storage/database.ts';
import type { Route } from '../bind-routes.ts';
import type { KeptAnswers } from '../kept-answers.ts';
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
  /** The word of `Authorization: Bearer` that is asked for; null: none. */
  readonly token: string | null;
  readonly database: Pick<Database, 'figures'>;
  readonly answers: KeptAnswers | null;
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

  /** Where the numbers are told. */
  get route(): Route {
    const { path } = this.#options;
    return { method: 'GET', path, handler: (request, reply) => this.#answer(request, reply) };
  }

  /** @throws UnauthorizedError */
  async #answer({ headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { token, peers } = this.#options;
    if (token !== null && !isSame(bearerWord(headers.authorization), token)) {
      throw new AppError('UnauthorizedError', 'Missing or invalid credentials');
    }
    const others = (await peers?.ask()) ?? [];
    return reply
      .headers({ 'content-type': EXPOSITION_TYPE, 'cache-control': 'no-store' })
      .send(printTellings([this.#telling(), ...others]));
  }

  #telling(): Telling {
    const { database, answers, peers } = this.#options;
    return {
      worker: peers?.own ?? null,
      families: [
        ...this.#requests.families,
        ...queueFamilies(this.#queue),
        ...(answers === null ? [] : answersFamilies(answers)),
        ...databaseFamilies(database.figures()),
        ...this.#process.families,
      ],
    };
  }
}

/** In a time that tells nothing of what is right in the word. */
function isSame(word: string | null, token: string): boolean {
  return word !== null && timingSafeEqual(digest(word), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
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

function answersFamilies({ given, made, bytes }: KeptAnswers): readonly Family[] {
  return singles([
    [
      'counter',
      'quoin_kept_answers_given_total',
      'Requests that a kept answer was given to.',
      given,
    ],
    ['counter', 'quoin_kept_answers_made_total', 'Answers that were kept.', made],
    ['gauge', 'quoin_kept_answers_bytes', 'Memory that kept answers take.', bytes],
  ]);
}
