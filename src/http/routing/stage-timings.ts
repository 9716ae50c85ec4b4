// Stage timings: how long each stage of a request takes, for the `Server-Timing` header (config/quoin, `timing`).
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined unless `timing` is enabled. */
    timings?: StageTimings;
  }
}

/**
 * Stages of a request: read the body (`body`), authorize the caller (`auth`), parse, plan and compile a read (`plan`)
 * or validate a write (`check`), run or wait for statements (`db`), convert rows to JSON (`shape`).
 */
export type Stage = 'body' | 'auth' | 'plan' | 'check' | 'db' | 'shape';

/** Finished stages of a request. */
export class StageTimings {
  readonly #start = performance.now();
  #entries = '';

  /** @param since Start of the stage, from `performance.now()` @returns the current time */
  record(stage: Stage, since: number): number {
    const now = performance.now();
    this.#entries += `${stage};dur=${rounded(now - since)}, `;
    return now;
  }

  /** The value of `Server-Timing` as of now. */
  get header(): string {
    return `${this.#entries}total;dur=${rounded(performance.now() - this.#start)}`;
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

/**
 * Runs `work` and records the duration of its stages. A stage that fails is not recorded.
 * @param stages In order; `work` calls `advance` at the start of the next one
 */
export function withTiming<T>(
  timings: StageTimings | undefined,
  stages: readonly Stage[],
  work: (advance: () => void) => Promise<T>,
): Promise<T>;
export function withTiming<T>(
  timings: StageTimings | undefined,
  stages: readonly Stage[],
  work: (advance: () => void) => T,
): T;
export function withTiming(
  timings: StageTimings | undefined,
  stages: readonly Stage[],
  work: (advance: () => void) => unknown,
): unknown {
  if (!timings) return work(noop);
  const remaining = [...stages];
  let since = performance.now();
  const advance = (): void => {
    const stage = remaining.shift();
    if (stage) since = timings.record(stage, since);
  };
  const result = work(advance);
  if (!(result instanceof Promise)) {
    advance();
    return result;
  }
  return result.then((value: unknown) => {
    advance();
    return value;
  });
}

function noop(): void {
  // Timing is disabled.
}

/** Adds `Server-Timing` to every response. */
export function bindTimings(app: FastifyInstance): void {
  app.decorateRequest('timings');
  app.addHook('onRequest', (request, _reply, done) => {
    request.timings = new StageTimings();
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
