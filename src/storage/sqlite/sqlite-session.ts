// Statements of a transaction of the write connection.
import { endedTransaction } from '../errors.ts';
import type { Query, RawQuery, RawResult, Row, Session } from '../session.ts';
import type { WrittenTables } from '../commits/written-tables.ts';
import type { SqliteConnection } from './connection.ts';
import { toStorageError } from './errors.ts';
import { runRaw } from './raw-statement.ts';
import type { Statements } from './statements.ts';

/** A session, until it is ended. */
export class SqliteSession implements Session {
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
    this.#written.record(query);
    try {
      return this.#statements.any(query);
    } catch (error) {
      throw toStorageError(error);
    }
  }

  async run(query: Query): Promise<void> {
    this.#assertOpen();
    this.#written.record(query);
    this.#statements.run(query);
  }

  async script(sql: string): Promise<void> {
    this.#assertOpen();
    this.#written.record({ sql });
    this.#connection.exec(sql);
  }

  async raw(query: RawQuery): Promise<RawResult> {
    this.#assertOpen();
    this.#written.recordRaw(query);
    return runRaw(this.#connection, query);
  }

  /** Later statements would run in another transaction or in none. */
  end(): void {
    this.#ended = true;
  }

  /** If SQLite has ended the transaction, later statements would be committed on their own. */
  #assertOpen(): void {
    if (this.#ended || !this.#connection.inTransaction) throw endedTransaction();
  }
}
