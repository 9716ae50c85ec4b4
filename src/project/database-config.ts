// In charge of the database setting: which one, and how to reach it. Without config/database the variables
// of Strapi's own template count, and an embedded SQLite file is the default.
import { resolve } from 'node:path';
import { toRecord, type RawRecord } from '../schema/raw.ts';
import type { ConfigReader } from './config-reader.ts';
import { createEnv, type Environment } from './env.ts';
import type { ProjectFolder } from './folder.ts';
import { parseReplicas, type PostgresServer } from './replicas-config.ts';

export interface SqliteConfig {
  readonly client: 'sqlite';
  /** Absolute path. */
  readonly file: string;
  /** How long a long read may take while a server runs, in milliseconds. */
  readonly readTimeout?: number;
}

export interface PostgresConfig extends PostgresServer {
  readonly client: 'postgres';
  readonly schema: string;
  readonly pool: { readonly min: number; readonly max: number };
  /** How long to wait for a connection, in milliseconds. */
  readonly acquireTimeout: number;
  /** How long one statement may take, in milliseconds. */
  readonly statementTimeout: number;
  /** How long one statement that reads may take while a server runs, in milliseconds. */
  readonly readTimeout?: number;
  /** Servers that are copies of it, which reads may go to; left out where there are none. */
  readonly replicas?: readonly PostgresServer[];
}

export type DatabaseConfig = SqliteConfig | PostgresConfig;

/** Less than proxies and browsers wait for an answer. */
const READ_TIMEOUT = 10_000;

const DEFAULT_FILE = '.tmp/data.db';

/** Notes an unknown client and goes on with SQLite, so that other mistakes are found in the same run. */
export function parseDatabase(
  reader: ConfigReader,
  folder: ProjectFolder,
  environment: Environment,
): DatabaseConfig {
  const fallback = Object.keys(reader.record('connection')).length === 0;
  const client = reader.text('connection.client', environment['DATABASE_CLIENT'] || 'sqlite');
  switch (client) {
    case 'sqlite':
    case 'better-sqlite3':
      return {
        client: 'sqlite',
        file: sqliteFile(reader, folder, environment),
        readTimeout: readTimeoutOf(reader),
      };
    case 'postgres':
    case 'postgresql':
    case 'pg':
      return postgres(reader, fallback ? environment : {});
    default:
      reader.note('connection.client', refusal(client));
      return { client: 'sqlite', file: resolve(folder.root, DEFAULT_FILE) };
  }
}

function readTimeoutOf(reader: ConfigReader): number {
  return reader.whole('connection.readTimeout', READ_TIMEOUT);
}

function refusal(client: string): string {
  return client.startsWith('mysql') || client === 'mariadb'
    ? 'MySQL and MariaDB are not supported. Move the data to PostgreSQL or SQLite (strapi export, then ' +
        'strapi import on the other database) and set the client to "postgres" or "sqlite".'
    : `Unknown database client "${client}". Use "sqlite" or "postgres".`;
}

// Strapi counts a relative path from where it is started, which is the project's folder.
function sqliteFile(reader: ConfigReader, folder: ProjectFolder, environment: Environment): string {
  const whole = reader.value('connection.connection');
  const path =
    typeof whole === 'string' ? 'connection.connection' : 'connection.connection.filename';
  const file = reader.text(path, environment['DATABASE_FILENAME']);
  if (file === ':memory:') {
    reader.note(
      path,
      `In-memory databases are not supported. Use a file, such as "${DEFAULT_FILE}".`,
    );
  }
  return resolve(folder.root, file || DEFAULT_FILE);
}

function postgres(reader: ConfigReader, environment: Environment): PostgresConfig {
  const env = createEnv(environment);
  const text = (key: string, fallback: unknown) =>
    reader.text(`connection.connection.${key}`, String(fallback));
  const url = reader.text('connection.connection.connectionString', environment['DATABASE_URL']);
  const server: PostgresServer = {
    ...(url ? { url } : {}),
    host: text('host', env('DATABASE_HOST', 'localhost')),
    port: reader.whole('connection.connection.port', Number(env.int('DATABASE_PORT', 5432)), 1),
    database: text('database', env('DATABASE_NAME', 'strapi')),
    user: text('user', env('DATABASE_USERNAME', 'strapi')),
    password: text('password', env('DATABASE_PASSWORD', '')),
    ssl: sslOf(reader, env.bool('DATABASE_SSL', false) === true),
  };
  const replicas = parseReplicas(reader, environment['DATABASE_REPLICAS'], server);
  return {
    client: 'postgres',
    ...server,
    ...(replicas.length > 0 ? { replicas } : {}),
    schema: text('schema', env('DATABASE_SCHEMA', 'public')),
    pool: {
      min: reader.whole('connection.pool.min', Number(env.int('DATABASE_POOL_MIN', 2))),
      max: reader.whole('connection.pool.max', Number(env.int('DATABASE_POOL_MAX', 10)), 1),
    },
    acquireTimeout: reader.whole('connection.acquireConnectionTimeout', 60_000),
    statementTimeout: reader.whole('connection.connection.statement_timeout', 60_000),
    readTimeout: readTimeoutOf(reader),
  };
}

function sslOf(reader: ConfigReader, fallback: boolean): boolean | RawRecord {
  const path = 'connection.connection.ssl';
  const value = reader.value(path);
  return typeof value === 'object' ? toRecord(value) : reader.flag(path, fallback);
}
