// PostgreSQL databases that live as long as a test, on the server of the test run, and those that others are copies of.
import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import type { DatabaseConfig, PostgresConfig } from '../../src/project/database-config.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The database that tests are run on. */
    readonly client: DatabaseConfig['client'];
    /** The address at which to ask for the server. */
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

/** Makes a database. @param template Name of one that it is a copy of, with no connection open */
export async function makePostgresDatabase(template = 'template1'): Promise<PostgresDatabase> {
  made += 1;
  const database = `test_${process.pid}_${made}`;
  const config = await configOf(database);
  await run(`CREATE DATABASE ${database} TEMPLATE ${template} STRATEGY FILE_COPY`);
  const drop = (): Promise<void> => run(`DROP DATABASE ${database} WITH (FORCE)`);
  return { config, drop };
}

/** What a database that others are copies of is made from. */
export interface PostgresTemplate {
  /** What is in it: equal keys, equal databases. */
  readonly key: string;
  /** What it is a copy of itself; default: an empty database. */
  readonly base?: PostgresTemplate;
  /** Fills a copy of the base, and leaves no connection open. */
  fill(config: PostgresConfig): Promise<void>;
}

/** The name of a database that others are copies of. It is filled once in a test run, whichever worker asks for it first. */
export function makePostgresTemplate(template: PostgresTemplate): Promise<string> {
  const hash = createHash('sha256').update(template.key).digest('hex').slice(0, 24);
  const name = `template_${hash}`;
  const known = templates.get(name) ?? fillOnce(name, template);
  templates.set(name, known);
  return known;
}

async function fillOnce(name: string, { base, fill }: PostgresTemplate): Promise<string> {
  const from = base ? await makePostgresTemplate(base) : 'template1';
  await administer(async (ask) => {
    await ask(`SELECT pg_advisory_lock(hashtext('${name}'))`);
    if ((await ask(`SELECT 1 FROM pg_database WHERE datname = '${name}'`)).length > 0) return;
    const half = `half_${name}_${process.pid}`;
    await ask(`CREATE DATABASE ${half} TEMPLATE ${from} STRATEGY FILE_COPY`);
    await fill(await configOf(half));
    await ask(`ALTER DATABASE ${half} RENAME TO ${name}`);
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
  const answer = await fetch(inject('postgres'));
  return ((await answer.json()) as { readonly port: number }).port;
}

type Ask = (statement: string) => Promise<readonly unknown[]>;

async function administer(work: (ask: Ask) => Promise<unknown>): Promise<void> {
  const client = await connectAsAdministrator();
  try {
    await work(async (statement) => (await client.query<object>(statement)).rows);
  } finally {
    await client.end();
  }
}

let administrator: Promise<Client> | null = null;

/** Over a connection that stays open: a new one for each database would cost as much as a small database. */
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
