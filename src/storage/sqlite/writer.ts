// Write connection of SQLite: one transaction at a time. Waiting writes share a transaction, each after the first in
// its own savepoint; none is acknowledged before the commit is on disk. A long write runs in slices, between which other
// requests are handled.
import { BoundedQueue, UNBOUNDED, type QueueLimits } from '../../base/bounded-queue.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import type { WriteOptions } from '../database.ts';
import { endedTransaction } from '../errors.ts';
import type { DatabaseStats } from '../stats.ts';
import {
  runInSlices,
  SLICE,
  Slices,
  type WriteSteps,
  type Query,
  type Row,
  type Session,
} from '../session.ts';
import type { SqliteConnection, SqliteStatement } from './connection.ts';
import { toFailure } from './errors.ts';
import { WrittenTables } from '../commits/written-tables.ts';
import { InteractiveWrites } from './interactive-writes.ts';
import { commitTogether, MAX_WRITES, type WriteBatch } from './shared-transaction.ts';
import { WriteTransaction, type WriteTransactionOptions } from './write-transaction.ts';

/**
 * Where SQLite stores page images of statements and savepoints, and sorts. A write changes what one request names; a
 * migration may change the whole database.
 */
const IN_MEMORY = 'PRAGMA temp_store = MEMORY';
const IN_FILES = 'PRAGMA temp_store = DEFAULT';

type Completion = () => void;

/** A write that has not started. */
interface Waiting {
  /**
   * Runs it; if the first write of a transaction fails, it ends the transaction.
   * @returns what to do when the outcome of the transaction is known; a promise of it if the write is long
   */
  run(isFirst: boolean): Completion | Promise<Completion>;
  fail(error: unknown): void;
}

/** Result of a write, or why it was rolled back. */
type Result<T> = { readonly value: T } | { readonly error: unknown };

export interface SqliteWriterOptions extends WriteTransactionOptions {
  /** How many writes may wait, and for how long. Default: no limit */
  readonly queue?: QueueLimits;
  /** How long writes may join a transaction, and how long a slice is, in milliseconds. Default: 20 */
  readonly joinTime?: number;
}

/** Writes over its own connection. */
export class SqliteWriter {
  readonly #connection: SqliteConnection;
  readonly #transaction: WriteTransaction;
  readonly #foreignCommits: SqliteStatement;
  readonly #queue = new SerialQueue();
  readonly #waiting: BoundedQueue<Waiting>;
  readonly #interactive: InteractiveWrites;
  readonly #joinTime: number;

  constructor(connection: SqliteConnection, options: SqliteWriterOptions) {
    // SQLite would wait synchronously and block the process.
    connection.exec('PRAGMA busy_timeout = 0');
    connection.exec(IN_MEMORY);
    this.#connection = connection;
    this.#transaction = new WriteTransaction(connection, options);
    // A large write takes seconds, and as many as may join a transaction take minutes.
    this.#joinTime = options.joinTime ?? SLICE;
    this.#interactive = new InteractiveWrites({
      transaction: this.#transaction,
      joinTime: this.#joinTime,
      schedule: (run) => void this.#queue.run(() => turnEnd().then(run)),
    });
    this.#foreignCommits = connection.prepare('PRAGMA data_version').pluck();
    this.#waiting = new BoundedQueue(options.queue ?? UNBOUNDED, ({ fail }, error) => fail(error));
  }

  /** Statistics of the writer. */
  get stats(): Pick<DatabaseStats, 'transactions' | 'statements'> {
    return this.#transaction.stats;
  }

  /** Changes with every commit of another connection. */
  foreignCommits(): number {
    return this.#foreignCommits.get() as number;
  }

  /** Runs work in its own transaction. @throws InsufficientStorageError, SqliteError, errors of the work */
  runInTransaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#queue.run(() => this.#alone(work));
  }

  /** Runs a write together with those that wait. @throws InsufficientStorageError, OverloadedError, SqliteError, errors of the write */
  transact<T>(steps: WriteSteps<T>, { since }: WriteOptions = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const toCompletion = (result: Result<T>): Completion =>
        'error' in result ? () => reject(toFailure(result.error)) : () => resolve(result.value);
      const run = (isFirst: boolean): Completion | Promise<Completion> => {
        const result = isFirst ? this.#first(steps) : this.#inSavepoint(steps);
        return result instanceof Promise ? result.then(toCompletion) : toCompletion(result);
      };
      this.#waiting.push({ run, fail: (error) => reject(toFailure(error)) }, since);
      if (this.#waiting.length === 1) this.#scheduleShared();
    });
  }

  /** Runs work that waits for code. @throws as `runInTransaction` */
  runInSharedTransaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#interactive.add(work);
  }

  /** Runs work between two transactions. */
  between(work: () => void): Promise<void> {
    return this.#queue.run(async () => work());
  }

  /** Waits for all writes: each transaction may schedule another one for those that still wait. */
  drain(): Promise<void> {
    return this.#queue.idle();
  }

  async close(): Promise<void> {
    await this.drain();
    this.#connection.close();
  }

  #scheduleShared(): void {
    void this.#queue.run(() => this.#gathered());
  }

  /** Waits while each turn of the event loop brings further writes, as it does after a commit that many waited for. */
  async #gathered(): Promise<void> {
    const end = performance.now() + this.#joinTime;
    let waiting: number;
    do {
      waiting = this.#waiting.length;
      await turnEnd();
    } while (this.#waiting.length > waiting && this.#mayJoin(this.#waiting.length, end));
    await this.#shared();
  }

  async #shared(): Promise<void> {
    // Waiting writes may have been rejected in the meantime.
    if (this.#waiting.length === 0) return;
    const patient = this.#waiting.mark;
    const transaction = this.#transaction;
    try {
      await transaction.prepare();
      await transaction.begin();
    } catch (error) {
      // Writes that arrived later have not waited long yet.
      for (const each of this.#waiting.takeUntil(patient)) each.fail(error);
      if (this.#waiting.length > 0) this.#scheduleShared();
      return;
    }
    try {
      await commitTogether<Waiting>(transaction, (batch) => this.#runWaiting(batch));
    } finally {
      if (this.#waiting.length > 0) this.#scheduleShared();
    }
  }

  /** @throws SqliteError if the whole transaction is lost, by the last write that began unless it has ended */
  #runWaiting({ begun, completions }: WriteBatch<Waiting>): void | Promise<void> {
    const end = performance.now() + this.#joinTime;
    do {
      const next = this.#waiting.shift();
      if (!next) return;
      begun.push(next);
      const completion = next.run(begun.length === 1);
      // It has taken longer than others may join.
      if (completion instanceof Promise) {
        return completion.then((each) => void completions.push(each));
      }
      completions.push(completion);
      if (!this.#transaction.isOpen) return;
    } while (this.#mayJoin(begun.length, end));
  }

  /** @param end when the time to join is over */
  #mayJoin(writes: number, end: number): boolean {
    return writes < MAX_WRITES && performance.now() < end;
  }

  /**
   * The first write needs no savepoint: rolling it back is rolling back the transaction. A savepoint would make
   * SQLite copy each changed page, into a file if there are many.
   */
  #first<T>(steps: WriteSteps<T>): Result<T> | Promise<Result<T>> {
    return handled<T>(
      () => this.#run(steps, this.#transaction.written),
      (value) => ({ value }),
      (error) => {
        this.#transaction.rollback();
        return { error };
      },
    );
  }

  /** @throws SqliteError where the whole transaction is lost */
  #inSavepoint<T>(steps: WriteSteps<T>): Result<T> | Promise<Result<T>> {
    const part = new WrittenTables();
    const transaction = this.#transaction;
    transaction.savepoint();
    return handled<T>(
      () => this.#run(steps, part),
      (value) => {
        transaction.releaseSavepoint(part);
        return { value };
      },
      (error) => {
        // A full disk ends the transaction with the writes of others.
        if (!transaction.isOpen) throw error;
        transaction.rollbackToSavepoint();
        return { error };
      },
    );
  }

  /** @throws Error if a statement whose error the write has caught ended the transaction */
  #run<T>(steps: WriteSteps<T>, written: WrittenTables): T | Promise<T> {
    const transaction = this.#transaction;
    const rowsOf = (query: Query): readonly Row[] => {
      let rows: readonly Row[] | undefined;
      try {
        return (rows = transaction.rows(query));
      } finally {
        written.record(query, rows);
      }
    };
    const inTransaction = (value: T): T => {
      if (!transaction.isOpen) throw endedTransaction();
      return value;
    };
    const value = runInSlices(steps, rowsOf, new Slices(this.#joinTime));
    return value instanceof Promise ? value.then(inTransaction) : inTransaction(value);
  }

  async #alone<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const transaction = this.#transaction;
    await transaction.prepare();
    this.#connection.exec(IN_FILES);
    try {
      await transaction.begin();
      try {
        const result = await transaction.session(work);
        transaction.commit();
        return result;
      } catch (error) {
        transaction.rollback();
        throw error;
      }
    } catch (error) {
      throw toFailure(error);
    } finally {
      this.#connection.exec(IN_MEMORY);
    }
  }
}

/** Handles the outcome of work, in the same turn of the event loop if it is synchronous. */
function handled<T>(
  work: () => T | Promise<T>,
  succeeded: (value: T) => Result<T>,
  failed: (error: unknown) => Result<T>,
): Result<T> | Promise<Result<T>> {
  try {
    const value = work();
    return value instanceof Promise ? value.then(succeeded).catch(failed) : succeeded(value);
  } catch (error) {
    return failed(error);
  }
}

/** Waits for the end of this turn of the event loop, so that requests that arrive together share a transaction. */
function turnEnd(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
