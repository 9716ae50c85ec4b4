// In charge of how often somebody may ask for what could be guessed or would send mails: so many times in a window of
// time (spec/auth.md section 5, "Rate limit").
import type { FastifyReply } from 'fastify';
import { AppError } from '../base/errors.ts';
import { WindowCounter, type WindowOptions } from './window-counter.ts';

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
   * @throws RateLimitError beyond the limit; ServiceUnavailableError where nobody counts
   */
  async count(reply: FastifyReply, key: string): Promise<void> {
    const counter = this.#counter;
    if (counter === null) return;
    const { isOver, left, rest } = await counter.count(key);
    reply.headers({
      'x-ratelimit-limit': counter.max,
      'x-ratelimit-remaining': left,
      'x-ratelimit-reset': Math.ceil((Date.now() + rest) / 1000),
    });
    if (!isOver) return;
    reply.header('retry-after', Math.ceil(rest / 1000));
    throw new AppError('RateLimitError', 'Too many requests, please try again later.');
  }
}
