// Rate limit: maximum number of requests with the same key in a window of time.
import { onDemand, type OnDemand } from '../../base/on-demand.ts';
import type { Headers } from '../../base/http-message.ts';
import type { WindowCounter, WindowOptions } from './window-counter.ts';
import type { Counted } from './window-counts.ts';

/** Result of counting a request. */
export interface RateLimitResult {
  readonly headers: Headers;
  readonly isExceeded: boolean;
}

/** Counts requests by key. */
export class RateLimit {
  readonly #max: number;
  readonly #counter: OnDemand<WindowCounter> | null;

  /**
   * @param limit Maximum and window; null for no limit
   * @param sharedAs Name of the counter that workers share; null to count in this process
   */
  constructor(limit: Omit<WindowOptions, 'sharedAs'> | null, sharedAs: string | null) {
    this.#max = limit?.max ?? Infinity;
    this.#counter =
      limit &&
      onDemand(async () => {
        const { WindowCounter: Counter } = await import('./window-counter.ts');
        return new Counter({ max: limit.max, interval: limit.interval, sharedAs });
      });
  }

  /**
   * Counts a request; requests of a client with different keys are counted separately.
   * @throws ServiceUnavailableError if the shared counter does not respond
   */
  async count(counted: Counted): Promise<RateLimitResult> {
    const counter = this.#counter;
    if (counter === null) return { headers: {}, isExceeded: false };
    const { isExceeded, remaining, resetIn } = await (await counter()).count(counted);
    return {
      headers: {
        'x-ratelimit-limit': String(this.#max),
        'x-ratelimit-remaining': String(remaining),
        'x-ratelimit-reset': String(Math.ceil((Date.now() + resetIn) / 1000)),
        ...(isExceeded ? { 'retry-after': String(Math.ceil(resetIn / 1000)) } : {}),
      },
      isExceeded,
    };
  }
}
