// Ports for reads outside the serving thread: in threads, and in processes that are killed at a deadline.
import type { SharedPayload } from '../base/shared-memory.ts';
import type { DatabaseStats } from './stats.ts';
import type { Cancellation } from './cancellation.ts';
import type { StatementCosts } from './statement-costs.ts';

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
   * @throws UnavailableError (readTimeout) at the deadline, AppError of the thread, Error if it fails or ends
   */
  run(task: object, cost: number): Promise<unknown>;
}

/** Processes that read. Tasks are defined by the caller and the code in the processes. */
export interface IsolatedReads {
  /** Cost estimates that decide which reads run there. */
  readonly costs: StatementCosts;
  /** Maximum estimated cost of a read that runs elsewhere, in milliseconds. */
  readonly budget: number;
  readonly stats: IsolatedReadStats;
  /**
   * Runs a task in a process, after those that wait. It sees everything committed before, and may see later commits.
   * @param task Plain data, as is the result
   * @throws UnavailableError at the deadline, if the client disconnects, too many wait or no process runs it,
   * AppError of the process
   */
  run(task: object, cancellation?: Cancellation): Promise<unknown>;
}

/** Statistics of the processes. */
export interface IsolatedReadStats {
  /** Started reads. */
  readonly reads: number;
  /** Statements of reads that were not killed. */
  readonly statements: number;
  readonly running: number;
  readonly waiting: number;
}
