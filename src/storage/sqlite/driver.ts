// In charge of SQLite: one connection that reads, one that writes, and threads that read beside them.
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import { UNBOUNDED, type QueueLimits } from '../../base/bounded-queue.ts';
import { ChangeFeed, type ChangeListener } from '../change-feed.ts';
import type { Database, RawQuery, RawResult, Reading, Session, Writing } from '../database.ts';
import { WriteCount, type DatabaseFigures } from '../figures.ts';
import { SEARCH_INDEX } from '../names.ts';
import { UnavailableError } from '../unavailable-error.ts';
import type { WrittenTables } from '../written-tables.ts';
import { connect, PATIENCE } from './connect.ts';
import { SqliteCosts } from './cost/sqlite-costs.ts';
import type { SqliteConnection, SqliteStatement } from './connection.ts';
import { sqliteDialect } from './dialect.ts';
import { DamagedFileError } from './failures.ts';
import { FileGuard, type FileLoss } from './file-guard.ts';
import { LostFileError } from './lost-file.ts';
import type { ProcessData } from './reader-process.ts';
import { ReaderProcesses, type ReaderProcessesOptions } from './reader-processes.ts';
import type { ThreadData } from './reader-thread.ts';
import { ReaderThreads, type ReaderThreadsOptions } from './reader-threads.ts';
import { readRaw } from './raw-statement.ts';
import { SqliteReader } from './reader.ts';
import { WriteAheadLog } from './wal.ts';
import { SqliteWriter } from './writer.ts';

/** What a database may be opened with. */
export interface SqliteOptions {
  /** How long to wait for a lock held by another program, in milliseconds. */
  readonly patience?: number;
  /** How many writings may wait, and for how long; the same for reads in threads. Default: no limit */
  readonly queue?: QueueLimits;
  /** Called once with a line for the log if the file is replaced or removed. */
  readonly warn?: (line: string) => void;
  /** Threads that read; absent: there are none. */
  readonly threads?: Omit<ReaderThreadsOptions, 'start' | 'queue'> & {
    readonly start: (data: ThreadData) => Worker;
  };
  /** Processes for reads that may take too long to wait for; absent: all reads run in this process. */
  readonly processes?: Omit<ReaderProcessesOptions, 'start'> & {
    readonly start: (data: ProcessData) => ChildProcess;
  };
}

/**
 * Opens a database file, made with its folder when missing.
 * @throws Error where the file is no database, or cannot be opened or written
 */
export function openSqlite(
  file: string,
  {
    patience = PATIENCE,
    queue = UNBOUNDED,
    warn = () => undefined,
    threads,
    processes,
  }: SqliteOptions = {},
): Database {
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  // SQLite opens a file that it may only read, and refuses the first write.
  if (existsSync(file)) accessSync(file, constants.W_OK);
  const reading = connect(file, patience);
  const data = { file, patience };
  const connections = {
    reading,
    writing: connect(file, patience),
    threads: threads && new ReaderThreads({ ...threads, queue, start: () => threads.start(data) }),
    isolated:
      processes &&
      new ReaderProcesses(new SqliteCosts(reading), {
        ...processes,
        start: () => processes.start({ ...data, parent: process.pid }),
      }),
  };
  return new SqliteDatabase(connections, { file, patience, queue, warn });
}

/** How often the file and the log are looked at, in milliseconds. */
const TICK = 1000;

interface Connections {
  readonly reading: SqliteConnection;
  readonly writing: SqliteConnection;
  readonly threads: ReaderThreads | undefined;
  readonly isolated: ReaderProcesses | undefined;
}

interface DatabaseOptions extends Required<Omit<SqliteOptions, 'threads' | 'processes'>> {
  readonly file: string;
}

class SqliteDatabase implements Database {
  readonly dialect = sqliteDialect;
  /** One call. A thread may read meanwhile, and is heard after it. */
  readonly isCommitting = false;
  readonly threads: ReaderThreads | undefined;
  readonly isolated: ReaderProcesses | undefined;
  readonly #reading: SqliteConnection;
  readonly #reader: SqliteReader;
  readonly #writer: SqliteWriter;
  readonly #triggers: SqliteStatement;
  readonly #changes = new ChangeFeed();
  readonly #writes = new WriteCount();
  #foreignCommits: number;
  /** Triggers of other programs write to tables that no statement of ours names; ours only to an index of texts. */
  #hasTriggers: boolean;
  readonly #options: DatabaseOptions;
  readonly #guard: FileGuard;
  readonly #log: WriteAheadLog;
  readonly #timer: NodeJS.Timeout;
  #lost: LostFileError | null = null;
  #closing: Promise<void> | undefined;

  constructor({ reading, writing, threads, isolated }: Connections, options: DatabaseOptions) {
    const { file, patience, queue } = options;
    const committed = ({ changed, tallies }: WrittenTables): void => {
      this.#look();
      this.#changes.tell(this.#hasTriggers ? null : changed, tallies);
    };
    this.threads = threads;
    this.isolated = isolated;
    this.#reading = reading;
    this.#reader = new SqliteReader(reading);
    const prepare = async (): Promise<void> => {
      this.#assertUsable();
      await this.#log.beforeTransaction();
    };
    this.#log = new WriteAheadLog(writing, file, patience);
    this.#writer = new SqliteWriter(writing, { patience, queue, prepare, committed });
    this.#triggers = reading
      .prepare(
        `SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND name NOT GLOB '${SEARCH_INDEX}_*'`,
      )
      .raw();
    this.#foreignCommits = this.#writer.foreignCommits();
    this.#hasTriggers = this.#triggers.get() !== undefined;
    this.#options = options;
    this.#guard = new FileGuard(file);
    this.#timer = setInterval(() => this.#tick(), TICK).unref();
  }

  /** Synchronous from first to last statement, so that no other read comes between. */
  async read<T>(reading: Reading<T>): Promise<T> {
    if (this.#lost) throw new UnavailableError({ cause: this.#lost });
    try {
      return this.#reader.read(reading);
    } catch (error) {
      // Pages of another file look like damage.
      if (error instanceof DamagedFileError) this.#assertUsable();
      throw error;
    }
  }

  transact<T>(writing: Writing<T>): Promise<T> {
    return this.#writes.follow(this.#writer.transact(writing));
  }

  async readRaw(query: RawQuery): Promise<RawResult | null> {
    this.#assertUsable();
    return readRaw(this.#reading, query);
  }

  write<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#writes.follow(this.#writer.write(work));
  }

  version(): number {
    this.#look();
    return this.#changes.version;
  }

  onChange(listener: ChangeListener): () => void {
    return this.#changes.listen(listener);
  }

  /** Whether other programs have committed. */
  #look(): void {
    if (this.#lost) return;
    const foreign = this.#writer.foreignCommits();
    if (foreign === this.#foreignCommits) return;
    this.#foreignCommits = foreign;
    this.#hasTriggers = this.#triggers.get() !== undefined;
    this.#changes.tell(null);
  }

  figures(): DatabaseFigures {
    const { transactions, statements } = this.#writer.figures;
    const here = this.#reader.figures;
    const inThreads = this.threads?.figures ?? { reads: 0, statements: 0 };
    const isolated = this.isolated?.figures ?? { reads: 0, statements: 0 };
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
    this.#notice();
    if (this.#lost) throw new UnavailableError({ cause: this.#lost });
  }

  #tick(): void {
    const work = (): void => {
      this.#assertUsable();
      this.#log.tick();
    };
    // A failure is the matter of the next write.
    this.#writer.between(work).catch(() => undefined);
  }

  /** Looks whether the file is still the one that was opened. */
  #notice(): void {
    const loss = this.#lost ? null : this.#guard.findLoss();
    if (loss) this.#lose(loss);
  }

  /** Closes the connections at once: what they wrote must not end in a file that is not theirs. */
  #lose(loss: FileLoss): void {
    const { file, warn } = this.#options;
    this.#lost = new LostFileError(file, loss);
    warn(this.#lost.message);
    this.#changes.tell(null);
    if (loss === 'overwritten') this.#guard.discardLog();
    this.close().catch(() => undefined);
  }

  async #close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writer.between(() => this.#notice());
    await this.threads?.close();
    await this.isolated?.close();
    // The last connection removes the log by its name. If that log is another program's, it must stay.
    if (this.#lost && !this.#guard.ownsLog) return;
    try {
      // A copy of the file alone is complete from now on, also if another program has it open. SQLite itself leaves the
      // log of a file that was moved, and whoever opens another file of that name would apply it to that one.
      if (this.#lost?.loss !== 'overwritten') this.#log.truncate();
    } finally {
      await this.#writer.close();
      this.#reader.close();
      this.#guard.close();
    }
  }
}
