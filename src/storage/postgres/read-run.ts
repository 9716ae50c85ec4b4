// A read that can move to another server: the statements that a replica has executed are repeated on the primary, and
// if the results are equal, the read continues there.
import { isDeepStrictEqual } from 'node:util';
import { UnavailableError, isUnavailable } from '../errors.ts';
import { rowsOfAll, type Query, type ReadSteps, type Row } from '../session.ts';
import type { Connection } from './connection.ts';
import { isTimeout } from './errors.ts';

/** Maximum number of recorded steps, which bounds memory; a longer read fails with its server. */
const KEPT = 16;

/** Statements that were sent together, and their rows. */
interface Step {
  readonly queries: readonly Query[];
  readonly results: readonly (readonly Row[])[];
}

/** A read in progress. */
export class ReadRun<T> {
  readonly #steps: ReadSteps<T>;
  #next: IteratorResult<readonly Query[], T>;
  #past: Step[] | null = [];
  #hasBegun = false;
  /** The error of a server that failed during the read, which can continue. */
  #loss: UnavailableError | null = null;

  constructor(steps: ReadSteps<T>) {
    this.#steps = steps;
    this.#next = steps.next();
  }

  /**
   * Runs the read on a server that may fail.
   * @throws an error that `lossIn` recognizes if the server failed, after which the read can continue; other errors
   */
  async onReplica(connection: Connection): Promise<T> {
    this.#hasBegun = true;
    return this.#run(connection, (error) => {
      // A timeout would occur on the next server as well.
      const isLoss = isOutage(error) && !isTimeout(error);
      if (!isLoss || this.#past === null) return;
      this.#loss = error;
      throw error;
    });
  }

  /** Continues on the last available server. @throws errors of statements and of the read */
  async onPrimary(connection: Connection): Promise<T> {
    for (const { queries, results } of this.#past ?? []) {
      const again = await rowsOfAll(connection, queries);
      // The data has changed in between, so there is no consistent snapshot.
      if (!isDeepStrictEqual(again, results)) return this.#fail();
    }
    this.#past = null;
    return this.#run(connection, () => undefined);
  }

  /** The error of the failed server if the read can continue elsewhere; null for other errors. */
  lossIn(error: unknown): UnavailableError | null {
    if (error === this.#loss) return this.#loss;
    return isOutage(error) && !this.#hasBegun ? error : null;
  }

  async #run(connection: Connection, assertStays: (error: unknown) => void): Promise<T> {
    while (!this.#next.done) {
      const queries = this.#next.value;
      const pending = rowsOfAll(connection, queries);
      this.#next = await pending.then(
        (results) => {
          this.#remember({ queries, results });
          return this.#steps.next(results);
        },
        (error: unknown) => {
          assertStays(error);
          this.#past = null;
          return this.#steps.throw(error);
        },
      );
    }
    return this.#next.value;
  }

  #remember(step: Step): void {
    if (this.#past === null) return;
    this.#past.push(step);
    if (this.#past.length > KEPT) this.#past = null;
  }

  #fail(): T {
    const cause = new Error('data read from a replica has changed since');
    this.#next = this.#steps.throw(new UnavailableError('unreachable', { cause }));
    if (this.#next.done) return this.#next.value;
    throw new UnavailableError('unreachable', { cause });
  }
}

function isOutage(error: unknown): error is UnavailableError {
  return isUnavailable(error) && error.reason !== 'canceled';
}
