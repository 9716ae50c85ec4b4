// Stage timings: how long each stage of a request takes, for the `Server-Timing` header (config/quoin, `timing`).
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined unless `timing` is on. */
    timings?: StageTimings;
  }
}

/**
 * The stages of a request: its body is read (`body`), its caller is authorized (`auth`), a read is parsed, planned and
 * compiled (`plan`) or a write is validated (`check`), the database works or is waited for (`db`), rows become JSON
 * (`shape`).
 */
export type Stage = 'body' | 'auth' | 'plan' | 'check' | 'db' | 'shape';

/** The finished stages of one request. */
export class StageTimings {
  readonly #start = performance.now();
  #entries = '';

  /** @param since When the stage began, as `performance.now()` returned it. @returns the time now */
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

/** What a response from the response cache says instead. */
export const CACHE_HIT_TIMING: Readonly<Record<string, string>> = {
  'server-timing': 'cache;desc=hit',
};

/**
 * Runs `work` and records how long its stages took. A stage that fails is not recorded.
 * @param stages In their order; `work` calls `advance` where the next one begins
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
  // Nobody asked for timings.
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

/** Milliseconds with at most three decimals. */
function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}
