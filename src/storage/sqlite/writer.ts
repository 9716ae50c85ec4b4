// Write connection of SQLite: one transaction at a time. Waiting writes share a transaction, each after the first in
// its own savepoint; none is acknowledged before the commit is on disk.
import { setTimeout } from 'node:timers/promises';
import { BoundedQueue, UNBOUNDED, type QueueLimits } from '../../base/bounded-queue.ts';
import type { WriteOptions } from '../database.ts';
import type { DatabaseStats } from '../stats.ts';
import {
  runSteps,
  type InteractiveWriteSteps,
  type Query,
  type RawQuery,
  type RawResult,
  type Row,
  type Session,
} from '../session.ts';
import { sqliteCodeOf, type SqliteConnection, type SqliteStatement } from './connection.ts';
import { toRefusal, toFailure } from './errors.ts';
import { WrittenTables } from '../written-tables.ts';
import { runRaw } from './raw-statement.ts';
import { Statements } from './statements.ts';

/** Delay before a lock of another program is tried again, in milliseconds. */
const RETRY_INTERVAL = 10;

/** Maximum number of writes in a transaction; more would delay reads, which run on the same thread. */
const SHARED = 64;

/** How long writes may join a transaction, in milliseconds: a large write takes seconds, and 64 of them minutes. */
const JOIN_TIME = 20;

/**
 * Where SQLite stores page images of statements and savepoints, and sorts. A write changes what one request names; a
 * migration may change the whole database.
 */
const IN_MEMORY = 'PRAGMA temp_store = MEMORY';
const IN_FILES = 'PRAGMA temp_store = DEFAULT';

/** A write that has not started. */
interface Waiting {
  /**
   * Runs it; if the first write of a transaction fails, it ends the transaction.
   * @returns what to do when the outcome of the transaction is known
   */
  run(isFirst: boolean): () => void;
  fail(error: unknown): void;
}

/** Result of a write, or why it was rolled back. */
type Result<T> = { readonly value: T } | { readonly error: unknown };

export interface SqliteWriterOptions {
  /** How long a transaction waits for a lock of another program, in milliseconds. */
  readonly busyTimeout: number;
  /** How many writes may wait, and for how long. Default: no limit */
  readonly queue?: QueueLimits;
  /** How long writes may join a transaction, in milliseconds. Default: 20 */
  readonly joinTime?: number;
  /** Called before each transaction. @throws UnavailableError if the database cannot be used any more */
  readonly prepare?: () => Promise<void>;
  /** Called after each commit, before the responses. */
  readonly committed: (written: WrittenTables) => void;
}

/** Writes over a connection of its own. */
export class SqliteWriter {
  readonly #connection: SqliteConnection;
  readonly #statements: Statements;
  readonly #options: SqliteWriterOptions;
  readonly #foreignCommits: SqliteStatement;
  #written = new WrittenTables();
  #transactions = 0;
  #last: Promise<unknown> = Promise.resolve();
  readonly #waiting: BoundedQueue<Waiting>;

  constructor(connection: SqliteConnection, options: SqliteWriterOptions) {
    // SQLite would wait synchronously and block the process.
    connection.exec('PRAGMA busy_timeout = 0');
    connection.exec(IN_MEMORY);
    this.#connection = connection;
    this.#statements = new Statements(connection);
    this.#foreignCommits = connection.prepare('PRAGMA data_version').raw();
    this.#options = options;
    this.#waiting = new BoundedQueue(options.queue ?? UNBOUNDED, ({ fail }, error) => fail(error));
  }

  /** Statistics of the writer. */
  get stats(): Pick<DatabaseStats, 'transactions' | 'statements'> {
    return { transactions: this.#transactions, statements: this.#statements.count };
  }

  /** Changes with every commit of another connection. */
  foreignCommits(): number {
    const [version] = this.#foreignCommits.get() as readonly [number];
    return version;
  }

  /** Runs work in its own transaction. @throws InsufficientStorageError, SqliteError, errors of the work */
  write<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#next(() => this.#transaction(work));
  }

  /** Runs a write together with those that wait. @throws InsufficientStorageError, OverloadedError, SqliteError, errors of the write */
  transact<T>(steps: InteractiveWriteSteps<T>, { since }: WriteOptions = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const run = (isFirst: boolean): (() => void) => {
        const result = isFirst ? this.#first(steps) : this.#inSavepoint(steps);
        return 'error' in result
          ? () => reject(toFailure(result.error))
          : () => resolve(result.value);
      };
      this.#waiting.push({ run, fail: (error) => reject(toFailure(error)) }, since);
      if (this.#waiting.length === 1) this.#scheduleShared();
    });
  }

  /** Runs work between two transactions. */
  between(work: () => void): Promise<void> {
    return this.#next(async () => work());
  }

  async close(): Promise<void> {
    await this.#last;
    this.#connection.close();
  }

  #next<T>(begin: () => Promise<T>): Promise<T> {
    const result = this.#last.then(begin);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Waits for the end of this turn of the event loop, so that requests that arrive together share a transaction. */
  #scheduleShared(): void {
    void this.#next(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      await this.#shared();
    });
  }

  async #shared(): Promise<void> {
    // Waiting writes may have been rejected in the meantime.
    if (this.#waiting.length === 0) return;
    const patient = this.#waiting.mark;
    try {
      await this.#options.prepare?.();
      await this.#begin();
    } catch (error) {
      // Writes that arrived later have not waited long yet.
      for (const each of this.#waiting.takeUntil(patient)) each.fail(error);
      if (this.#waiting.length > 0) this.#scheduleShared();
      return;
    }
    const begun: Waiting[] = [];
    const settle: (() => void)[] = [];
    try {
      this.#runWaiting(begun, settle);
      if (this.#connection.inTransaction) this.#commit();
      for (const each of settle) each();
    } catch (error) {
      if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK');
      failAll(begun, settle.length, error);
    } finally {
      if (this.#waiting.length > 0) this.#scheduleShared();
    }
  }

  /** @throws SqliteError if the whole transaction is lost, by the last started write unless it is settled */
  #runWaiting(begun: Waiting[], settle: (() => void)[]): void {
    const end = performance.now() + (this.#options.joinTime ?? JOIN_TIME);
    do {
      const next = this.#waiting.shift();
      if (!next) return;
      begun.push(next);
      settle.push(next.run(begun.length === 1));
      if (!this.#connection.inTransaction) return;
    } while (begun.length < SHARED && performance.now() < end);
  }

  /**
   * The first write needs no savepoint: rolling it back is rolling back the transaction. A savepoint would make
   * SQLite copy each changed page, into a file if there are many.
   */
  #first<T>(steps: InteractiveWriteSteps<T>): Result<T> {
    try {
      return { value: this.#run(steps, this.#written) };
    } catch (error) {
      if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK');
      return { error };
    }
  }

  /** @throws SqliteError where the whole transaction is lost */
  #inSavepoint<T>(steps: InteractiveWriteSteps<T>): Result<T> {
    const part = new WrittenTables();
    this.#statements.run(SAVEPOINT);
    try {
      const value = this.#run(steps, part);
      this.#statements.run(RELEASE);
      this.#written.include(part);
      return { value };
    } catch (error) {
      // A full disk ends the transaction with the writes of others.
      if (!this.#connection.inTransaction) throw error;
      this.#statements.run(ROLLBACK_TO);
      this.#statements.run(RELEASE);
      return { error };
    }
  }

  /** @throws Error if a statement whose error the write has caught ended the transaction */
  #run<T>(steps: InteractiveWriteSteps<T>, written: WrittenTables): T {
    const value = runSteps(steps, (query) => {
      let rows: readonly Row[] | undefined;
      try {
        return (rows = rowsOf(this.#statements, query));
      } finally {
        written.note(query, rows);
      }
    });
    if (!this.#connection.inTransaction) throw new Error('The transaction has ended.');
    return value;
  }

  async #transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    await this.#options.prepare?.();
    this.#connection.exec(IN_FILES);
    try {
      await this.#begin();
      const session = new SqliteSession(this.#connection, this.#statements, this.#written);
      try {
        const result = await work(session);
        this.#commit();
        return result;
      } catch (error) {
        if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK');
        throw error;
      } finally {
        session.end();
      }
    } catch (error) {
      throw toFailure(error);
    } finally {
      this.#connection.exec(IN_MEMORY);
    }
  }

  #commit(): void {
    this.#connection.exec('COMMIT');
    this.#options.committed(this.#written);
  }

  async #begin(): Promise<void> {
    const end = performance.now() + this.#options.busyTimeout;
    this.#written = new WrittenTables();
    while (!this.#tryBegin(performance.now() >= end)) await setTimeout(RETRY_INTERVAL);
    this.#transactions += 1;
  }

  /** False while another program holds the lock. @throws SqliteError, for the lock only on the last try */
  #tryBegin(isLast: boolean): boolean {
    try {
      this.#connection.exec('BEGIN IMMEDIATE');
      return true;
    } catch (error) {
      if (isLast || !isBusy(error)) throw error;
      return false;
    }
  }
}

/**
 * Only the write that ended a transaction gets the reason; for the others it may contain values that are not theirs.
 */
function failAll(begun: readonly Waiting[], settled: number, error: unknown): void {
  const lost =
    settled < begun.length
      ? new Error('another write of the same transaction ended it', { cause: error })
      : error;
  for (const [i, each] of begun.entries()) each.fail(i < settled ? lost : error);
}

const SAVEPOINT: Query = { sql: 'SAVEPOINT one_write', values: [] };
const RELEASE: Query = { sql: 'RELEASE one_write', values: [] };
const ROLLBACK_TO: Query = { sql: 'ROLLBACK TO one_write', values: [] };

/** @throws ConstraintError, SqliteError */
function rowsOf(statements: Statements, query: Query): readonly Row[] {
  try {
    return statements.any(query);
  } catch (error) {
    throw toRefusal(error);
  }
}

function isBusy(error: unknown): boolean {
  return sqliteCodeOf(error)?.startsWith('SQLITE_BUSY') === true;
}

/** Statements of a transaction. */
class SqliteSession implements Session {
  readonly #connection: SqliteConnection;
  readonly #statements: Statements;
  readonly #written: WrittenTables;
  #ended = false;

  constructor(connection: SqliteConnection, statements: Statements, written: WrittenTables) {
    this.#connection = connection;
    this.#statements = statements;
    this.#written = written;
  }

  async rows(query: Query): Promise<readonly Row[]> {
    this.#assertOpen();
    this.#written.note(query);
    return rowsOf(this.#statements, query);
  }

  async run(query: Query): Promise<void> {
    this.#assertOpen();
    this.#written.note(query);
    this.#statements.run(query);
  }

  async script(sql: string): Promise<void> {
    this.#assertOpen();
    this.#written.note({ sql });
    this.#connection.exec(sql);
  }

  async raw(query: RawQuery): Promise<RawResult> {
    this.#assertOpen();
    this.#written.noteRaw(query);
    return runRaw(this.#connection, query);
  }

  /** Later statements would run in another transaction or in none. */
  end(): void {
    this.#ended = true;
  }

  /** If SQLite has ended the transaction, later statements would be committed on their own. */
  #assertOpen(): void {
    if (this.#ended || !this.#connection.inTransaction)
      throw new Error('This transaction has ended: its session cannot be used any more.');
  }
}
