// In charge of the SQLite connection that writes: one transaction at a time. Writings that wait together share one,
// each behind the first in a savepoint of its own; none is answered before the commit is on the disk.
import { setTimeout } from 'node:timers/promises';
import { BoundedQueue, UNBOUNDED, type QueueLimits } from '../../base/bounded-queue.ts';
import type { DatabaseFigures } from '../figures.ts';
import {
  runReading,
  type Query,
  type RawQuery,
  type RawResult,
  type Row,
  type Session,
  type Writing,
} from '../session.ts';
import { runRaw } from './raw-statement.ts';
import { sqliteCodeOf, type SqliteConnection, type SqliteStatement } from './connection.ts';
import { toRefusal } from './constraints.ts';
import { noted, WrittenTables } from '../written-tables.ts';
import { toFailure } from './failures.ts';
import { Statements } from './statements.ts';

/** How long to sleep before a lock that another program holds is tried again, in milliseconds. */
const RETRY_INTERVAL = 10;

/** Writings that share one transaction: more would keep readers waiting, which run on the same thread. */
const SHARED = 64;

/** For how long others may join a transaction, in milliseconds: a large writing takes seconds, and 64 of them minutes. */
const SHARED_TIME = 20;

/**
 * Where SQLite keeps pages as they were before a statement or a savepoint, and what it sorts. A writing changes what one
 * request names; the work of a start may be as large as the database.
 */
const IN_MEMORY = 'PRAGMA temp_store = MEMORY';
const IN_FILES = 'PRAGMA temp_store = DEFAULT';

/** A writing that has not begun. */
interface Waiting {
  /**
   * Runs it; the first of a transaction ends it where it fails.
   * @returns what to do once it is known whether the transaction was committed
   */
  run(isFirst: boolean): () => void;
  fail(error: unknown): void;
}

/** What a writing gives, or why it was undone. */
type Result<T> = { readonly value: T } | { readonly error: unknown };

export interface SqliteWriterOptions {
  /** How long a transaction waits for a lock of another program, in milliseconds. */
  readonly patience: number;
  /** How many writings may wait, and for how long. Default: no limit */
  readonly queue?: QueueLimits;
  /** Called before each transaction. @throws UnavailableError if the database can no longer be used */
  readonly prepare?: () => Promise<void>;
  /** Is told of each commit, before anybody who waits for it. */
  readonly committed: (written: WrittenTables) => void;
}

/** Writes through a connection that nobody else uses. */
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
    // SQLite itself would wait inside a call, and the whole process with it.
    connection.exec('PRAGMA busy_timeout = 0');
    connection.exec(IN_MEMORY);
    this.#connection = connection;
    this.#statements = new Statements(connection);
    this.#foreignCommits = connection.prepare('PRAGMA data_version').raw();
    this.#options = options;
    this.#waiting = new BoundedQueue(options.queue ?? UNBOUNDED, ({ fail }, error) => fail(error));
  }

  /** What it did. */
  get figures(): Pick<DatabaseFigures, 'transactions' | 'statements'> {
    return { transactions: this.#transactions, statements: this.#statements.count };
  }

  /** Moves with every commit of another connection that is not this one, and with no other. */
  foreignCommits(): number {
    const [version] = this.#foreignCommits.get() as readonly [number];
    return version;
  }

  /** Runs work in a transaction, which begins when the one before has ended. @throws InsufficientStorageError, SqliteError, whatever work throws */
  write<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#next(() => this.#transaction(work));
  }

  /** Runs a writing with those that wait at the same time. @throws InsufficientStorageError, OverloadedError, SqliteError, whatever the writing throws */
  transact<T>(writing: Writing<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const run = (isFirst: boolean): (() => void) => {
        const result = isFirst ? this.#first(writing) : this.#inSavepoint(writing);
        return 'error' in result
          ? () => reject(toFailure(result.error))
          : () => resolve(result.value);
      };
      this.#waiting.push({ run, fail: (error) => reject(toFailure(error)) });
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

  /** Waits for the end of this turn of the event loop, so that requests which arrived together are together here. */
  #scheduleShared(): void {
    void this.#next(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      await this.#shared();
    });
  }

  async #shared(): Promise<void> {
    // Those who waited may have been rejected meanwhile.
    if (this.#waiting.length === 0) return;
    const patient = this.#waiting.mark;
    try {
      await this.#options.prepare?.();
      await this.#begin();
    } catch (error) {
      // What came meanwhile has not waited for long yet.
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

  /** @throws SqliteError where the whole transaction is lost: by the last one that has begun, if it is not settled */
  #runWaiting(begun: Waiting[], settle: (() => void)[]): void {
    const end = performance.now() + SHARED_TIME;
    do {
      const next = this.#waiting.shift();
      if (!next) return;
      begun.push(next);
      settle.push(next.run(begun.length === 1));
      if (!this.#connection.inTransaction) return;
    } while (begun.length < SHARED && performance.now() < end);
  }

  /**
   * A writing before which there is nothing to keep: to undo it is to undo the transaction. For a savepoint SQLite would
   * copy each page that is changed, from some pages on into a file.
   */
  #first<T>(writing: Writing<T>): Result<T> {
    try {
      return { value: this.#run(writing, this.#written) };
    } catch (error) {
      if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK');
      return { error };
    }
  }

  /** @throws SqliteError where the whole transaction is lost */
  #inSavepoint<T>(writing: Writing<T>): Result<T> {
    const part = new WrittenTables();
    this.#statements.run(SAVEPOINT);
    try {
      const value = this.#run(writing, part);
      this.#statements.run(RELEASE);
      this.#written.include(part);
      return { value };
    } catch (error) {
      // A full disk ends the transaction by itself, and with it what the others wrote.
      if (!this.#connection.inTransaction) throw error;
      this.#statements.run(ROLLBACK_TO);
      this.#statements.run(RELEASE);
      return { error };
    }
  }

  /** @throws Error where a statement that the writing has caught ended the transaction */
  #run<T>(writing: Writing<T>, written: WrittenTables): T {
    const value = runReading(noted(writing, written), (query) => rowsOf(this.#statements, query));
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
    const end = performance.now() + this.#options.patience;
    this.#written = new WrittenTables();
    while (!this.#tryBegin(performance.now() >= end)) await setTimeout(RETRY_INTERVAL);
    this.#transactions += 1;
  }

  /** False where another program holds the lock. @throws SqliteError, that one only on the last try */
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

/** The one that ended a transaction is told why; the others only that there was one: it says nothing of their own values. */
function failAll(begun: readonly Waiting[], settled: number, error: unknown): void {
  const lost =
    settled < begun.length
      ? new Error('another writing of the same transaction ended it', { cause: error })
      : error;
  for (const [i, each] of begun.entries()) each.fail(i < settled ? lost : error);
}

const SAVEPOINT: Query = { sql: 'SAVEPOINT writing', values: [] };
const RELEASE: Query = { sql: 'RELEASE writing', values: [] };
const ROLLBACK_TO: Query = { sql: 'ROLLBACK TO writing', values: [] };

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

/** The statements of one transaction. */
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

  /** What comes later would stand in another transaction, or in none. */
  end(): void {
    this.#ended = true;
  }

  /** Also where SQLite has ended the transaction by itself: what comes then would be kept at once, whatever follows. */
  #assertOpen(): void {
    if (this.#ended || !this.#connection.inTransaction)
      throw new Error('This transaction has ended: its session cannot be used any more.');
  }
}
