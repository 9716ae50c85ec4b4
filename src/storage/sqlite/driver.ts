// In charge of SQLite: one connection that reads, one that writes, and threads that read beside them.
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import { ChangeFeed, type ChangeListener } from '../change-feed.ts';
import type { Database, Reading, Session, Writing } from '../database.ts';
import { WriteCount, type DatabaseFigures } from '../figures.ts';
import { SEARCH_INDEX } from '../names.ts';
import type { WrittenTables } from '../written-tables.ts';
import { connect, PATIENCE } from './connect.ts';
import type { SqliteConnection, SqliteStatement } from './connection.ts';
import { sqliteDialect } from './dialect.ts';
import type { ThreadData } from './reader-thread.ts';
import { ReaderThreads, type ReaderThreadsOptions } from './reader-threads.ts';
import { SqliteReader } from './reader.ts';
import { SqliteWriter } from './writer.ts';

/** What a database may be opened with. */
export interface SqliteOptions {
  /** How long to wait for a lock held by another program, in milliseconds. */
  readonly patience?: number;
  /** Threads that read; absent: there are none. */
  readonly threads?: Omit<ReaderThreadsOptions, 'start'> & {
    readonly start: (data: ThreadData) => Worker;
  };
}

/**
 * Opens a database file, made with its folder when missing.
 * @throws Error where the file is no database, or cannot be opened or written
 */
export function openSqlite(
  file: string,
  { patience = PATIENCE, threads }: SqliteOptions = {},
): Database {
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  // SQLite opens a file that it may only read, and refuses the first write.
  if (existsSync(file)) accessSync(file, constants.W_OK);
  const connections = {
    reading: connect(file, patience),
    writing: connect(file, patience),
    threads:
      threads && new ReaderThreads({ ...threads, start: () => threads.start({ file, patience }) }),
  };
  return new SqliteDatabase(connections, patience);
}

interface Connections {
  readonly reading: SqliteConnection;
  readonly writing: SqliteConnection;
  readonly threads: ReaderThreads | undefined;
}

class SqliteDatabase implements Database {
  readonly dialect = sqliteDialect;
  /** One call. A thread may read meanwhile, and is heard after it. */
  readonly isCommitting = false;
  readonly threads: ReaderThreads | undefined;
  readonly #reader: SqliteReader;
  readonly #writer: SqliteWriter;
  readonly #triggers: SqliteStatement;
  readonly #changes = new ChangeFeed();
  readonly #writes = new WriteCount();
  #foreignCommits: number;
  /** Triggers of other programs write to tables that no statement of ours names; ours only to an index of texts. */
  #hasTriggers: boolean;

  constructor({ reading, writing, threads }: Connections, patience: number) {
    const committed = ({ changed, tallies }: WrittenTables): void => {
      this.#look();
      this.#changes.tell(this.#hasTriggers ? null : changed, tallies);
    };
    this.threads = threads;
    this.#reader = new SqliteReader(reading);
    this.#writer = new SqliteWriter(writing, { patience, committed });
    this.#triggers = reading
      .prepare(
        `SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND name NOT GLOB '${SEARCH_INDEX}_*'`,
      )
      .raw();
    this.#foreignCommits = this.#writer.foreignCommits();
    this.#hasTriggers = this.#triggers.get() !== undefined;
  }

  /** Synchronous from first to last statement, so that no other read comes between. */
  async read<T>(reading: Reading<T>): Promise<T> {
    return this.#reader.read(reading);
  }

  transact<T>(writing: Writing<T>): Promise<T> {
    return this.#writes.follow(this.#writer.transact(writing));
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
    return {
      reads: here.reads + inThreads.reads,
      readsInThreads: inThreads.reads,
      writes: this.#writes.ended,
      waiting: this.#writes.waiting,
      transactions,
      statements: statements + here.statements + inThreads.statements,
      servers: [],
    };
  }

  async close(): Promise<void> {
    await this.#writer.close();
    await this.threads?.close();
    this.#reader.close();
  }
}
