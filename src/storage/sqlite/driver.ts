// In charge of SQLite: one connection that reads and one that writes, both durable, checked and waiting for locks.
import BetterSqlite from 'better-sqlite3';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { LruMap } from '../../base/lru-map.ts';
import type { Database, Query, Reading, Row, Session } from '../database.ts';
import { sqliteDialect } from './dialect.ts';

/** How long a connection waits for a lock held by another program, in milliseconds. */
const BUSY_TIMEOUT = 5000;

/** Opens a database file, made with its folder when missing. */
export function openSqlite(file: string): Database {
  if (file !== ':memory:') mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  return new SqliteDatabase(connect(file), connect(file));
}

/**
 * WAL with `synchronous=FULL`: better-sqlite3 is built to lower it to NORMAL in WAL, which can lose the last
 * commits in a power cut.
 */
function connect(file: string): BetterSqlite.Database {
  const connection = new BetterSqlite(file, { timeout: BUSY_TIMEOUT });
  connection.pragma('journal_mode = WAL');
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  return connection;
}

class SqliteDatabase implements Database {
  readonly dialect = sqliteDialect;
  readonly #reader: BetterSqlite.Database;
  readonly #writer: SqliteSession;
  readonly #statements: Statements;
  readonly #begin: BetterSqlite.Statement;
  readonly #commit: BetterSqlite.Statement;
  readonly #version: BetterSqlite.Statement;
  #lastWrite: Promise<unknown> = Promise.resolve();

  constructor(reader: BetterSqlite.Database, writer: BetterSqlite.Database) {
    this.#reader = reader;
    this.#writer = new SqliteSession(writer);
    this.#statements = new Statements(reader);
    this.#begin = reader.prepare('BEGIN');
    this.#commit = reader.prepare('COMMIT');
    this.#version = reader.prepare('PRAGMA data_version').pluck();
  }

  /** Synchronous from first to last statement, so that no other read comes between. */
  async read<T>(reading: Reading<T>): Promise<T> {
    this.#begin.run();
    try {
      let step = reading.next();
      while (!step.done)
        step = reading.next(step.value.map((query) => this.#statements.rows(query)));
      return step.value;
    } finally {
      this.#commit.run();
    }
  }

  /** One transaction at a time: the next one begins when the one before has ended. */
  write<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const result = this.#lastWrite.then(() => this.#writer.transaction(work));
    this.#lastWrite = result.catch(() => undefined);
    return result;
  }

  /** `PRAGMA data_version` of the reading connection moves with every commit of any other connection, ours included. */
  version(): number {
    return this.#version.get() as number;
  }

  async close(): Promise<void> {
    await this.#lastWrite;
    this.#reader.close();
    this.#writer.close();
  }
}

class SqliteSession implements Session {
  readonly #connection: BetterSqlite.Database;
  readonly #statements: Statements;

  constructor(connection: BetterSqlite.Database) {
    this.#connection = connection;
    this.#statements = new Statements(connection);
  }

  async transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    this.#connection.exec('BEGIN IMMEDIATE');
    try {
      const result = await work(this);
      this.#connection.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK');
      throw error;
    }
  }

  async rows(query: Query): Promise<readonly Row[]> {
    return this.#statements.rows(query);
  }

  async run({ sql, values }: Query): Promise<void> {
    this.#statements.get(sql).run(...values);
  }

  async script(sql: string): Promise<void> {
    this.#connection.exec(sql);
  }

  close(): void {
    this.#connection.close();
  }
}

/** How many prepared statements a connection keeps. */
const KEPT_STATEMENTS = 500;

/** The prepared statements of one connection, by their text. */
class Statements {
  readonly #connection: BetterSqlite.Database;
  readonly #kept = new LruMap<string, BetterSqlite.Statement>(KEPT_STATEMENTS);

  constructor(connection: BetterSqlite.Database) {
    this.#connection = connection;
  }

  get(sql: string): BetterSqlite.Statement {
    return this.#kept.get(sql) ?? this.#kept.keep(sql, this.#prepare(sql));
  }

  rows({ sql, values }: Query): readonly Row[] {
    return this.get(sql).all(...values) as Row[];
  }

  #prepare(sql: string): BetterSqlite.Statement {
    const statement = this.#connection.prepare(sql);
    return statement.reader ? statement.raw() : statement;
  }
}
