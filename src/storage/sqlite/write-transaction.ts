// The transaction of the write connection: begins when no other program holds the lock, and reports what it wrote
// with its commit.
import { setTimeout } from 'node:timers/promises';
import type { Query, Row, Session } from '../session.ts';
import { WrittenTables } from '../commits/written-tables.ts';
import { sqliteCodeOf, type SqliteConnection } from './connection.ts';
import { toStorageError } from './errors.ts';
import { SqliteSession } from './sqlite-session.ts';
import { Statements } from './statements.ts';

/** Delay before a lock of another program is tried again, in milliseconds. */
const RETRY_INTERVAL = 10;

export interface WriteTransactionOptions {
  /** How long a transaction waits for a lock of another program, in milliseconds. */
  readonly busyTimeout: number;
  /** Called before each transaction. @throws UnavailableError if the database cannot be used any more */
  readonly prepare?: () => Promise<void>;
  /** Called after each commit, before the responses. */
  readonly committed: (written: WrittenTables) => void;
}

/** One transaction after another on one connection. */
export class WriteTransaction {
  readonly #connection: SqliteConnection;
  readonly #statements: Statements;
  readonly #options: WriteTransactionOptions;
  #written = new WrittenTables();
  #count = 0;

  constructor(connection: SqliteConnection, options: WriteTransactionOptions) {
    this.#connection = connection;
    this.#statements = new Statements(connection);
    this.#options = options;
  }

  /** Number of started transactions, and of statements. */
  get stats(): { readonly transactions: number; readonly statements: number } {
    return { transactions: this.#count, statements: this.#statements.count };
  }

  /** False if SQLite or a statement of a program has ended it. */
  get isOpen(): boolean {
    return this.#connection.inTransaction;
  }

  /** What the transaction has written. */
  get written(): WrittenTables {
    return this.#written;
  }

  /** To be called before `begin`. @throws UnavailableError if the database cannot be used any more */
  async prepare(): Promise<void> {
    await this.#options.prepare?.();
  }

  /** @throws SqliteError if another program holds the lock past the timeout */
  async begin(): Promise<void> {
    const end = performance.now() + this.#options.busyTimeout;
    this.#written = new WrittenTables();
    while (!this.#tryBegin(performance.now() >= end)) await setTimeout(RETRY_INTERVAL);
    this.#count += 1;
  }

  commit(): void {
    this.#connection.exec('COMMIT');
    this.#options.committed(this.#written);
  }

  rollback(): void {
    if (this.isOpen) this.#connection.exec('ROLLBACK');
  }

  /** Begins a write that can be rolled back alone. */
  savepoint(): void {
    this.#statements.run(SAVEPOINT);
  }

  /** Ends such a write. @param written What it wrote */
  releaseSavepoint(written: WrittenTables): void {
    this.#statements.run(RELEASE);
    this.#written.include(written);
  }

  rollbackToSavepoint(): void {
    this.#statements.run(ROLLBACK_TO);
    this.#statements.run(RELEASE);
  }

  /** Runs a statement. @throws ConstraintError, SqliteError */
  rows(query: Query): readonly Row[] {
    try {
      return this.#statements.any(query);
    } catch (error) {
      throw toStorageError(error);
    }
  }

  /** Runs work with a session, which cannot be used afterwards. @param written Records its statements */
  async session<T>(
    work: (session: Session) => Promise<T>,
    written: WrittenTables = this.#written,
  ): Promise<T> {
    const session = new SqliteSession(this.#connection, this.#statements, written);
    try {
      return await work(session);
    } finally {
      session.end();
    }
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

const SAVEPOINT: Query = { sql: 'SAVEPOINT one_write', values: [] };
const RELEASE: Query = { sql: 'RELEASE one_write', values: [] };
const ROLLBACK_TO: Query = { sql: 'ROLLBACK TO one_write', values: [] };

function isBusy(error: unknown): boolean {
  return sqliteCodeOf(error)?.startsWith('SQLITE_BUSY') === true;
}
