// Decides where a read runs: in the serving thread, in a reader thread, or in a process that is ended at a deadline.
import { validationError } from '../../base/errors.ts';
import type { Database } from '../../storage/database.ts';
import { Binder } from '../binder.ts';
import { ReadCosts } from './read-costs.ts';
import type { ReadJob } from '../read-runner.ts';
import type { ReadTimes } from './read-times.ts';
import type { Totals } from '../totals.ts';

export type Lane = 'main' | 'thread' | 'process';

/** A read with an estimate below this part of the budget is short: if it took longer, something else delayed it. */
const SHORT = 1 / 20;

/** In a thread only other long reads wait for a read, so it may take this many times the budget. */
const THREAD_FACTOR = 10;

/** The maximum estimate for the response to a write, which is read in the serving thread and in the transaction, in milliseconds. */
const MAX_WRITE_RESPONSE = 250;

export interface ReadLanesDependencies {
  readonly database: Database;
  readonly times: ReadTimes;
  readonly totals: Totals;
}

/** Chooses the lane of each read. */
export class ReadLanes {
  readonly #dependencies: ReadLanesDependencies;
  /** Null if there are no processes: then no read is too long. */
  readonly #costs: ReadCosts | null;

  constructor(dependencies: ReadLanesDependencies) {
    const { isolated, dialect } = dependencies.database;
    this.#dependencies = dependencies;
    this.#costs = isolated ? new ReadCosts({ costs: isolated.costs, dialect }) : null;
  }

  /** Chooses the lane of a read. @param inThread Whether it can run in a thread */
  choose(job: ReadJob, inThread: boolean): Lane {
    const { times, database } = this.#dependencies;
    if (!this.#costs || !database.isolated || database.isInteractive === true) return 'main';
    const { budget } = database.isolated;
    const hasThread = (): boolean => inThread && database.threads?.isAvailable() === true;
    const { rows, count, searchesText } = this.#costs.of(job);
    if (rows > budget || (rows + count > budget && !this.#isTotalKnown(job))) {
      // The duration of a text search depends on the text, so earlier reads say little.
      const wasQuick = !searchesText && times.areAllBelow(job.compiled, budget * THREAD_FACTOR);
      return wasQuick && hasThread() ? 'thread' : 'process';
    }
    if (rows < budget * SHORT || !times.areAllAbove(job, budget)) return 'main';
    return times.minimum(job) <= budget * THREAD_FACTOR && hasThread() ? 'thread' : 'process';
  }

  /** @param job The response to a write, a read by `row` @throws ValidationError if it would delay other requests */
  assertFastResponse(job: ReadJob): void {
    if (!this.#costs || this.#costs.of(job).rows <= MAX_WRITE_RESPONSE) return;
    throw validationError(
      'The response to this write would take too long to read. Populate, filter or sort less, and send a GET request for the rest.',
    );
  }

  #isTotalKnown({ compiled: { count }, values }: ReadJob): boolean {
    const { totals, database } = this.#dependencies;
    if (!count) return true;
    totals.refresh();
    return totals.get(new Binder(values, database.dialect).countQuery(count)) !== null;
  }
}
