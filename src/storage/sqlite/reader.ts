// Read connection: each read runs synchronously in its own snapshot.
import type { DatabaseStats } from '../stats.ts';
import { runSteps, type ReadSteps } from '../session.ts';
import type { SqliteConnection, SqliteStatement } from './connection.ts';
import { toFailure } from './errors.ts';
import { Statements } from './statements.ts';

/** A read connection. */
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

  /** Number of reads and statements. */
  get stats(): Pick<DatabaseStats, 'reads' | 'statements'> {
    return { reads: this.#reads, statements: this.#statements.count };
  }

  /** @throws InsufficientStorageError, SqliteError, errors of the read */
  read<T>(steps: ReadSteps<T>): T {
    this.#reads += 1;
    this.#begin.run();
    try {
      return runSteps(steps, (query) => this.#statements.rows(query));
    } catch (error) {
      throw toFailure(error);
    } finally {
      // Some errors end the transaction.
      if (this.#connection.inTransaction) this.#commit.run();
    }
  }

  close(): void {
    this.#connection.close();
  }
}
