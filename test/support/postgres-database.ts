// In charge of PostgreSQL databases that live as long as a test, on the server of the test run.
import { Client } from 'pg';
import { inject } from 'vitest';
import type { PostgresConfig } from '../../src/project/database-config.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address at which to ask for the server. */
    readonly postgres: string;
  }
}

let made = 0;

/** A database, and how to drop it. */
export interface PostgresDatabase {
  readonly config: PostgresConfig;
  drop(): Promise<void>;
}

/** Makes a database. @param template Name of one that it is a copy of, with no connection open */
export async function makePostgresDatabase(template = 'template1'): Promise<PostgresDatabase> {
  const { port } = (await (await fetch(inject('postgres'))).json()) as { readonly port: number };
  made += 1;
  const database = `test_${process.pid}_${made}`;
  const config: PostgresConfig = {
    client: 'postgres',
    host: '127.0.0.1',
    port,
    database,
    user: 'quoin',
    password: 'quoin',
    schema: 'public',
    ssl: false,
    pool: { min: 0, max: 10 },
    acquireTimeout: 10_000,
    statementTimeout: 60_000,
  };
  await administer(config, `CREATE DATABASE ${database} TEMPLATE ${template}`);
  return { config, drop: () => administer(config, `DROP DATABASE ${database} WITH (FORCE)`) };
}

async function administer(config: PostgresConfig, statement: string): Promise<void> {
  const client = new Client({ ...config, ssl: false, database: 'postgres' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
