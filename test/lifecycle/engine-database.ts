// Database of the engine: in memory on SQLite, and on the server on PostgreSQL.
import BetterSqlite from 'better-sqlite3';
import { ChangeFeed } from '../../src/storage/commits/change-feed.ts';
import type { Database } from '../../src/storage/database.ts';
import type { Layout } from '../../src/storage/layout/layout.ts';
import { runSteps, type Row } from '../../src/storage/session.ts';
import { sqliteDialect } from '../../src/storage/sqlite/dialect.ts';
import { Statements } from '../../src/storage/sqlite/statements.ts';
import { SqliteWriter } from '../../src/storage/sqlite/writer.ts';
import { builtInTemplate } from '../support/layout-template.ts';
import { findDangling } from '../support/orphans.ts';
import { makeDatabase, onClient } from '../support/test-database.ts';

/** A database, and queries of its rows. */
export interface EngineDatabase extends AsyncDisposable {
  readonly database: Database;
  /** The rows of a statement that names no column twice. */
  rows(sql: string): Promise<readonly Row[]>;
  script(sql: string): Promise<void>;
  /** Dangling foreign keys. */
  dangling(layout: Layout): Promise<readonly unknown[]>;
}

/** Opens a database without documents; the caller disposes of it. */
export function openEngineDatabase(): Promise<EngineDatabase> {
  return onClient({ sqlite: openInMemory, postgres: openOnServer })();
}

async function openOnServer(): Promise<EngineDatabase> {
  const made = await makeDatabase(builtInTemplate);
  return {
    database: await made.open(),
    rows: async (sql) => (await made.sql(sql)).map((row) => Object.values(row)),
    script: (sql) => made.script(sql),
    dangling: (layout) => findDangling(made, made.config, { layout }),
    [Symbol.asyncDispose]: () => made[Symbol.asyncDispose](),
  };
}

async function openInMemory(): Promise<EngineDatabase> {
  const connection = new BetterSqlite(':memory:');
  connection.pragma('foreign_keys = ON');
  const prepared = new Map<string, BetterSqlite.Statement>();
  const prepare = (sql: string): BetterSqlite.Statement => {
    const statement = prepared.get(sql) ?? connection.prepare(sql).raw();
    prepared.set(sql, statement);
    return statement;
  };
  const database = inMemory(connection);
  return {
    database,
    rows: async (sql) => prepare(sql).all() as readonly Row[],
    script: async (sql) => {
      connection.exec(sql);
    },
    dangling: async () => connection.pragma('foreign_key_check') as readonly unknown[],
    [Symbol.asyncDispose]: () => database.close(),
  };
}

/** One connection for all. */
function inMemory(connection: BetterSqlite.Database): Database {
  const statements = new Statements(connection);
  const changes = new ChangeFeed();
  const committed = (): void => changes.emit(null);
  const writer = new SqliteWriter(connection, { busyTimeout: 0, committed });
  return {
    dialect: sqliteDialect,
    read: async (steps) => runSteps(steps, (query) => statements.rows(query)),
    transact: (steps) => writer.transact(steps),
    runInTransaction: (work) => writer.runInTransaction(work),
    version: () => changes.version,
    isCommitting: false,
    onChange: (listener) => changes.subscribe(listener),
    stats: () => ({
      reads: 0,
      readsInThreads: 0,
      readsInProcesses: 0,
      writes: 0,
      waiting: 0,
      servers: [],
      ...writer.stats,
    }),
    close: async () => {
      await writer.close();
      connection.close();
    },
  };
}
