// Stage timings: how long each stage of a request takes, for the `Server-Timing` header (config/quoin, `timing`).
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import type { CurrentRequest, Stage, StageTimer } from '../../base/stage-timer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined unless `timing` is enabled. */
    timings?: StageTimings;
  }
}

/** In the order of the header. */
const STAGES: readonly Stage[] = ['body', 'auth', 'plan', 'check', 'db', 'shape'];

/** Shared by all servers of a process: on Node 20, each storage in use slows down every promise. */
const handled = new AsyncLocalStorage<StageTimings>();

/** The requests of a server, and which of them the current code runs for. */
export class TimedRequests implements CurrentRequest {
  get timer(): StageTimer | undefined {
    return handled.getStore();
  }

  /** Starts to measure a request. */
  start(): StageTimings {
    return new StageTimings();
  }
}

/**
 * The durations of the stages of a request. What runs inside another stage, or at the same time, is part of the stage that
 * began first, except `shape`. Stages that fail are not recorded.
 */
export class StageTimings implements StageTimer {
  readonly #start = performance.now();
  readonly #durations = new Map<Stage, number>();
  /** The number of stages that have not ended. */
  #open = 0;
  /** The first of them. */
  #first: Stage = 'db';
  /** Its start, without the time for `shape`. */
  #since = 0;
  /** True if it has ended without an error. */
  #hasSucceeded = false;

  /** Runs the handler of the request, whose stages are those of this request. */
  handle<T>(handler: () => T): T {
    return handled.run(this, handler);
  }

  measure<T>(stage: Stage, work: () => T): T {
    if (stage === 'shape') return this.#measureShape(work);
    const isFirst = this.#open === 0;
    if (isFirst) this.#begin(stage);
    this.#open += 1;
    const end = (): void => this.#end(isFirst, true);
    const fail = (): void => this.#end(isFirst, false);
    try {
      const result = work();
      if (result instanceof Promise) result.then(end, fail);
      else end();
      return result;
    } catch (error) {
      fail();
      throw error;
    }
  }

  #begin(stage: Stage): void {
    this.#first = stage;
    this.#since = performance.now();
    this.#hasSucceeded = false;
  }

  #end(isFirst: boolean, hasSucceeded: boolean): void {
    this.#open -= 1;
    if (isFirst) this.#hasSucceeded = hasSucceeded;
    if (this.#open === 0 && (this.#hasSucceeded || hasSucceeded)) {
      this.#add(this.#first, performance.now() - this.#since);
    }
  }

  /** It runs inside of another stage, which does not include its time. */
  #measureShape<T>(work: () => T): T {
    const began = performance.now();
    const result = work();
    const duration = performance.now() - began;
    this.#add('shape', duration);
    this.#since += duration;
    return result;
  }

  /** Work that the response does not wait for may still be running: it counts until now. */
  #durationOf(stage: Stage): number | undefined {
    const ended = this.#durations.get(stage);
    const isRunning = this.#open > 0 && this.#hasSucceeded && stage === this.#first;
    return isRunning ? (ended ?? 0) + performance.now() - this.#since : ended;
  }

  #add(stage: Stage, duration: number): void {
    this.#durations.set(stage, (this.#durations.get(stage) ?? 0) + duration);
  }

  /** The value of `Server-Timing` as of now. */
  get header(): string {
    const durations = STAGES.map((stage) => [stage, this.#durationOf(stage)] as const);
    const total = ['total', performance.now() - this.#start] as const;
    return [...durations, total]
      .flatMap(([name, duration]) =>
        duration === undefined ? [] : [`${name};dur=${rounded(duration)}`],
      )
      .join(', ');
  }
}

/** Value for responses from the response cache. */
export const CACHE_HIT_TIMING: Readonly<Record<string, string>> = {
  'server-timing': 'cache;desc=hit',
};

/** `X-Response-Time` of responses from the response cache: less than a millisecond, rounded up. */
export const CACHE_HIT_RESPONSE_TIME: Readonly<Record<string, string>> = {
  'x-response-time': '1ms',
};

/** Adds `Server-Timing` to every response. */
export function bindTimings(app: FastifyInstance, requests: TimedRequests): void {
  app.decorateRequest('timings');
  app.addHook('onRequest', (request, _reply, done) => {
    request.timings = requests.start();
    done();
  });
  app.addHook('onSend', async ({ timings }, reply) => {
    if (timings) reply.header('server-timing', timings.header);
  });
}

/** Adds `X-Response-Time` to every response. Project code adds it to its own. */
export function bindResponseTime(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-response-time', `${Math.ceil(reply.elapsedTime)}ms`);
  });
}

/** Rounds to three decimals. */
function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}
