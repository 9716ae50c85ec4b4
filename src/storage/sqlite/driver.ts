// SQLite driver: a read connection, a write connection, and read threads.
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import { UNBOUNDED, type QueueLimits } from '../../base/bounded-queue.ts';
import type { Logger } from '../../base/logger.ts';
import { ChangeFeed, type ChangeListener } from '../commits/change-feed.ts';
import type { Database, WriteOptions } from '../database.ts';
import type { WriteSteps, RawQuery, RawResult, ReadSteps, Session } from '../session.ts';
import { WriteCount, type DatabaseStats } from '../stats.ts';
import { SEARCH_INDEX } from '../layout/names.ts';
import { UnavailableError, isUnavailable } from '../errors.ts';
import type { WrittenTables } from '../commits/written-tables.ts';
import { connect, BUSY_TIMEOUT } from './connect.ts';
import { SqliteCosts } from './cost/sqlite-costs.ts';
import type { SqliteConnection, SqliteStatement } from './connection.ts';
import { sqliteDialect } from './dialect.ts';
import { describeLoss } from './errors.ts';
import { FileGuard, type FileLoss } from './file-guard.ts';
import { markFile } from './file-mark.ts';
import type { ProcessData } from './reader-process.ts';
import { ReaderProcesses, type ReaderProcessesOptions } from './reader-processes.ts';
import type { ThreadData } from './reader-thread.ts';
import { ReaderThreads, type ReaderThreadsOptions } from './reader-threads.ts';
import { readRaw } from './raw-statement.ts';
import { SqliteReader } from './reader.ts';
import { WriteAheadLog } from './wal.ts';
import { SqliteWriter } from './writer.ts';

export interface SqliteOptions {
  /** How long to wait for a lock of another program, in milliseconds. */
  readonly busyTimeout?: number;
  /** How many writes may wait, and for how long; the same for reads in threads. Default: no limit */
  readonly queue?: QueueLimits;
  /**
   * How long writes may join a transaction, and how long the slices of a large write are, in milliseconds.
   * Default: 20
   */
  readonly joinTime?: number;
  /** Receives one warning if the file is replaced or removed. */
  readonly log?: Pick<Logger, 'warn'>;
  /** Read threads. Default: none */
  readonly threads?: Omit<ReaderThreadsOptions, 'start' | 'queue'> & {
    readonly start: (data: ThreadData) => Worker;
  };
  /** Processes for long reads. Default: all reads run in this process */
  readonly processes?: Omit<ReaderProcessesOptions, 'start'> & {
    readonly start: (data: ProcessData) => ChildProcess;
  };
  /**
   * Runs the function that closes the connections. Processes that close a database at the same time must not run it
   * concurrently, or its log may remain. Default: runs it at once
   */
  readonly closeInTurn?: (close: () => Promise<void>) => Promise<void>;
}

/**
 * Opens a database file, which is created with its folder if it does not exist.
 * @throws Error if the file is not a database or cannot be opened or written
 */
export function openSqlite(
  file: string,
  {
    busyTimeout = BUSY_TIMEOUT,
    queue = UNBOUNDED,
    log = { warn: () => undefined },
    joinTime,
    threads,
    processes,
    closeInTurn = (close) => close(),
  }: SqliteOptions = {},
): Database {
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  // SQLite opens a read-only file, and fails at the first write.
  if (existsSync(file)) accessSync(file, constants.W_OK);
  const readConnection = connect(file, busyTimeout);
  const data = { file, busyTimeout };
  const connections = {
    readConnection,
    writeConnection: connect(file, busyTimeout),
    threads: threads && new ReaderThreads({ ...threads, queue, start: () => threads.start(data) }),
    isolated:
      processes &&
      new ReaderProcesses(new SqliteCosts(readConnection), {
        ...processes,
        start: () => processes.start({ ...data, parent: process.pid }),
      }),
  };
  const options = { file, busyTimeout, queue, joinTime, log, closeInTurn };
  return new SqliteDatabase(connections, options);
}

/** Interval of checks of the file and the log, in milliseconds. */
const TICK = 1000;

interface Connections {
  readonly readConnection: SqliteConnection;
  readonly writeConnection: SqliteConnection;
  readonly threads: ReaderThreads | undefined;
  readonly isolated: ReaderProcesses | undefined;
}

interface DatabaseOptions extends Required<
  Omit<SqliteOptions, 'threads' | 'processes' | 'joinTime'>
> {
  readonly file: string;
  readonly joinTime: number | undefined;
}

/** A database file that must be reopened. */
interface LostFile {
  readonly loss: FileLoss;
  readonly message: string;
}

class SqliteDatabase implements Database {
  readonly dialect = sqliteDialect;
  /** A commit is synchronous; messages of threads arrive after it. */
  readonly isCommitting = false;
  readonly threads: ReaderThreads | undefined;
  readonly isolated: ReaderProcesses | undefined;
  readonly #readConnection: SqliteConnection;
  readonly #reader: SqliteReader;
  readonly #writer: SqliteWriter;
  readonly #triggers: SqliteStatement;
  readonly #changes = new ChangeFeed();
  readonly #writes = new WriteCount();
  #foreignCommits: number;
  /** Triggers of other programs may write to any table; ours write to search indexes only. */
  #hasTriggers: boolean;
  readonly #options: DatabaseOptions;
  readonly #guard: FileGuard;
  readonly #log: WriteAheadLog;
  readonly #timer: NodeJS.Timeout;
  #lost: LostFile | null = null;
  #closing: Promise<void> | undefined;

  constructor(
    { readConnection, writeConnection, threads, isolated }: Connections,
    options: DatabaseOptions,
  ) {
    const { file, busyTimeout, queue, joinTime } = options;
    const committed = ({ changed, deltas }: WrittenTables): void => {
      this.#poll();
      this.#changes.emit(this.#hasTriggers ? null : changed, deltas);
    };
    this.threads = threads;
    this.isolated = isolated;
    this.#readConnection = readConnection;
    this.#reader = new SqliteReader(readConnection);
    const prepare = async (): Promise<void> => {
      this.#assertUsable();
      await this.#log.beforeTransaction();
    };
    this.#log = new WriteAheadLog(writeConnection, file, busyTimeout);
    this.#writer = new SqliteWriter(writeConnection, {
      busyTimeout,
      queue,
      ...(joinTime !== undefined && { joinTime }),
      prepare,
      committed,
    });
    this.#triggers = readConnection
      .prepare(
        `SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND name NOT GLOB '${SEARCH_INDEX}_*'`,
      )
      .raw();
    this.#foreignCommits = this.#writer.foreignCommits();
    this.#hasTriggers = this.#triggers.get() !== undefined;
    this.#options = options;
    this.#guard = new FileGuard(file, markFile(writeConnection, file));
    this.#timer = setInterval(() => this.#tick(), TICK).unref();
  }

  /** Synchronous, so that no other read runs in between. */
  async read<T>(steps: ReadSteps<T>): Promise<T> {
    this.#assertKept();
    try {
      return this.#reader.read(steps);
    } catch (error) {
      // Pages of another file look like damage.
      if (isUnavailable(error, 'damagedFile')) this.#assertUsable();
      throw error;
    }
  }

  transact<T>(steps: WriteSteps<T>, options?: WriteOptions): Promise<T> {
    return this.#writes.follow(this.#writer.transact(steps, options));
  }

  async readRaw(query: RawQuery): Promise<RawResult | null> {
    this.#assertUsable();
    return readRaw(this.#readConnection, query);
  }

  runInTransaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#writes.follow(this.#writer.runInTransaction(work));
  }

  runInSharedTransaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#writes.follow(this.#writer.runInSharedTransaction(work));
  }

  version(): number {
    this.#poll();
    return this.#changes.version;
  }

  onChange(listener: ChangeListener): () => void {
    return this.#changes.subscribe(listener);
  }

  /** Checks for commits of other programs. */
  #poll(): void {
    if (this.#lost) return;
    const foreign = this.#writer.foreignCommits();
    if (foreign === this.#foreignCommits) return;
    this.#foreignCommits = foreign;
    this.#hasTriggers = this.#triggers.get() !== undefined;
    this.#changes.emit(null);
  }

  stats(): DatabaseStats {
    const { transactions, statements } = this.#writer.stats;
    const here = this.#reader.stats;
    const inThreads = this.threads?.stats ?? { reads: 0, statements: 0 };
    const isolated = this.isolated?.stats ?? { reads: 0, statements: 0 };
    return {
      reads: here.reads + inThreads.reads + isolated.reads,
      readsInThreads: inThreads.reads,
      readsInProcesses: isolated.reads,
      writes: this.#writes.ended,
      waiting: this.#writes.waiting,
      transactions,
      statements: statements + here.statements + inThreads.statements + isolated.statements,
      servers: [],
    };
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  /** @throws UnavailableError if the file is no longer the one that was opened */
  #assertUsable(): void {
    this.#checkFile();
    this.#assertKept();
  }

  #assertKept(): void {
    if (!this.#lost) return;
    throw new UnavailableError('unreachable', { cause: new Error(this.#lost.message) });
  }

  #tick(): void {
    const work = (): void => {
      this.#assertUsable();
      this.#log.tick();
    };
    // The next write reports a failure.
    this.#writer.between(work).catch(() => undefined);
  }

  /** Checks whether the file is still the one that was opened. */
  #checkFile(): void {
    const loss = this.#lost ? null : this.#guard.findLoss();
    if (loss) this.#handleLoss(loss);
  }

  /** Closes the connections at once, so that nothing is written to a file of another program. */
  #handleLoss(loss: FileLoss): void {
    const { file, log } = this.#options;
    this.#lost = { loss, message: describeLoss(file, loss) };
    log.warn(this.#lost.message);
    this.#changes.emit(null);
    if (loss === 'overwritten') this.#guard.discardLog();
    this.close().catch(() => undefined);
  }

  async #close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writer.drain();
    await this.#writer.between(() => this.#checkFile());
    await this.threads?.close();
    await this.isolated?.close();
    // The last connection deletes the log by name. A log of another program must be kept.
    if (this.#lost && !this.#guard.ownsLog) return;
    const close = (): Promise<void> => this.#closeConnections();
    await (this.#lost ? close() : this.#options.closeInTurn(close));
  }

  async #closeConnections(): Promise<void> {
    try {
      // From now on a copy of the file alone is complete, even if another program has it open. SQLite does not remove
      // the log of a moved file, and would apply it to another file with the same name.
      if (this.#lost?.loss !== 'overwritten') this.#log.truncate();
    } finally {
      await this.#writer.close();
      this.#reader.close();
      this.#guard.close();
    }
  }
}
