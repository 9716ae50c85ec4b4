// In charge of how often somebody may ask for what could be guessed or would send mails: so many times in a window of
// time (spec/auth.md section 5, "Rate limit").
import type { FastifyReply } from 'fastify';
import { AppError } from '../base/errors.ts';
import { WindowCounter } from './window-counter.ts';

export interface RateLimitOptions {
  readonly enabled: boolean;
  /** Milliseconds that a window lasts, from the first request in it. */
  readonly interval: number;
  /** Requests in one window. */
  readonly max: number;
}

/** Counts requests by their key. */
export class RateLimit {
  readonly #options: RateLimitOptions;
  readonly #counter: WindowCounter;

  /** @param sharedAs What the processes of a port call it; null: this one counts for itself */
  constructor(options: RateLimitOptions, sharedAs: string | null) {
    this.#options = options;
    this.#counter = new WindowCounter({ ...options, sharedAs });
  }

  /** Counts one request. @param key Whatever requests are told apart by @throws RateLimitError beyond the limit */
  async count(reply: FastifyReply, key: string): Promise<void> {
    const { enabled, max } = this.#options;
    if (!enabled) return;
    const { isOver, left, rest } = await this.#counter.count(key);
    reply.headers({
      'x-ratelimit-limit': max,
      'x-ratelimit-remaining': left,
      'x-ratelimit-reset': Math.ceil((Date.now() + rest) / 1000),
    });
    if (!isOver) return;
    reply.header('retry-after', Math.ceil(rest / 1000));
    throw new AppError('RateLimitError', 'Too many requests, please try again later.');
  }
}
