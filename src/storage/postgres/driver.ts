// In charge of PostgreSQL: readings run in snapshots on several connections, and on replicas where there are any; writings
// run one after another on the server that takes them.
import type { QueueLimits } from '../../base/bounded-queue.ts';
import type { ChangeListener } from '../change-feed.ts';
import type { Commit, CommitBoard } from '../commit-board.ts';
import type {
  Database,
  RawQuery,
  RawResult,
  Reading,
  ReadOptions,
  Row,
  Session,
  Writing,
} from '../database.ts';
import { commandOf } from '../session.ts';
import { WriteCount, type DatabaseFigures } from '../figures.ts';
import { attachment, otherTriggers } from './attachment.ts';
import { Changes } from './changes.ts';
import { runStatements, type Connection } from './connection.ts';
import { postgresDialect } from './dialect.ts';
import { makeClient, type ConnectionPool, type PostgresOptions } from './pool.ts';
import type { Tallies } from '../tally.ts';
import { ReadingRun } from './reading-run.ts';
import { isConflict } from './refusals.ts';
import type { Server } from './server.ts';
import { Servers, type Tell } from './servers.ts';
import { PostgresWriter } from './writer.ts';

/** A selection that keeps rows for a write. */
const LOCKS = /\bfor\s+(?:no\s+key\s+update|update|share|key\s+share)\b/i;

const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/**
 * Opens a database that is there.
 * @param tell Is handed a sentence for the log when a server of several goes, is back or is promoted, and when the board fails
 * @param board Where processes that answer as one tell each other of their commits; null where there is one
 * @throws UnavailableError, DatabaseError where it refuses the user
 */
export async function openPostgres(
  options: PostgresOptions,
  tell: Tell = () => undefined,
  board: CommitBoard | null = null,
): Promise<Database> {
  const servers = await Servers.open(options, tell);
  const changes = new Changes({
    source: () => {
      const { options: primary, pool } = servers.primary;
      return { client: makeClient(primary), isOwn: (processId) => pool.owns(processId) };
    },
    onChange: () => servers.doubt(),
  });
  servers.onMove(() => {
    changes.listenAnew();
    // Another process may have written to the new one already, and what it told of that is forgotten.
    if (board) servers.doubt();
  });
  const database = new PostgresDatabase({ servers, changes, queue: options.queue, board, tell });
  try {
    const attached = await database.lookForTriggers();
    if (attached.length > 0) changes.listen();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The tables that tell of commits, and the triggers of other programs. */
function* triggersIn(): Reading<readonly (readonly Row[])[]> {
  return yield [attachment.attached(), otherTriggers];
}

interface DatabaseParts {
  readonly servers: Servers;
  readonly changes: Changes;
  readonly queue: QueueLimits | undefined;
  readonly board: CommitBoard | null;
  readonly tell: Tell;
}

class PostgresDatabase implements Database {
  readonly dialect = postgresDialect;
  readonly #servers: Servers;
  readonly #changes: Changes;
  readonly #board: CommitBoard | null;
  readonly #tell: Tell;
  readonly #writer: PostgresWriter;
  readonly #writes = new WriteCount();
  #reads = 0;
  /** Triggers of other programs write to tables that no statement of ours names, or to those that it does. */
  #hasTriggers = true;
  /** The last one that there was when this was looked at. */
  #lastTrigger: unknown = null;

  constructor({ servers, changes, queue, board, tell }: DatabaseParts) {
    this.#servers = servers;
    this.#changes = changes;
    this.#board = board;
    this.#tell = tell;
    this.#writer = new PostgresWriter({
      pool: () => servers.primary.pool,
      ...(queue ? { queue } : {}),
      placesCommits: servers.isSpread,
      committing: (tables) => changes.expect(tables),
      committed: ({ position, written, lastTrigger }) => {
        if (lastTrigger !== this.#lastTrigger) this.lookForTriggers().catch(() => undefined);
        const commit = { position, tables: this.#hasTriggers ? null : (written?.changed ?? null) };
        this.#note(commit, written?.tallies);
        this.#tellOthers(commit);
      },
    });
  }

  get isCommitting(): boolean {
    return this.#writer.isCommitting;
  }

  /** Knows of those of other programs when it is done; until then there may be some. @returns the tables that tell of commits */
  async lookForTriggers(): Promise<readonly Row[]> {
    this.#hasTriggers = true;
    const [attached = [], [[others, last] = []] = []] = await this.read(triggersIn());
    this.#hasTriggers = Number(others) > 0;
    this.#lastTrigger = last;
    return attached;
  }

  async read<T>(reading: Reading<T>, options: ReadOptions = {}): Promise<T> {
    this.#look();
    this.#reads += 1;
    const replica = this.#servers.replica();
    if (replica !== null) return await this.#readFrom(replica, reading, options);
    return await inSnapshot(
      this.#servers.primary.pool,
      (connection) => runStatements(connection, reading),
      options,
    );
  }

  transact<T>(writing: Writing<T>): Promise<T> {
    return this.#writes.follow(this.#writer.transact(writing));
  }

  async readRaw(query: RawQuery): Promise<RawResult | null> {
    if (commandOf(query.sql) !== 'SELECT' || LOCKS.test(query.sql)) return null;
    return this.#servers.primary.pool.use((connection) => connection.raw(query));
  }

  write<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#writes.follow(this.#writer.write(work));
  }

  /** Stands still only where the database tells of every commit (`quoin attach`). */
  version(): number {
    this.#look();
    return this.#changes.version;
  }

  onChange(listener: ChangeListener): () => void {
    return this.#changes.onChange(listener);
  }

  #look(): void {
    for (const commit of this.#board?.news() ?? []) this.#note(commit);
  }

  #note({ position, tables }: Commit, tallies?: Tallies): void {
    if (position === null) this.#servers.doubt();
    else this.#servers.reached(position);
    this.#changes.note(tables, tallies);
  }

  /** What was committed has come to be, whether they can be told or not. */
  #tellOthers(commit: Commit): void {
    try {
      this.#board?.tell(commit);
    } catch (error) {
      this.#tell(
        `The other processes were not told of a commit (${String(error)}): until the database tells them, they may answer what was before.`,
      );
    }
  }

  figures(): DatabaseFigures {
    const { figures: servers } = this.#servers;
    return {
      reads: this.#reads,
      readsInThreads: 0,
      readsInProcesses: 0,
      writes: this.#writes.ended,
      waiting: this.#writes.waiting,
      transactions: this.#writer.transactions,
      statements: servers.reduce((sum, { statements }) => sum + statements, 0),
      servers,
    };
  }

  async close(): Promise<void> {
    await this.#writer.close();
    await this.#changes.close();
    await this.#servers.close();
  }

  /** Where a replica goes in the middle, the primary is read from, and the caller sees nothing of it. */
  async #readFrom<T>(replica: Server, reading: Reading<T>, options: ReadOptions): Promise<T> {
    const run = new ReadingRun(reading);
    try {
      const work = (connection: Connection): Promise<T> => run.onReplica(connection);
      return await inSnapshot(replica.pool, work, options);
    } catch (error) {
      const loss = run.lossIn(error);
      if (loss === null) throw error;
      if (!isConflict(loss)) this.#servers.suspect(replica, loss);
    }
    const work = (connection: Connection): Promise<T> => run.onPrimary(connection);
    return await inSnapshot(this.#servers.primary.pool, work, options);
  }
}

/** The beginning is sent ahead of the first statements, and the end is not waited for. */
function inSnapshot<T>(
  pool: ConnectionPool,
  work: (connection: Connection) => Promise<T>,
  options: ReadOptions,
): Promise<T> {
  return pool.use(async (connection, lent) => {
    const begun = connection.script(BEGIN);
    begun.catch(() => undefined);
    try {
      return await work(connection);
    } finally {
      lent.endsWith(connection.script('COMMIT'));
    }
  }, options);
}
