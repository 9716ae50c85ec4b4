// Port for reads that run in processes of their own, which are ended at a deadline.
import type { Cancellation } from './cancellation.ts';
import type { StatementCosts } from './statement-costs.ts';

/** Processes that read. What they are asked is up to the caller and to the code that runs in them. */
export interface IsolatedReads {
  /** Tells which reads are to run there. */
  readonly costs: StatementCosts;
  /** How much a read may cost by its estimate that runs elsewhere, in milliseconds. */
  readonly budget: number;
  readonly figures: IsolatedFigures;
  /**
   * Runs a task in a process, after those that wait already. What it reads was committed before, or meanwhile.
   * @param task Plain data, as is what it resolves to
   * @throws ReadTimeoutError at the deadline, UnavailableError if too many wait or no process runs it, CanceledError,
   * AppError as the process
   */
  run(task: object, cancellation?: Cancellation): Promise<unknown>;
}

/** What processes are doing, and have done. */
export interface IsolatedFigures {
  /** Reads that began. */
  readonly reads: number;
  /** Statements of those that have ended by themselves. */
  readonly statements: number;
  readonly running: number;
  readonly waiting: number;
}
