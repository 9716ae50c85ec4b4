// Limits slow reads to a part of the connections in a pool, so that others find one.
import { CanceledError, type Cancellation, ReadTimeoutError, UnavailableError } from '../errors.ts';

export interface SlowReadsOptions {
  /** How many may run at the same time. */
  readonly max: number;
  /** How many may wait. */
  readonly mayWait: number;
  /** Maximum waiting time in milliseconds; 0 for no limit. */
  readonly timeout: number;
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
   * Runs work when there is a slot. @throws UnavailableError, ReadTimeoutError, CanceledError if it does not start
   */
  async run<T>(work: () => Promise<T>, cancellation?: Cancellation): Promise<T> {
    if (this.#running >= this.#options.max) await this.#turn(cancellation);
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
  async #turn(cancellation?: Cancellation): Promise<void> {
    const { mayWait, timeout } = this.#options;
    if (this.#waiting.size >= mayWait) {
      const cause = new Error(`${mayWait} slow reads are waiting.`);
      throw new UnavailableError({ cause, message: BUSY });
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
        const late = (): void =>
          giveUp(new ReadTimeoutError({ cause: new Error('No turn came.') }));
        if (timeout > 0) timer = setTimeout(late, timeout);
        forget = cancellation?.(() => giveUp(new CanceledError())) ?? forget;
      });
    } finally {
      clearTimeout(timer);
      forget();
    }
  }
}

const BUSY = 'The server is busy with other long requests. Try again shortly.';
