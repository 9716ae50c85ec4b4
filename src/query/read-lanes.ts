// Decides where a read runs: in the serving thread, in a thread beside it, or in a process that can be ended.
import { validationError } from '../base/errors.ts';
import type { Database } from '../storage/database.ts';
import { Binder } from './binder.ts';
import { ReadCosts } from './read-costs.ts';
import type { ReadJob } from './read-runner.ts';
import type { ReadTimes } from './read-times.ts';
import type { Totals } from './totals.ts';

export type Lane = 'here' | 'thread' | 'process';

/** What else a read may take, as parts of the budget of its estimate. */
const PARTS = {
  /** By its estimate, where it took longer: it was held up by something else. */
  short: 1 / 20,
  /** In a thread, where only other long reads wait for it. */
  inThread: 10,
} as const;

/** Estimated milliseconds of the answer of a write, which is read in the serving thread, inside the transaction. */
const MAX_ANSWER = 250;

/** What lanes are chosen with. */
export interface ReadLanesParts {
  readonly database: Database;
  readonly times: ReadTimes;
  readonly totals: Totals;
}

/** Chooses lanes. */
export class ReadLanes {
  readonly #parts: ReadLanesParts;
  /** Null if there are no processes: no read is too long then. */
  readonly #costs: ReadCosts | null;

  constructor(parts: ReadLanesParts) {
    const { isolated, dialect } = parts.database;
    this.#parts = parts;
    this.#costs = isolated ? new ReadCosts({ costs: isolated.costs, dialect }) : null;
  }

  /** @param inThread Whether a thread could run it */
  choose(job: ReadJob, inThread: boolean): Lane {
    const { times, database } = this.#parts;
    if (!this.#costs || !database.isolated || database.isInteractive === true) return 'here';
    const { budget } = database.isolated;
    const hasThread = (): boolean => inThread && database.threads?.isAvailable() === true;
    const { rows, count, looksForTexts } = this.#costs.of(job);
    if (rows > budget || (rows + count > budget && !this.#isCounted(job))) {
      // How long a text takes to look for depends on the text.
      const wasQuick = !looksForTexts && times.areBelow(job.compiled, budget * PARTS.inThread);
      return wasQuick && hasThread() ? 'thread' : 'process';
    }
    const least = times.least(job);
    if (rows < budget * PARTS.short || !(least > budget)) return 'here';
    return least <= budget * PARTS.inThread && hasThread() ? 'thread' : 'process';
  }

  /** @throws ValidationError if a write with such an answer would hold others up. @param job A read by `row` */
  assertAnswers(job: ReadJob): void {
    if (!this.#costs || this.#costs.of(job).rows <= MAX_ANSWER) return;
    throw validationError(
      'The response to this write would take too long to read. Populate, filter or sort less, and send a GET request for the rest.',
    );
  }

  #isCounted({ compiled: { count }, values }: ReadJob): boolean {
    const { totals, database } = this.#parts;
    if (!count) return true;
    totals.look();
    return totals.known(new Binder(values, database.dialect).counting(count)) !== null;
  }
}
