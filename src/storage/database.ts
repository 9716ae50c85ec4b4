// Port between the engine and a database driver: statements, rows, snapshots and transactions. Drivers are in
// storage/<database>/; no other module imports one.
import type { Cancellation } from './cancellation.ts';
import type { ChangeListener } from './commits/change-feed.ts';
import type { Dialect } from './dialect.ts';
import type { DatabaseStats } from './stats.ts';
import type { IsolatedReads, ThreadedReads } from './background-reads.ts';
import type {
  InteractiveWriteSteps,
  RawQuery,
  RawResult,
  ReadSteps,
  Session,
  WriteSteps,
} from './session.ts';

/**
 * An open database with interactive writes: while such a write waits for code, the statements of that code are part
 * of its transaction.
 */
export interface InteractiveDatabase extends Database {
  /**
   * Runs a write that may wait, in its own transaction, or in the current one if there is one. Other writes queue
   * behind it; other reads see committed rows only. Otherwise as `transact`.
   * @throws TransactionError (pauseTimeout)
   */
  transactInteractively<T>(
    steps: InteractiveWriteSteps<T>,
    options?: InteractiveWriteOptions,
  ): Promise<T>;
  /**
   * Runs the work at once, or after the commit of the current interactive transaction; never if that is rolled back.
   * All work of a transaction runs, in order; then `transactInteractively` rejects with the first error, although the
   * write is committed.
   */
  afterCommit(work: () => Promise<void>): Promise<void>;
  /** Runs the work after the current interactive transaction, or the write in it, is rolled back; never without one. */
  afterRollback(work: () => Promise<void>): void;
  readonly isInteractive: boolean;
  /** Number of writes, and of statements of programs, that have joined interactive transactions. */
  readonly joinedWrites: number;
  /** True in the code of an interactive write that has joined the transaction of another, which cannot end before it. */
  readonly isNested: boolean;
  /**
   * Runs a statement of a program: one that may write in its own transaction, and inside of an interactive transaction
   * in that. @throws errors of the driver
   */
  runRaw(query: RawQuery): Promise<RawResult>;
}

export interface InteractiveWriteOptions {
  /** True for a write that may take long or change many rows: others do not share its transaction. */
  readonly isLong?: boolean;
  /** Runs after the commit, and after what the write itself passes to `afterCommit`, even if that fails. */
  readonly afterCommit?: () => Promise<void>;
}

export interface WriteOptions {
  /**
   * When its request began to wait for the database, by `performance.now()`: all waits of a request count together.
   * Default: now
   */
  readonly since?: number | undefined;
}

export interface ReadOptions extends WriteOptions {
  /** Cancels the read. */
  readonly cancellation?: Cancellation | undefined;
  /** True if it may be slow; then it leaves connections to others. */
  readonly isSlow?: boolean;
}

/** An open database. */
export interface Database {
  readonly dialect: Dialect;
  /**
   * Runs a read in a consistent snapshot.
   * @throws UnavailableError (canceled, readTimeout), errors of statements and of the read
   */
  read<T>(steps: ReadSteps<T>, options?: ReadOptions): Promise<T>;
  /** Threads for long reads; undefined if there are none. */
  readonly threads?: ThreadedReads | undefined;
  /** Processes for reads with a deadline; undefined if there are none. */
  readonly isolated?: IsolatedReads | undefined;
  /** True for code inside an interactive transaction, whose reads see uncommitted rows. */
  readonly isInteractive?: boolean | undefined;
  /**
   * Runs a write: durable when the promise resolves, rolled back alone when it rejects. Concurrent writes may share a
   * transaction.
   */
  transact<T>(steps: WriteSteps<T>, options?: WriteOptions): Promise<T>;
  /** Runs work in its own transaction, for migrations: durable when the promise resolves, rolled back when it rejects. */
  runInTransaction<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /**
   * As `runInTransaction`, for work that waits for code: concurrent work may share a transaction. Default:
   * `runInTransaction`.
   */
  runInSharedTransaction?<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /**
   * Runs a statement of a program outside of transactions. @returns null if it may write. @throws errors of the driver
   */
  readRaw?(query: RawQuery): Promise<RawResult | null>;
  /**
   * A number that changes whenever anyone commits a change that a read would see: rows may be reused while it is
   * unchanged. Checks for commits of other programs and notifies subscribers.
   */
  version(): number;
  /**
   * True while a commit of this process is in progress that subscribers do not know yet; a read may or may not see
   * it.
   */
  readonly isCommitting: boolean;
  /**
   * Subscribes to commits: this process's own before the write resolves, those of other programs when the version is
   * checked.
   * @returns a function that unsubscribes
   */
  onChange(listener: ChangeListener): () => void;
  /** Discards prepared statements after a change of column types; undefined if they remain valid. */
  forgetStatements?(): void;
  /** Statistics since the database was opened. */
  stats(): DatabaseStats;
  close(): Promise<void>;
}
