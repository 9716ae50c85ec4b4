// Parses the database configuration. Without config/database, the variables of Strapi's template apply; the default
// is a SQLite file.
import { resolve } from 'node:path';
import { toRecord, type RawRecord } from '../schema/raw.ts';
import type { ConfigReader } from './config-reader.ts';
import { createEnv, type Environment } from './env.ts';
import type { ProjectFolder } from './folder.ts';
import type { PostgresServer } from '../base/postgres-server.ts';
import { parseReplicas } from './replicas-config.ts';

export interface SqliteConfig {
  readonly client: 'sqlite';
  /** Absolute path. */
  readonly file: string;
  /** Timeout of long reads while a server runs, in milliseconds. */
  readonly readTimeout?: number;
}

export interface PostgresConfig extends PostgresServer {
  readonly client: 'postgres';
  readonly schema: string;
  readonly pool: { readonly min: number; readonly max: number };
  /** Timeout for acquiring a connection, in milliseconds. */
  readonly acquireTimeout: number;
  /** Statement timeout in milliseconds. */
  readonly statementTimeout: number;
  /** Timeout of statements that read while a server runs, in milliseconds. */
  readonly readTimeout?: number;
  /** Replicas that may serve reads; absent if there are none. */
  readonly replicas?: readonly PostgresServer[];
}

export type DatabaseConfig = SqliteConfig | PostgresConfig;

/** Shorter than the timeouts of proxies and browsers. */
const READ_TIMEOUT = 10_000;

const DEFAULT_FILE = '.tmp/data.db';

/** Reports an unknown client and continues with SQLite, so that other errors are found in the same run. */
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
      reader.note('connection.client', rejection(client));
      return { client: 'sqlite', file: resolve(folder.root, DEFAULT_FILE) };
  }
}

function readTimeoutOf(reader: ConfigReader): number {
  return reader.whole('connection.readTimeout', READ_TIMEOUT);
}

function rejection(client: string): string {
  return client.startsWith('mysql') || client === 'mariadb'
    ? 'MySQL and MariaDB are not supported. Move the data to PostgreSQL or SQLite (strapi export, then ' +
        'strapi import on the other database) and set the client to "postgres" or "sqlite".'
    : `Unknown database client "${client}". Use "sqlite" or "postgres".`;
}

// As in Strapi, a relative path is relative to the working directory, which is the project folder.
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
  const connection = reader.value('connection.connection');
  if (typeof connection === 'function')
    reader.reportInvalid('connection.connection', 'an object or a URL', null);
  const path = 'connection.connection.connectionString';
  const url =
    typeof connection === 'string' ? connection : reader.text(path, environment['DATABASE_URL']);
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
