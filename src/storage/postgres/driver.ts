// PostgreSQL driver: reads run in snapshots on several connections and on replicas; writes run sequentially on the
// primary.
import type { QueueLimits } from '../../base/bounded-queue.ts';
import type { Logger } from '../../base/logger.ts';
import type { ChangeListener } from '../commits/change-feed.ts';
import type { Commit, CommitLog } from '../commits/commit-log.ts';
import type { Database, ReadOptions, WriteOptions } from '../database.ts';
import type { WriteSteps, RawQuery, RawResult, ReadSteps, Row, Session } from '../session.ts';
import { commandOf, runInSession } from '../session.ts';
import { WriteCount, type DatabaseStats } from '../stats.ts';
import { attachment, otherTriggers } from './attachment.ts';
import { Changes } from './changes.ts';
import { type Connection, forgetPrepared } from './connection.ts';
import { postgresDialect } from './dialect.ts';
import { makeClient, type ConnectionPool, type PostgresOptions } from './pool.ts';
import type { RowCountDeltas } from '../commits/row-count-delta.ts';
import { ReadRun } from './read-run.ts';
import { isConflict } from './errors.ts';
import type { Server } from './server.ts';
import { Servers } from './servers.ts';
import { PostgresWriter } from './writer.ts';

/** A selection that keeps rows for a write. */
const LOCKS = /\bfor\s+(?:no\s+key\s+update|update|share|key\s+share)\b/i;

const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/**
 * Opens an existing database.
 * @param log Receives warnings about servers and about the commit log
 * @param commitLog Shared by the workers; null in a single process
 * @throws UnavailableError, or DatabaseError if the server rejects the user
 */
export async function openPostgres(
  options: PostgresOptions,
  log: Pick<Logger, 'warn'> = { warn: () => undefined },
  commitLog: CommitLog | null = null,
): Promise<Database> {
  const servers = await Servers.open(options, log);
  const changes = new Changes({
    source: () => {
      const { options: primary, pool } = servers.primary;
      return { client: makeClient(primary), isOwn: (processId) => pool.owns(processId) };
    },
    onChange: () => servers.recordUnplaced(),
  });
  servers.onMove(() => {
    changes.reconnect();
    // Another worker may have written to the new server already.
    if (commitLog) servers.recordUnplaced();
  });
  const database = new PostgresDatabase({
    servers,
    changes,
    queue: options.queue,
    commitLog,
    log,
  });
  try {
    const attached = await database.lookForTriggers();
    if (attached.length > 0) changes.listen();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Tables with notification triggers, and the triggers of other programs. */
function* triggersIn(): ReadSteps<readonly (readonly Row[])[]> {
  return yield [attachment.attached(), otherTriggers];
}

interface DatabaseDependencies {
  readonly servers: Servers;
  readonly changes: Changes;
  readonly queue: QueueLimits | undefined;
  readonly commitLog: CommitLog | null;
  readonly log: Pick<Logger, 'warn'>;
}

class PostgresDatabase implements Database {
  readonly dialect = postgresDialect;
  readonly #servers: Servers;
  readonly #changes: Changes;
  readonly #commitLog: CommitLog | null;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #writer: PostgresWriter;
  readonly #writes = new WriteCount();
  #reads = 0;
  /** Triggers of other programs may write to any table. */
  #hasTriggers = true;
  /** The most recent trigger at the last check. */
  #lastTrigger: unknown = null;

  constructor({ servers, changes, queue, commitLog, log }: DatabaseDependencies) {
    this.#servers = servers;
    this.#changes = changes;
    this.#commitLog = commitLog;
    this.#log = log;
    this.#writer = new PostgresWriter({
      pool: () => servers.primary.pool,
      ...(queue ? { queue } : {}),
      placesCommits: servers.isSpread,
      committing: (tables) => changes.expect(tables),
      committed: ({ position, written, lastTrigger }) => {
        if (lastTrigger !== this.#lastTrigger) this.lookForTriggers().catch(() => undefined);
        const commit = { position, tables: this.#hasTriggers ? null : (written?.changed ?? null) };
        this.#record(commit, written?.deltas);
        this.#notifyOthers(commit);
      },
    });
  }

  get isCommitting(): boolean {
    return this.#writer.isCommitting;
  }

  /**
   * Checks for triggers of other programs; until then any table may change. @returns tables with notification
   * triggers
   */
  async lookForTriggers(): Promise<readonly Row[]> {
    this.#hasTriggers = true;
    const [attached = [], [[others, last] = []] = []] = await this.read(triggersIn());
    this.#hasTriggers = Number(others) > 0;
    this.#lastTrigger = last;
    return attached;
  }

  async read<T>(steps: ReadSteps<T>, options: ReadOptions = {}): Promise<T> {
    this.#poll();
    this.#reads += 1;
    const replica = this.#servers.replica();
    if (replica !== null) return await this.#readFrom(replica, steps, options);
    return await inSnapshot(
      this.#servers.primary.pool,
      (connection) => runInSession(connection, steps),
      options,
    );
  }

  transact<T>(steps: WriteSteps<T>, options?: WriteOptions): Promise<T> {
    return this.#writes.follow(this.#writer.transact(steps, options));
  }

  async readRaw(query: RawQuery): Promise<RawResult | null> {
    if (commandOf(query.sql) !== 'SELECT' || LOCKS.test(query.sql)) return null;
    return this.#servers.primary.pool.use((connection) => connection.raw(query));
  }

  runInTransaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#writes.follow(this.#writer.runInTransaction(work));
  }

  /** Unchanged only if the database notifies of commits (`quoin attach`). */
  version(): number {
    this.#poll();
    return this.#changes.version;
  }

  forgetStatements(): void {
    forgetPrepared();
  }

  onChange(listener: ChangeListener): () => void {
    return this.#changes.onChange(listener);
  }

  #poll(): void {
    for (const commit of this.#commitLog?.readNew() ?? []) this.#record(commit);
  }

  #record({ position, tables }: Commit, deltas?: RowCountDeltas): void {
    if (position === null) this.#servers.recordUnplaced();
    else this.#servers.recordPosition(position);
    this.#changes.record(tables, deltas);
  }

  /** The commit is durable, whether or not the other workers can be notified. */
  #notifyOthers(commit: Commit): void {
    try {
      this.#commitLog?.append(commit);
    } catch (error) {
      this.#log.warn(
        `The other workers could not be notified of a commit (${String(error)}). They may serve stale data until the database notifies them.`,
      );
    }
  }

  stats(): DatabaseStats {
    const { stats: servers } = this.#servers;
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

  /** If a replica fails during a read, the read continues on the primary without the caller noticing. */
  async #readFrom<T>(replica: Server, steps: ReadSteps<T>, options: ReadOptions): Promise<T> {
    const run = new ReadRun(steps);
    try {
      const work = (connection: Connection): Promise<T> => run.onReplica(connection);
      return await inSnapshot(replica.pool, work, options);
    } catch (error) {
      const loss = run.lossIn(error);
      if (loss === null) throw error;
      if (!isConflict(loss)) this.#servers.reportFailure(replica, loss);
    }
    const work = (connection: Connection): Promise<T> => run.onPrimary(connection);
    return await inSnapshot(this.#servers.primary.pool, work, options);
  }
}

/** BEGIN is pipelined with the first statements, and the end is not awaited. */
function inSnapshot<T>(
  pool: ConnectionPool,
  work: (connection: Connection) => Promise<T>,
  options: ReadOptions,
): Promise<T> {
  return pool.use(async (connection, lease) => {
    const begun = connection.script(BEGIN);
    begun.catch(() => undefined);
    try {
      return await work(connection);
    } finally {
      lease.endsWith(connection.script('COMMIT'));
    }
  }, options);
}
