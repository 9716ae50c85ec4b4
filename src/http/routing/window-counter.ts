// In charge of counting by a key within windows of time, each from the first count in it: in the memory of this process,
// or, where several answer on one port, in that of the process that has made them.
import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { boundedKey } from '../../base/bounded-key.ts';
import { AppError } from '../../base/errors.ts';

export interface WindowOptions {
  /** How many counts of a key a window has room for. */
  readonly max: number;
  /** Milliseconds that a window lasts. */
  readonly interval: number;
  /** What the processes of a port call this counter; null: this one counts for itself. */
  readonly sharedAs: string | null;
}

/** What a count came to. */
export interface Counted {
  /** True where there was no room any more. */
  readonly isOver: boolean;
  /** How many more there is room for. */
  readonly left: number;
  /** Milliseconds until the window ends. */
  readonly rest: number;
}

type Counter = Pick<RateLimiterAbstract, 'consume'>;

/** Counts. */
export class WindowCounter {
  readonly #options: WindowOptions;
  #counter: Promise<Counter> | null = null;

  constructor(options: WindowOptions) {
    this.#options = options;
  }

  /** How many counts of a key a window has room for. */
  get max(): number {
    return this.#options.max;
  }

  /**
   * Counts once. @param key Whatever is told apart
   * @throws ServiceUnavailableError where the process that counts does not answer: nobody gets past a limit by that
   */
  async count(key: string): Promise<Counted> {
    const counter = await (this.#counter ??= this.#makeCounter());
    try {
      return toCounted(await counter.consume(boundedKey(key)), false);
    } catch (refused) {
      if (refused instanceof Error) throw uncounted(refused);
      return toCounted(refused as RateLimiterRes, true);
    }
  }

  async #makeCounter(): Promise<Counter> {
    const { RateLimiterCluster, RateLimiterMemory } = await import('rate-limiter-flexible');
    const { max, interval, sharedAs } = this.#options;
    const window = { points: max, duration: interval / 1000 };
    return sharedAs === null
      ? new RateLimiterMemory(window)
      : new RateLimiterCluster({ ...window, keyPrefix: sharedAs });
  }
}

/** Counts for the processes that this one makes, from now on. */
export async function countForWorkers(): Promise<void> {
  const { RateLimiterClusterMaster: CounterOfAll } = await import('rate-limiter-flexible');
  new CounterOfAll();
}

function uncounted(cause: Error): AppError {
  const message = 'Requests cannot be counted. Try again shortly.';
  return Object.assign(new AppError('ServiceUnavailableError', message), { cause });
}

function toCounted({ remainingPoints, msBeforeNext }: RateLimiterRes, isOver: boolean): Counted {
  return { isOver, left: Math.max(0, remainingPoints), rest: msBeforeNext };
}
