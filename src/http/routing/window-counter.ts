// Counts by key in fixed windows that start with the first count, in the memory of this process or of the primary
// process if there are workers.
import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { boundedKey } from '../../base/bounded-key.ts';
import { AppError } from '../../base/errors.ts';

export interface WindowOptions {
  /** Maximum number of counts per key and window. */
  readonly max: number;
  /** Length of a window in milliseconds. */
  readonly interval: number;
  /** Name of the counter that workers share; null to count in this process. */
  readonly sharedAs: string | null;
}

/** Result of a count. */
export interface WindowCount {
  /** True if the maximum is exceeded. */
  readonly isExceeded: boolean;
  /** Remaining counts. */
  readonly remaining: number;
  /** Milliseconds until the window ends. */
  readonly resetIn: number;
}

type Counter = Pick<RateLimiterAbstract, 'consume'>;

/** Counts by key. */
export class WindowCounter {
  readonly #options: WindowOptions;
  #counter: Promise<Counter> | null = null;

  constructor(options: WindowOptions) {
    this.#options = options;
  }

  /** Maximum number of counts per key and window. */
  get max(): number {
    return this.#options.max;
  }

  /**
   * Counts once.
   * @throws ServiceUnavailableError if the primary process does not respond, so that a limit cannot be bypassed that
   * way
   */
  async count(key: string): Promise<WindowCount> {
    const counter = await (this.#counter ??= this.#makeCounter());
    try {
      return toWindowCount(await counter.consume(boundedKey(key)), false);
    } catch (refused) {
      if (refused instanceof Error) throw uncounted(refused);
      return toWindowCount(refused as RateLimiterRes, true);
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

/** Starts counting for workers in the primary process. */
export async function countForWorkers(): Promise<void> {
  const { RateLimiterClusterMaster: CounterOfAll } = await import('rate-limiter-flexible');
  new CounterOfAll();
}

function uncounted(cause: Error): AppError {
  const message = 'Requests cannot be counted. Try again shortly.';
  return Object.assign(new AppError('ServiceUnavailableError', message), { cause });
}

function toWindowCount(
  { remainingPoints, msBeforeNext }: RateLimiterRes,
  isExceeded: boolean,
): WindowCount {
  return { isExceeded, remaining: Math.max(0, remainingPoints), resetIn: msBeforeNext };
}
