// In charge of SQLite: one connection that reads and one that writes, both durable and checked.
import BetterSqlite from 'better-sqlite3';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { ChangeFeed, type ChangeListener } from '../change-feed.ts';
import type { Database, Reading, Session, Writing } from '../database.ts';
import { WriteCount, type DatabaseFigures } from '../figures.ts';
import { SEARCH_INDEX } from '../names.ts';
import { runReading } from '../session.ts';
import type { WrittenTables } from '../written-tables.ts';
import { sqliteDialect } from './dialect.ts';
import { Statements } from './statements.ts';
import { SqliteWriter } from './writer.ts';

/** How long to wait for a lock held by another program, in milliseconds. */
const PATIENCE = 5000;

/** Pages that a connection keeps in memory, in KiB; SQLite's own 2,000 are read again and again by lists of a large table. */
const CACHE = 32_000;

/**
 * Opens a database file, made with its folder when missing.
 * @param patience How long to wait for a lock held by another program, in milliseconds
 * @throws SqliteError where the file is no database or cannot be opened
 */
export function openSqlite(file: string, patience: number = PATIENCE): Database {
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  return new SqliteDatabase(connect(file, patience), connect(file, patience), patience);
}

/**
 * WAL with `synchronous=FULL`: better-sqlite3 is built to lower it to NORMAL in WAL, which can lose the last
 * commits in a power cut.
 */
function connect(file: string, timeout: number): BetterSqlite.Database {
  const connection = new BetterSqlite(file, { timeout });
  connection.pragma('journal_mode = WAL');
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  connection.pragma(`cache_size = -${CACHE}`);
  return connection;
}

class SqliteDatabase implements Database {
  readonly dialect = sqliteDialect;
  /** One call, in which nobody reads. */
  readonly isCommitting = false;
  readonly #reader: BetterSqlite.Database;
  readonly #writer: SqliteWriter;
  readonly #statements: Statements;
  readonly #begin: BetterSqlite.Statement;
  readonly #commit: BetterSqlite.Statement;
  readonly #triggers: BetterSqlite.Statement;
  readonly #changes = new ChangeFeed();
  readonly #writes = new WriteCount();
  #reads = 0;
  #foreignCommits: number;
  /** Triggers of other programs write to tables that no statement of ours names; ours only to an index of texts. */
  #hasTriggers: boolean;

  constructor(reader: BetterSqlite.Database, writing: BetterSqlite.Database, patience: number) {
    const committed = ({ changed, tallies }: WrittenTables): void => {
      this.#look();
      this.#changes.tell(this.#hasTriggers ? null : changed, tallies);
    };
    this.#reader = reader;
    this.#writer = new SqliteWriter(writing, { patience, committed });
    this.#statements = new Statements(reader);
    this.#begin = reader.prepare('BEGIN');
    this.#commit = reader.prepare('COMMIT');
    this.#triggers = reader
      .prepare(
        `SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND name NOT GLOB '${SEARCH_INDEX}_*'`,
      )
      .pluck();
    this.#foreignCommits = this.#writer.foreignCommits();
    this.#hasTriggers = this.#triggers.get() !== 0;
  }

  /** Synchronous from first to last statement, so that no other read comes between. */
  async read<T>(reading: Reading<T>): Promise<T> {
    this.#reads += 1;
    this.#begin.run();
    try {
      return runReading(reading, (query) => this.#statements.rows(query));
    } finally {
      // Some errors end the transaction by themselves.
      if (this.#reader.inTransaction) this.#commit.run();
    }
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
    this.#hasTriggers = this.#triggers.get() !== 0;
    this.#changes.tell(null);
  }

  figures(): DatabaseFigures {
    const { transactions, statements } = this.#writer.figures;
    return {
      reads: this.#reads,
      writes: this.#writes.ended,
      waiting: this.#writes.waiting,
      transactions,
      statements: statements + this.#statements.count,
      servers: [],
    };
  }

  async close(): Promise<void> {
    await this.#writer.close();
    this.#reader.close();
  }
}
