// In charge of the port between the engine and a database driver: statements, rows, snapshots and transactions.
// Drivers live in storage/<database>/; nobody else may import one.
import type { Cancellation } from './cancellation.ts';
import type { ChangeListener } from './change-feed.ts';
import type { Dialect } from './dialect.ts';
import type { DatabaseFigures } from './figures.ts';
import type { IsolatedReads } from './isolated-reads.ts';
import type { ReadingThreads } from './reading-threads.ts';
import type { Reading, Session, Writing } from './session.ts';

export type { ChangedTables, ChangeListener } from './change-feed.ts';
export type { Query, Reading, Row, Session, SqlValue, Writing } from './session.ts';

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
  /**
   * Runs a writing: durable when the promise resolves, undone, and nothing else, when it rejects. Writings that wait at
   * the same time may share a transaction.
   */
  transact<T>(writing: Writing<T>): Promise<T>;
  /** Runs work in one transaction of its own, for what a start does: durable when the promise resolves, undone when it rejects. */
  write<T>(work: (session: Session) => Promise<T>): Promise<T>;
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
