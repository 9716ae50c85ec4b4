// In charge of the SQLite connection that writes: one transaction at a time, each with a session of its own.
import BetterSqlite from 'better-sqlite3';
import { setTimeout } from 'node:timers/promises';
import type { Query, Row, Session } from '../session.ts';
import { Statements } from './statements.ts';

/** How long to sleep before a lock that another program holds is tried again, in milliseconds. */
const RETRY_INTERVAL = 10;

/** Writes through a connection that nobody else uses. */
export class SqliteWriter {
  readonly #connection: BetterSqlite.Database;
  readonly #statements: Statements;
  readonly #patience: number;
  #last: Promise<unknown> = Promise.resolve();

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
    const result = this.#last.then(() => this.#transaction(work));
    this.#last = result.catch(() => undefined);
    return result;
  }

  async close(): Promise<void> {
    await this.#last;
    this.#connection.close();
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
    return this.#statements.rows(query);
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
