// In charge of a reading that can change the server in the middle: what a replica has answered is asked of the primary
// once more, and where that says the same, the reading goes on there as if nothing had happened.
import { isDeepStrictEqual } from 'node:util';
import { CanceledError } from '../cancellation.ts';
import type { Query, Reading, Row } from '../session.ts';
import { UnavailableError } from '../unavailable-error.ts';
import { rowsOfAll, type Connection } from './connection.ts';
import { isTimeout } from './refusals.ts';

/** Steps that are remembered. Who reads longer than that is told of a lost server: memory stays flat. */
const KEPT = 16;

/** What was asked together, and answered. */
interface Step {
  readonly queries: readonly Query[];
  readonly answers: readonly (readonly Row[])[];
}

/** A reading under way. */
export class ReadingRun<T> {
  readonly #reading: Reading<T>;
  #next: IteratorResult<readonly Query[], T>;
  #past: Step[] | null = [];
  #hasBegun = false;

  constructor(reading: Reading<T>) {
    this.#reading = reading;
    this.#next = reading.next();
  }

  /**
   * Runs it on a server that may go.
   * @throws an error that `lossIn` knows where that went, and the reading waits; whatever the reading throws
   */
  async onReplica(connection: Connection): Promise<T> {
    this.#hasBegun = true;
    return this.#run(connection, (error) => {
      // What took too long on one server does so on the next.
      const isLoss = isAway(error) && !isTimeout(error);
      if (isLoss && this.#past !== null) throw new LostServer(error);
    });
  }

  /** Goes on with it on the last server that there is. @throws whatever a statement or the reading throws */
  async onPrimary(connection: Connection): Promise<T> {
    for (const { queries, answers } of this.#past ?? []) {
      const again = await rowsOfAll(connection, queries);
      // It was changed in between: no one moment has both.
      if (!isDeepStrictEqual(again, answers)) return this.#fail();
    }
    this.#past = null;
    return this.#run(connection, () => undefined);
  }

  /** What made the first server lose it, where it can go on elsewhere; null for all other errors. */
  lossIn(error: unknown): UnavailableError | null {
    if (error instanceof LostServer) return error.loss;
    return isAway(error) && !this.#hasBegun ? error : null;
  }

  async #run(connection: Connection, assertStays: (error: unknown) => void): Promise<T> {
    while (!this.#next.done) {
      const queries = this.#next.value;
      const asked = rowsOfAll(connection, queries);
      this.#next = await asked.then(
        (answers) => {
          this.#remember({ queries, answers });
          return this.#reading.next(answers);
        },
        (error: unknown) => {
          assertStays(error);
          this.#past = null;
          return this.#reading.throw(error);
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
    const cause = new Error('what was read from a replica has changed since');
    this.#next = this.#reading.throw(new UnavailableError({ cause }));
    if (this.#next.done) return this.#next.value;
    throw new UnavailableError({ cause });
  }
}

function isAway(error: unknown): error is UnavailableError {
  return error instanceof UnavailableError && !(error instanceof CanceledError);
}

/** A server went in the middle of a reading, which waits. */
class LostServer extends UnavailableError {
  readonly loss: UnavailableError;

  constructor(loss: UnavailableError) {
    super({ cause: loss });
    this.loss = loss;
  }
}
