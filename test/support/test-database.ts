// Databases for one test on the client of the vitest project (`client` in vitest.config.ts), with access like that of
// another program.
import BetterSqlite from 'better-sqlite3';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { inject } from 'vitest';
import { openDatabase } from '../../src/app/database.ts';
import type {
  DatabaseConfig,
  PostgresConfig,
  SqliteConfig,
} from '../../src/project/database-config.ts';
import type { Database } from '../../src/storage/database.ts';
import type { SqlValue } from '../../src/storage/session.ts';
import { driverSettings } from '../../src/storage/postgres/connection.ts';
import { toWallClock } from '../../src/storage/postgres/wall-clock.ts';
import { makePostgresDatabase, makePostgresTemplate } from './postgres-database.ts';

/** A row by column. Booleans are 0 and 1, moments milliseconds since 1970, and JSON its text, on either database. */
export type SqlRow = Readonly<Record<string, unknown>>;

/** The connection of another program, which does not enforce foreign keys. */
export interface OtherProgram {
  /** The rows of one statement. @param values Of `$1`, `$2` and so on */
  sql(text: string, values?: readonly SqlValue[]): Promise<readonly SqlRow[]>;
  /** Runs statements one after another. @param keys True: with foreign keys enforced */
  script(text: string, keys?: boolean): Promise<void>;
  close(): Promise<void>;
}

/** A database of a test's own. The caller disposes of it after everything else opened on it is closed. */
export interface TestDatabase extends AsyncDisposable, Omit<OtherProgram, 'close'> {
  readonly config: DatabaseConfig;
  /** Opens it as a start does; it is closed when the test database is disposed of. */
  open(): Promise<Database>;
}

/** A database that others are made as copies of. */
export interface Template {
  /** What is in it: equal keys, equal databases. */
  readonly key: string;
  /** What it is a copy of itself; default: an empty database. */
  readonly base?: Template;
  /** Fills a copy of the base, and leaves no connection open. */
  fill(config: DatabaseConfig): Promise<void>;
}

/** The database that this test is run on. */
export function testClient(): DatabaseConfig['client'] {
  return inject('client') ?? 'sqlite';
}

/** What is so on the database that this test is run on. */
export function onClient<T>(by: Readonly<Record<DatabaseConfig['client'], T>>): T {
  return by[testClient()];
}

/** A moment in milliseconds since 1970, as a script writes it into a column. */
export function sqlMoment(time: number): string {
  return onClient({ sqlite: String(time), postgres: `'${toWallClock(time)}'` });
}

/** Makes a database: empty, or a copy of a template, which is filled once in a test run (on SQLite: in a test file). */
export async function makeDatabase(template?: Template): Promise<TestDatabase> {
  const { config, drop } = await onClient({ sqlite: makeFile, postgres: makeOnServer })(template);
  let other: OtherProgram | null = null;
  const meddle = async (): Promise<OtherProgram> => (other ??= await connect(config));
  const opened: Database[] = [];
  return {
    config,
    open: async () => {
      const database = await openDatabase(config);
      opened.push(database);
      return database;
    },
    sql: async (text, values) => (await meddle()).sql(text, values),
    script: async (text, keys) => (await meddle()).script(text, keys),
    [Symbol.asyncDispose]: async () => {
      for (const database of opened) await database.close();
      await other?.close();
      await drop();
    },
  };
}

/** Connects to a database as another program. The caller closes it. */
export async function connect(config: DatabaseConfig): Promise<OtherProgram> {
  return config.client === 'sqlite' ? connectToFile(config) : await connectToServer(config);
}

function connectToFile({ file }: SqliteConfig): OtherProgram {
  const connection = new BetterSqlite(file);
  connection.pragma('foreign_keys = OFF');
  return {
    sql: async (text, values = []) => {
      const statement = connection.prepare<[object], SqlRow>(text);
      const bound = Object.fromEntries(values.map((value, i) => [String(i + 1), value]));
      if (statement.reader) return statement.all(bound);
      statement.run(bound);
      return [];
    },
    script: async (text, keys = false) => {
      connection.pragma(`foreign_keys = ${keys}`);
      connection.exec(text);
      connection.pragma('foreign_keys = OFF');
    },
    close: async () => {
      connection.close();
    },
  };
}

async function connectToServer(config: PostgresConfig): Promise<OtherProgram> {
  const connection = new Client({ ...config, ...driverSettings, ssl: false });
  await connection.connect();
  await connection.query(
    `SET search_path = "${config.schema}"; SET session_replication_role = replica`,
  );
  return {
    sql: async (text, values = []) => (await connection.query<SqlRow>(text, [...values])).rows,
    script: async (text, keys = false) => {
      await connection.query(`SET session_replication_role = ${keys ? 'origin' : 'replica'}`);
      await connection.query(text);
      await connection.query('SET session_replication_role = replica');
    },
    close: () => connection.end(),
  };
}

interface Made {
  readonly config: DatabaseConfig;
  drop(): Promise<void>;
}

const filled = new Map<string, Promise<Buffer>>();

async function makeFile(template?: Template): Promise<Made> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'quoin-database-')));
  const config: SqliteConfig = { client: 'sqlite', file: path.join(folder, 'data.db') };
  const drop = async (): Promise<void> => rmSync(folder, { recursive: true, force: true });
  if (template) writeFileSync(config.file, await filledFile(template));
  return { config, drop };
}

function filledFile(template: Template): Promise<Buffer> {
  const known = filled.get(template.key) ?? fillFile(template);
  filled.set(template.key, known);
  return known;
}

async function fillFile({ base, fill }: Template): Promise<Buffer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'quoin-template-'));
  try {
    const file = path.join(folder, 'data.db');
    if (base) writeFileSync(file, await filledFile(base));
    await fill({ client: 'sqlite', file });
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function makeOnServer(template?: Template): Promise<Made> {
  return makePostgresDatabase(template && (await makePostgresTemplate(template)));
}
