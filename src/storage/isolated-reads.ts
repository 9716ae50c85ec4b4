// Port for reads in separate processes, which are killed at a deadline.
import type { Cancellation } from './cancellation.ts';
import type { StatementCosts } from './statement-costs.ts';

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
   * @throws ReadTimeoutError at the deadline, UnavailableError if too many wait or no process runs it, CanceledError,
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
