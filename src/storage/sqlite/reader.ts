// In charge of one connection that reads: each reading in a snapshot of its own, without a pause from its first to its last
// statement.
import type { DatabaseFigures } from '../figures.ts';
import { runReading, type Reading } from '../session.ts';
import type { SqliteConnection, SqliteStatement } from './connection.ts';
import { toFailure } from './failures.ts';
import { Statements } from './statements.ts';

/** A connection that reads. */
export class SqliteReader {
  readonly #connection: SqliteConnection;
  readonly #statements: Statements;
  readonly #begin: SqliteStatement;
  readonly #commit: SqliteStatement;
  #reads = 0;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
    this.#statements = new Statements(connection);
    this.#begin = connection.prepare('BEGIN');
    this.#commit = connection.prepare('COMMIT');
  }

  /** Readings, and statements of them, since it was opened. */
  get figures(): Pick<DatabaseFigures, 'reads' | 'statements'> {
    return { reads: this.#reads, statements: this.#statements.count };
  }

  /** @throws InsufficientStorageError, SqliteError, whatever the reading throws */
  read<T>(reading: Reading<T>): T {
    this.#reads += 1;
    this.#begin.run();
    try {
      return runReading(reading, (query) => this.#statements.rows(query));
    } catch (error) {
      throw toFailure(error);
    } finally {
      // Some errors end the transaction by themselves.
      if (this.#connection.inTransaction) this.#commit.run();
    }
  }

  close(): void {
    this.#connection.close();
  }
}
