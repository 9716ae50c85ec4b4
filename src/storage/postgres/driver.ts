// In charge of PostgreSQL: readings run in snapshots on several connections, writings one after another on one.
import type { Database, Reading, Row, Session, Writing } from '../database.ts';
import { attachment } from './attachment.ts';
import { Changes } from './changes.ts';
import { runStatements } from './connection.ts';
import { postgresDialect } from './dialect.ts';
import { ConnectionPool, makeClient, type PostgresOptions } from './pool.ts';
import { PostgresWriter } from './writer.ts';

const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/** Opens a database that is there. @throws UnavailableError, DatabaseError where it refuses the user */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const changes = new Changes(() => makeClient(options));
  const database = new PostgresDatabase(new ConnectionPool(options), changes);
  try {
    const [tables = []] = await database.read(attachedTables());
    if (tables.length > 0) changes.listen();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

function* attachedTables(): Reading<readonly (readonly Row[])[]> {
  return yield [attachment.attached()];
}

class PostgresDatabase implements Database {
  readonly dialect = postgresDialect;
  readonly #pool: ConnectionPool;
  readonly #changes: Changes;
  readonly #writer: PostgresWriter;

  constructor(pool: ConnectionPool, changes: Changes) {
    this.#pool = pool;
    this.#changes = changes;
    this.#writer = new PostgresWriter(pool, changes.note);
  }

  /** The beginning is sent ahead of the first statements, and the end is not waited for. */
  read<T>(reading: Reading<T>): Promise<T> {
    return this.#pool.use(async (connection, lent) => {
      const begun = connection.script(BEGIN);
      begun.catch(() => undefined);
      try {
        return await runStatements(connection, reading);
      } finally {
        lent.endsWith(connection.script('COMMIT'));
      }
    });
  }

  transact<T>(writing: Writing<T>): Promise<T> {
    return this.#writer.transact(writing);
  }

  write<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#writer.write(work);
  }

  /** Stands still only where the database tells of every commit (`quoin attach`). */
  version(): number {
    return this.#changes.version;
  }

  async close(): Promise<void> {
    await this.#writer.close();
    await this.#changes.close();
    await this.#pool.close();
  }
}
