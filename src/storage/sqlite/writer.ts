// In charge of the SQLite connection that writes: one transaction at a time. Writings that wait together share one,
// each in a savepoint of its own; none is answered before the commit is on the disk.
import BetterSqlite from 'better-sqlite3';
import { setTimeout } from 'node:timers/promises';
import { runReading, type Query, type Row, type Session, type Writing } from '../session.ts';
import { toRefusal } from './constraints.ts';
import { Statements } from './statements.ts';

/** How long to sleep before a lock that another program holds is tried again, in milliseconds. */
const RETRY_INTERVAL = 10;

/** Writings that share one transaction: more would keep readers waiting, which run on the same thread. */
const SHARED = 64;

/** A writing that has not begun. */
interface Waiting {
  /** Runs it. @returns what to do once it is known whether the transaction was committed */
  run(): () => void;
  fail(error: unknown): void;
}

/** Writes through a connection that nobody else uses. */
export class SqliteWriter {
  readonly #connection: BetterSqlite.Database;
  readonly #statements: Statements;
  readonly #patience: number;
  #last: Promise<unknown> = Promise.resolve();
  #waiting: Waiting[] = [];

  /** @param patience How long a transaction waits for a lock of another program, in milliseconds */
  constructor(connection: BetterSqlite.Database, patience: number) {
    // SQLite itself would wait inside a call, and the whole process with it.
    connection.pragma('busy_timeout = 0');
    this.#connection = connection;
    this.#statements = new Statements(connection);
    this.#patience = patience;
  }

  /** Runs work in a transaction, which begins when the one before has ended. @throws SqliteError, whatever work throws */
  write<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#next(() => this.#transaction(work));
  }

  /** Runs a writing with those that wait at the same time. @throws SqliteError, whatever the writing throws */
  transact<T>(writing: Writing<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const run = (): (() => void) => {
        const result = this.#inSavepoint(writing);
        return 'error' in result ? () => reject(result.error) : () => resolve(result.value);
      };
      this.#waiting.push({ run, fail: reject });
      if (this.#waiting.length === 1) this.#scheduleShared();
    });
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
    try {
      await this.#begin();
    } catch (error) {
      const failed = this.#waiting;
      this.#waiting = [];
      for (const each of failed) each.fail(error);
      return;
    }
    const batch = this.#waiting.splice(0, SHARED);
    if (this.#waiting.length > 0) this.#scheduleShared();
    const settle: (() => void)[] = [];
    try {
      for (const each of batch) settle.push(each.run());
      this.#connection.exec('COMMIT');
    } catch (error) {
      if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK');
      for (const each of batch) each.fail(error);
      return;
    }
    for (const each of settle) each();
  }

  /** @throws SqliteError where the whole transaction is lost */
  #inSavepoint<T>(writing: Writing<T>): { readonly value: T } | { readonly error: unknown } {
    this.#statements.run(SAVEPOINT);
    try {
      const value = runReading(writing, (query) => rowsOf(this.#statements, query));
      this.#statements.run(RELEASE);
      return { value };
    } catch (error) {
      // A full disk ends the transaction by itself, and with it what the others wrote.
      if (!this.#connection.inTransaction) throw error;
      this.#statements.run(ROLLBACK_TO);
      this.#statements.run(RELEASE);
      return { error };
    }
  }

  async #transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    await this.#begin();
    const session = new SqliteSession(this.#connection, this.#statements);
    try {
      const result = await work(session);
      this.#connection.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK');
      throw error;
    } finally {
      session.end();
    }
  }

  async #begin(): Promise<void> {
    const end = performance.now() + this.#patience;
    while (!this.#tryBegin(performance.now() >= end)) await setTimeout(RETRY_INTERVAL);
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
  return error instanceof BetterSqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

/** The statements of one transaction. */
class SqliteSession implements Session {
  readonly #connection: BetterSqlite.Database;
  readonly #statements: Statements;
  #ended = false;

  constructor(connection: BetterSqlite.Database, statements: Statements) {
    this.#connection = connection;
    this.#statements = statements;
  }

  async rows(query: Query): Promise<readonly Row[]> {
    this.#assertOpen();
    return rowsOf(this.#statements, query);
  }

  async run(query: Query): Promise<void> {
    this.#assertOpen();
    this.#statements.run(query);
  }

  async script(sql: string): Promise<void> {
    this.#assertOpen();
    this.#connection.exec(sql);
  }

  /** What comes later would stand in another transaction, or in none. */
  end(): void {
    this.#ended = true;
  }

  #assertOpen(): void {
    if (this.#ended)
      throw new Error('This transaction has ended: its session cannot be used any more.');
  }
}
