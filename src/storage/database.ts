// In charge of the port between the engine and a database driver: statements, rows, snapshots and transactions.
// Drivers live in storage/<database>/; nobody else may import one.
import type { Cancellation } from './cancellation.ts';
import type { ChangeListener } from './change-feed.ts';
import type { Dialect } from './dialect.ts';
import type { DatabaseFigures } from './figures.ts';
import type { IsolatedReads } from './isolated-reads.ts';
import type { ReadingThreads } from './reading-threads.ts';
import type {
  InteractiveWriting,
  RawQuery,
  RawResult,
  Reading,
  Session,
  Writing,
} from './session.ts';

export type { ChangedTables, ChangeListener } from './change-feed.ts';
export type {
  InteractiveWriting,
  Query,
  RawQuery,
  RawResult,
  Reading,
  Row,
  Session,
  SqlValue,
  Writing,
} from './session.ts';

/** An open database in which writings can wait: while they do, what the code that they wait for asks is part of them. */
export interface InteractiveDatabase extends Database {
  /**
   * Runs a writing that may wait, in a transaction of its own; inside of another one, in that one. Other writings queue
   * behind it, reads from elsewhere see what is committed. Otherwise as `transact`.
   * @throws PauseTimeoutError
   */
  interact<T>(writing: InteractiveWriting<T>): Promise<T>;
  /** Calls back at once; inside of an interactive transaction when that is committed, and never if it is undone. */
  afterCommit(work: () => Promise<void>): Promise<void>;
  readonly isInteractive: boolean;
  /**
   * Runs a statement of a program: one that may write in a transaction of its own, and inside of an interactive transaction
   * in that. @throws whatever the driver throws
   */
  raw(query: RawQuery): Promise<RawResult>;
}

/** How a reading is run where it does not run at once. */
export interface ReadOptions {
  /** Ends it early. */
  readonly cancellation?: Cancellation | undefined;
  /** True if it may be slow: it leaves connections to others. */
  readonly isSlow?: boolean;
}

/** An open database. */
export interface Database {
  readonly dialect: Dialect;
  /**
   * Runs a reading against one consistent snapshot.
   * @throws CanceledError, ReadTimeoutError, whatever a statement or the reading throws
   */
  read<T>(reading: Reading<T>, options?: ReadOptions): Promise<T>;
  /** Where long reads run beside everything else; absent: there is no such place. */
  readonly threads?: ReadingThreads | undefined;
  /** Where reads run that may take too long to wait for; absent: they run like all others. */
  readonly isolated?: IsolatedReads | undefined;
  /** True for code that a writing waits for: its reads see rows that are not committed. */
  readonly isInteractive?: boolean | undefined;
  /**
   * Runs a writing: durable when the promise resolves, undone, and nothing else, when it rejects. Writings that wait at
   * the same time may share a transaction.
   */
  transact<T>(writing: Writing<T>): Promise<T>;
  /** Runs work in one transaction of its own, for what a start does: durable when the promise resolves, undone when it rejects. */
  write<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /**
   * Runs a statement of a program beside all transactions. @returns null if it may write. @throws whatever the driver throws
   */
  readRaw?(query: RawQuery): Promise<RawResult | null>;
  /**
   * A number that changes whenever anyone commits a change that a read would see: rows that were read under
   * one version may be reused while it stands. Looks whether other programs have committed, and tells those who listen.
   */
  version(): number;
  /** True while a commit of ours is under way that nobody was told of: what is read may have seen it, or not. */
  readonly isCommitting: boolean;
  /**
   * Tells of commits: of ours before the writing resolves, of those of other programs when the version is looked at.
   * @returns what ends it
   */
  onChange(listener: ChangeListener): () => void;
  /** What it was asked for since it was opened. */
  figures(): DatabaseFigures;
  close(): Promise<void>;
}
