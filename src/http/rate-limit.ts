// In charge of how often somebody may ask for what could be guessed or would send mails: so many times in a window of
// time, counted in the memory of this process (spec/auth.md section 5, "Rate limit").
import type { FastifyReply } from 'fastify';
import type { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../base/errors.ts';

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
  #counter: Promise<RateLimiterMemory> | null = null;

  constructor(options: RateLimitOptions) {
    this.#options = options;
  }

  /** Counts one request. @param key Whatever requests are told apart by @throws RateLimitError beyond the limit */
  async count(reply: FastifyReply, key: string): Promise<void> {
    const { enabled, max } = this.#options;
    if (!enabled) return;
    const counter = await (this.#counter ??= this.#makeCounter());
    const { result, isOver } = await counter.consume(key).then(
      (counted) => ({ result: counted, isOver: false }),
      (refused: RateLimiterRes) => ({ result: refused, isOver: true }),
    );
    const seconds = Math.ceil(result.msBeforeNext / 1000);
    reply.headers({
      'x-ratelimit-limit': max,
      'x-ratelimit-remaining': Math.max(0, result.remainingPoints),
      'x-ratelimit-reset': Math.ceil((Date.now() + result.msBeforeNext) / 1000),
    });
    if (!isOver) return;
    reply.header('retry-after', seconds);
    throw new AppError('RateLimitError', 'Too many requests, please try again later.');
  }

  async #makeCounter(): Promise<RateLimiterMemory> {
    const { RateLimiterMemory: Counter } = await import('rate-limiter-flexible');
    const { max, interval } = this.#options;
    return new Counter({ points: max, duration: interval / 1000 });
  }
}
