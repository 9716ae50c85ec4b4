// In charge of PostgreSQL: readings run in snapshots on several connections, and on replicas where there are any; writings
// run one after another on the server that takes them.
import type { ChangeListener } from '../change-feed.ts';
import type { Database, Reading, Row, Session, Writing } from '../database.ts';
import { attachment, otherTriggers } from './attachment.ts';
import { Changes } from './changes.ts';
import { runStatements, type Connection } from './connection.ts';
import { postgresDialect } from './dialect.ts';
import { makeClient, type ConnectionPool, type PostgresOptions } from './pool.ts';
import { ReadingRun } from './reading-run.ts';
import { isConflict } from './refusals.ts';
import type { Server } from './server.ts';
import { Servers, type Tell } from './servers.ts';
import { PostgresWriter } from './writer.ts';

const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/**
 * Opens a database that is there.
 * @param tell Is handed a sentence for the log when a server of several goes, is back or is promoted
 * @throws UnavailableError, DatabaseError where it refuses the user
 */
export async function openPostgres(
  options: PostgresOptions,
  tell: Tell = () => undefined,
): Promise<Database> {
  const servers = await Servers.open(options, tell);
  const changes = new Changes({
    source: () => {
      const { options: primary, pool } = servers.primary;
      return { client: makeClient(primary), isOwn: (processId) => pool.owns(processId) };
    },
    onChange: () => servers.doubt(),
  });
  servers.onMove(() => changes.listenAnew());
  const database = new PostgresDatabase(servers, changes);
  try {
    const [attached = [], [triggers] = []] = await database.read(triggersIn());
    database.hasTriggers = Number(triggers?.[0]) > 0;
    if (attached.length > 0) changes.listen();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The tables that tell of commits, and how many triggers of other programs there are. */
function* triggersIn(): Reading<readonly (readonly Row[])[]> {
  return yield [attachment.attached(), otherTriggers];
}

class PostgresDatabase implements Database {
  readonly dialect = postgresDialect;
  readonly #servers: Servers;
  readonly #changes: Changes;
  readonly #writer: PostgresWriter;
  /** Triggers of other programs write to tables that no statement of ours names. */
  hasTriggers = true;

  constructor(servers: Servers, changes: Changes) {
    this.#servers = servers;
    this.#changes = changes;
    this.#writer = new PostgresWriter({
      pool: () => servers.primary.pool,
      placesCommits: servers.isSpread,
      committed: (position, tables) => {
        if (position === null) servers.doubt();
        else servers.reached(position);
        changes.note(this.hasTriggers ? null : tables);
      },
    });
  }

  async read<T>(reading: Reading<T>): Promise<T> {
    const replica = this.#servers.replica();
    if (replica !== null) return await this.#readFrom(replica, reading);
    return await inSnapshot(this.#servers.primary.pool, (connection) =>
      runStatements(connection, reading),
    );
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

  onChange(listener: ChangeListener): () => void {
    return this.#changes.onChange(listener);
  }

  async close(): Promise<void> {
    await this.#writer.close();
    await this.#changes.close();
    await this.#servers.close();
  }

  /** Where a replica goes in the middle, the primary is read from, and the caller sees nothing of it. */
  async #readFrom<T>(replica: Server, reading: Reading<T>): Promise<T> {
    const run = new ReadingRun(reading);
    try {
      return await inSnapshot(replica.pool, (connection) => run.onReplica(connection));
    } catch (error) {
      const loss = run.lossIn(error);
      if (loss === null) throw error;
      if (!isConflict(loss)) this.#servers.suspect(replica, loss);
    }
    return await inSnapshot(this.#servers.primary.pool, (connection) => run.onPrimary(connection));
  }
}

/** The beginning is sent ahead of the first statements, and the end is not waited for. */
function inSnapshot<T>(
  pool: ConnectionPool,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  return pool.use(async (connection, lent) => {
    const begun = connection.script(BEGIN);
    begun.catch(() => undefined);
    try {
      return await work(connection);
    } finally {
      lent.endsWith(connection.script('COMMIT'));
    }
  });
}
