// Port for reads in threads, each in its own snapshot.
import type { SharedPayload } from '../base/shared-payload.ts';
import type { DatabaseStats } from './stats.ts';

/** Threads that read. Tasks are defined by the caller and the code in the threads. */
export interface ThreadedReads {
  /** Minimum cost for which a round trip to a thread is worthwhile, in milliseconds. */
  readonly minCost: { readonly besideOthers: number; readonly alone: number };
  /** Time limit of a read in milliseconds; 0 for none. */
  readonly timeout: number;
  /** Statistics so far. */
  readonly stats: Pick<DatabaseStats, 'reads' | 'statements'>;
  /** True while a thread reads. */
  readonly isBusy: boolean;
  /** Returns true if a thread can take a task; otherwise starts one if possible. */
  isAvailable(): boolean;
  /** Serializes data that many tasks share. */
  pack(value: object): SharedPayload;
  /**
   * Runs a task in a thread. It sees everything committed before, and may see later commits.
   * @param task Plain data, as is the result
   * @param cost Approximate duration in milliseconds
   * @throws ReadTimeoutError at the deadline, AppError of the thread, Error if it fails or ends
   */
  run(task: object, cost: number): Promise<unknown>;
}
