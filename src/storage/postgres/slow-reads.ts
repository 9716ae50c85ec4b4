// Limits slow reads to a part of the connections in a pool, so that other reads find a free one.
import { OverloadedError } from '../../base/errors.ts';
import type { ReadOptions } from '../database.ts';
import { UnavailableError, canceled } from '../errors.ts';

export interface SlowReadsOptions {
  /** How many may run at the same time. */
  readonly max: number;
  /** How many may wait. */
  readonly mayWait: number;
  /** Time limit of a read in milliseconds; 0 for none. */
  readonly timeout: number;
  /** How long a request may wait, in milliseconds; `Infinity` for no limit. */
  readonly queueTimeout: number;
}

/** What may end the wait of a read. */
type WaitOptions = Pick<ReadOptions, 'cancellation' | 'since'>;

/** When a wait ends, in milliseconds from now, and with which error. */
interface Limit {
  readonly after: number;
  readonly error: () => Error;
}

/** Runs slow reads in order of arrival. */
export class SlowReads {
  readonly #options: SlowReadsOptions;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(options: SlowReadsOptions) {
    this.#options = options;
  }

  /**
   * Runs work when there is a slot. @throws UnavailableError (busy, readTimeout, canceled), OverloadedError if it
   * does not start
   */
  async run<T>(work: () => Promise<T>, options: WaitOptions = {}): Promise<T> {
    if (this.#running >= this.#options.max) await this.#acquire(options);
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      if (next) next();
      else this.#running -= 1;
    }
  }

  /** Waits for the slot of a finished read. */
  async #acquire({ cancellation, since }: WaitOptions): Promise<void> {
    const { mayWait } = this.#options;
    if (this.#waiting.size >= mayWait) {
      const cause = new Error(`${mayWait} slow reads are waiting.`);
      throw new UnavailableError('busy', { cause });
    }
    let timer: NodeJS.Timeout | undefined;
    let forget = (): void => undefined;
    let begin = (): void => undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        begin = () => {
          this.#waiting.delete(begin);
          resolve();
        };
        const giveUp = (error: Error): void => {
          if (this.#waiting.delete(begin)) reject(error);
        };
        this.#waiting.add(begin);
        const { after, error } = this.#limit(since);
        if (after < Infinity) timer = setTimeout(() => giveUp(error()), after);
        forget = cancellation?.(() => giveUp(canceled())) ?? forget;
      });
    } finally {
      clearTimeout(timer);
      forget();
    }
  }

  /** When a read that had no turn is rejected, in milliseconds, and with which error. */
  #limit(since: number = performance.now()): Limit {
    const { timeout, queueTimeout } = this.#options;
    const limit = timeout > 0 ? timeout : Infinity;
    const left = since + queueTimeout - performance.now();
    if (left < limit) return { after: Math.max(0, left), error: () => new OverloadedError() };
    const cause = new Error('No slot became free.');
    return { after: limit, error: () => new UnavailableError('readTimeout', { cause }) };
  }
}
