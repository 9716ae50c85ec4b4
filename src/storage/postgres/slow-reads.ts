// Turns of slow reads: they use a part of the connections of a pool, so that others find one.
import { CanceledError, type Cancellation } from '../cancellation.ts';
import { ReadTimeoutError } from '../read-timeout-error.ts';
import { UnavailableError } from '../unavailable-error.ts';

export interface SlowReadsOptions {
  /** How many may run at the same time. */
  readonly most: number;
  /** How many may wait. */
  readonly mayWait: number;
  /** How long one may wait, in milliseconds; 0: as long as it takes. */
  readonly patience: number;
}

/** Hands out turns, in the order in which they are asked for. */
export class SlowReads {
  readonly #options: SlowReadsOptions;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(options: SlowReadsOptions) {
    this.#options = options;
  }

  /** Runs work in a turn. @throws UnavailableError, ReadTimeoutError, CanceledError if it does not begin */
  async run<T>(work: () => Promise<T>, cancellation?: Cancellation): Promise<T> {
    if (this.#running >= this.#options.most) await this.#turn(cancellation);
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      if (next) next();
      else this.#running -= 1;
    }
  }

  /** Waits for the turn of a read that ends. */
  async #turn(cancellation?: Cancellation): Promise<void> {
    const { mayWait, patience } = this.#options;
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
        if (patience > 0) timer = setTimeout(late, patience);
        forget = cancellation?.(() => giveUp(new CanceledError())) ?? forget;
      });
    } finally {
      clearTimeout(timer);
      forget();
    }
  }
}

const BUSY = 'The server is busy with other long requests. Try again shortly.';
