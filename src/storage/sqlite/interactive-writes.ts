// Writes that wait for code. As long as that code waits for nothing but the database, waiting writes share a transaction,
// each after the first in its own savepoint: a commit takes longer than the rest of a write.
import { endedTransaction } from '../errors.ts';
import type { Session } from '../session.ts';
import { WrittenTables } from '../commits/written-tables.ts';
import { toFailure } from './errors.ts';
import { commitTogether, MAX_WRITES, type WriteBatch } from './shared-transaction.ts';
import type { WriteTransaction } from './write-transaction.ts';

/**
 * Number of consecutive writes that must have waited for the database only before writes share a transaction: the
 * responses of all of them wait for the slowest code.
 */
const MIN_QUICK_WRITES = 16;

/** A write that has not ended. */
interface PendingWrite {
  /** Runs it. @returns what to do after the commit @throws its error */
  run(written?: WrittenTables): Promise<() => void>;
  fail(error: unknown): void;
}

export interface InteractiveWritesDependencies {
  readonly transaction: WriteTransaction;
  /** How long writes may join a transaction, in milliseconds. */
  readonly joinTime: number;
  /** Runs transactions after those of other writes. */
  readonly schedule: (run: () => Promise<void>) => void;
}

/** Runs writes that wait for code. */
export class InteractiveWrites {
  readonly #transaction: WriteTransaction;
  readonly #joinTime: number;
  readonly #schedule: InteractiveWritesDependencies['schedule'];
  readonly #waiting: PendingWrite[] = [];
  /** Number of consecutive writes that ended in the turn of the event loop in which they began. */
  #quick = 0;

  constructor({ transaction, joinTime, schedule }: InteractiveWritesDependencies) {
    this.#transaction = transaction;
    this.#joinTime = joinTime;
    this.#schedule = schedule;
  }

  /** Adds a write. @returns what it returns, after the commit @throws InsufficientStorageError, SqliteError, its errors */
  add<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const transaction = this.#transaction;
    return new Promise<T>((resolve, reject) => {
      let begin: (written: WrittenTables | undefined) => void = () => undefined;
      const begun = new Promise<WrittenTables | undefined>((resolveBegun) => {
        begin = resolveBegun;
      });
      // Continues in the async context of the caller: code must not see the request of another write.
      const ended = begun.then((written) => transaction.session(work, written));
      this.#waiting.push({
        run: async (written) => {
          begin(written);
          const value = await ended;
          return () => resolve(value);
        },
        fail: (error) => reject(toFailure(error)),
      });
      if (this.#waiting.length === 1) this.#schedule(() => this.#next());
    });
  }

  /** Runs a transaction. */
  async #next(): Promise<void> {
    const transaction = this.#transaction;
    const count = this.#waiting.length;
    if (count === 0) return;
    try {
      await transaction.prepare();
      await transaction.begin();
    } catch (error) {
      // Writes that arrived later have not waited long yet.
      for (const each of this.#waiting.splice(0, count)) each.fail(error);
      if (this.#waiting.length > 0) this.#schedule(() => this.#next());
      return;
    }
    try {
      await commitTogether<PendingWrite>(transaction, (batch) => this.#runWaiting(batch));
    } finally {
      if (this.#waiting.length > 0) this.#schedule(() => this.#next());
    }
  }

  /** @throws SqliteError if the whole transaction is lost, by the last write that began unless it has ended */
  async #runWaiting({ begun, completions }: WriteBatch<PendingWrite>): Promise<void> {
    const end = performance.now() + this.#joinTime;
    do {
      const next = this.#waiting.shift();
      if (!next) return;
      begun.push(next);
      const run = begun.length === 1 ? this.#first(next) : this.#inSavepoint(next);
      completions.push(await this.#measured(run));
      if (!this.#transaction.isOpen) return;
    } while (
      this.#quick >= MIN_QUICK_WRITES &&
      begun.length < MAX_WRITES &&
      performance.now() < end
    );
  }

  /** The first write needs no savepoint: rolling it back is rolling back the transaction. */
  async #first(write: PendingWrite): Promise<() => void> {
    try {
      return await this.#run(write);
    } catch (error) {
      this.#transaction.rollback();
      return () => write.fail(error);
    }
  }

  /** @throws SqliteError where the whole transaction is lost */
  async #inSavepoint(write: PendingWrite): Promise<() => void> {
    const part = new WrittenTables();
    const transaction = this.#transaction;
    transaction.savepoint();
    try {
      const complete = await this.#run(write, part);
      transaction.releaseSavepoint(part);
      return complete;
    } catch (error) {
      if (!transaction.isOpen) throw error;
      transaction.rollbackToSavepoint();
      return () => write.fail(error);
    }
  }

  /** @throws Error if a statement of the write ended the transaction */
  async #run(write: PendingWrite, written?: WrittenTables): Promise<() => void> {
    const complete = await write.run(written);
    if (!this.#transaction.isOpen) throw endedTransaction();
    return complete;
  }

  /** Counts consecutive writes that end in the turn of the event loop in which they began. */
  async #measured<T>(run: Promise<T>): Promise<T> {
    let isLate = false;
    const turn = setImmediate(() => {
      isLate = true;
    });
    try {
      return await run;
    } finally {
      clearImmediate(turn);
      this.#quick = isLate ? 0 : this.#quick + 1;
    }
  }
}
