// In charge of SQLite: one connection that reads and one that writes, both durable and checked.
import BetterSqlite from 'better-sqlite3';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Database, Reading, Session, Writing } from '../database.ts';
import { runReading } from '../session.ts';
import { sqliteDialect } from './dialect.ts';
import { Statements } from './statements.ts';
import { SqliteWriter } from './writer.ts';

/** How long to wait for a lock held by another program, in milliseconds. */
const PATIENCE = 5000;

/**
 * Opens a database file, made with its folder when missing.
 * @param patience How long to wait for a lock held by another program, in milliseconds
 * @throws SqliteError where the file is no database or cannot be opened
 */
export function openSqlite(file: string, patience: number = PATIENCE): Database {
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  const reader = connect(file, patience);
  return new SqliteDatabase(reader, new SqliteWriter(connect(file, patience), patience));
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
  return connection;
}

class SqliteDatabase implements Database {
  readonly dialect = sqliteDialect;
  readonly #reader: BetterSqlite.Database;
  readonly #writer: SqliteWriter;
  readonly #statements: Statements;
  readonly #begin: BetterSqlite.Statement;
  readonly #commit: BetterSqlite.Statement;
  readonly #version: BetterSqlite.Statement;

  constructor(reader: BetterSqlite.Database, writer: SqliteWriter) {
    this.#reader = reader;
    this.#writer = writer;
    this.#statements = new Statements(reader);
    this.#begin = reader.prepare('BEGIN');
    this.#commit = reader.prepare('COMMIT');
    this.#version = reader.prepare('PRAGMA data_version').pluck();
  }

  /** Synchronous from first to last statement, so that no other read comes between. */
  async read<T>(reading: Reading<T>): Promise<T> {
    this.#begin.run();
    try {
      return runReading(reading, (query) => this.#statements.rows(query));
    } finally {
      // Some errors end the transaction by themselves.
      if (this.#reader.inTransaction) this.#commit.run();
    }
  }

  transact<T>(writing: Writing<T>): Promise<T> {
    return this.#writer.transact(writing);
  }

  write<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#writer.write(work);
  }

  /** `PRAGMA data_version` of the reading connection moves with every commit of any other connection, ours included. */
  version(): number {
    return this.#version.get() as number;
  }

  async close(): Promise<void> {
    await this.#writer.close();
    this.#reader.close();
  }
}
