// Rate limit: how many requests with the same key a window of time has room for.
import type { Headers } from '../response/response.ts';
import { WindowCounter, type WindowOptions } from './window-counter.ts';

/** What counting a request came to. */
export interface RateLimitResult {
  readonly headers: Headers;
  readonly isExceeded: boolean;
}

/** Counts requests by their key. */
export class RateLimit {
  readonly #counter: WindowCounter | null;

  /**
   * @param limit How many requests a window has room for; null: any number
   * @param sharedAs What the processes of a port call it; null: this one counts for itself
   */
  constructor(limit: Omit<WindowOptions, 'sharedAs'> | null, sharedAs: string | null) {
    this.#counter = limit && new WindowCounter({ ...limit, sharedAs });
  }

  /**
   * Counts one request. @param key Whatever requests are told apart by
   * @throws ServiceUnavailableError where nobody counts
   */
  async count(key: string): Promise<RateLimitResult> {
    const counter = this.#counter;
    if (counter === null) return { headers: {}, isExceeded: false };
    const { isOver, left, rest } = await counter.count(key);
    return {
      headers: {
        'x-ratelimit-limit': String(counter.max),
        'x-ratelimit-remaining': String(left),
        'x-ratelimit-reset': String(Math.ceil((Date.now() + rest) / 1000)),
        ...(isOver ? { 'retry-after': String(Math.ceil(rest / 1000)) } : {}),
      },
      isExceeded: isOver,
    };
  }
}
