// PostgreSQL databases for one test on the server of the test run, and their templates.
import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import type { DatabaseConfig, PostgresConfig } from '../../src/project/database-config.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Client of the vitest project. */
    readonly client: DatabaseConfig['client'];
    /** URL that starts the server and returns its port. */
    readonly postgres: string;
  }
}

/** A database, and how to drop it. */
export interface PostgresDatabase {
  readonly config: PostgresConfig;
  drop(): Promise<void>;
}

let port: Promise<number> | null = null;
let made = 0;
const templates = new Map<string, Promise<string>>();

/** Creates a database. @param template Name of the template, which must have no open connections */
export async function makePostgresDatabase(template = 'template1'): Promise<PostgresDatabase> {
  made += 1;
  const database = `test_${process.pid}_${made}`;
  const config = await configOf(database);
  await run(`CREATE DATABASE ${database} TEMPLATE ${template} STRATEGY FILE_COPY`);
  const drop = (): Promise<void> => run(`DROP DATABASE ${database} WITH (FORCE)`);
  return { config, drop };
}

/** Definition of a template database. */
export interface PostgresTemplate {
  /** Identifies the content: equal keys, equal databases. */
  readonly key: string;
  /** Template of the template. Default: an empty database. */
  readonly base?: PostgresTemplate;
  /** Fills a copy of the base, and closes all connections. */
  fill(config: PostgresConfig): Promise<void>;
}

/** Returns the name of a template database, which the first worker that needs it fills once per test run. */
export function makePostgresTemplate(template: PostgresTemplate): Promise<string> {
  const hash = createHash('sha256').update(template.key).digest('hex').slice(0, 24);
  const name = `template_${hash}`;
  const known = templates.get(name) ?? fillOnce(name, template);
  templates.set(name, known);
  return known;
}

async function fillOnce(name: string, { base, fill }: PostgresTemplate): Promise<string> {
  const from = base ? await makePostgresTemplate(base) : 'template1';
  await administer(async (runStatements) => {
    await runStatements(`SELECT pg_advisory_lock(hashtext('${name}'))`);
    if ((await runStatements(`SELECT 1 FROM pg_database WHERE datname = '${name}'`)).length > 0)
      return;
    const half = `half_${name}_${process.pid}`;
    await runStatements(`CREATE DATABASE ${half} TEMPLATE ${from} STRATEGY FILE_COPY`);
    await fill(await configOf(half));
    await runStatements(`ALTER DATABASE ${half} RENAME TO ${name}`);
  });
  return name;
}

async function configOf(database: string): Promise<PostgresConfig> {
  port ??= askForServer();
  return {
    client: 'postgres',
    host: '127.0.0.1',
    port: await port,
    database,
    user: 'quoin',
    password: 'quoin',
    schema: 'public',
    ssl: false,
    pool: { min: 0, max: 10 },
    acquireTimeout: 10_000,
    statementTimeout: 60_000,
  };
}

async function askForServer(): Promise<number> {
  const response = await fetch(inject('postgres'));
  return ((await response.json()) as { readonly port: number }).port;
}

type Ask = (statement: string) => Promise<readonly unknown[]>;

async function administer(work: (runStatements: Ask) => Promise<unknown>): Promise<void> {
  const client = await connectAsAdministrator();
  try {
    await work(async (statement) => (await client.query<object>(statement)).rows);
  } finally {
    await client.end();
  }
}

let administrator: Promise<Client> | null = null;

/** Reuses one connection: a new one per database would cost as much as a small database. */
async function run(statement: string): Promise<void> {
  administrator ??= connectAsAdministrator();
  await (await administrator).query(statement);
}

async function connectAsAdministrator(): Promise<Client> {
  const client = new Client({ ...(await configOf('postgres')), ssl: false });
  // The server may end before this process does.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
