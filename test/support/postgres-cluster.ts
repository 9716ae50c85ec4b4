// PostgreSQL primary and replicas for a test file, and databases on them.
import { isDeepStrictEqual } from 'node:util';
import type { CommitLog } from '../../src/storage/commits/commit-log.ts';
import type { Database } from '../../src/storage/database.ts';
import type { Query, ReadSteps, Row } from '../../src/storage/session.ts';
import { openPostgres } from '../../src/storage/postgres/driver.ts';
import type { PostgresOptions } from '../../src/storage/postgres/pool.ts';
import { eventually } from './eventually.ts';
import { PostgresInstance } from './postgres-instance.mjs';

/** A primary and its replicas. */
export class PostgresCluster {
  readonly primary: PostgresInstance;
  readonly replicas: readonly PostgresInstance[];
  readonly #opened: Database[] = [];

  private constructor(primary: PostgresInstance, replicas: readonly PostgresInstance[]) {
    this.primary = primary;
    this.replicas = replicas;
  }

  /** @param count Number of replicas */
  static async make(count: number): Promise<PostgresCluster> {
    const primary = await PostgresInstance.make();
    const replicas: PostgresInstance[] = [];
    while (replicas.length < count) replicas.push(await primary.makeReplica());
    return new PostgresCluster(primary, replicas);
  }

  /** Connection options for all servers. */
  get options(): PostgresOptions {
    const replicas = this.replicas.map(({ port }) => ({ ...WORKER_INDEX, port }));
    return { ...WORKER_INDEX, ...LIMITS, port: this.primary.port, replicas };
  }

  /** Opens a database on the cluster, which is closed with it. @param warnings Receives log messages */
  async open(warnings: string[] = [], commitLog: CommitLog | null = null): Promise<Database> {
    const database = await openPostgres(
      this.options,
      { warn: (line) => void warnings.push(line) },
      commitLog,
    );
    this.#opened.push(database);
    return database;
  }

  async remove(): Promise<void> {
    for (const instance of [this.primary, ...this.replicas]) instance.thaw();
    await Promise.all(this.#opened.map((database) => database.close()));
    await Promise.all([this.primary, ...this.replicas].map((instance) => instance.remove()));
  }
}

const WORKER_INDEX = {
  host: '127.0.0.1',
  database: 'postgres',
  user: 'quoin',
  password: 'quoin',
  ssl: false,
} as const;

const LIMITS = {
  schema: 'public',
  pool: { min: 0, max: 10 },
  acquireTimeout: 10_000,
  statementTimeout: 60_000,
} as const;

/** Runs queries one by one and returns their rows. */
export function* runStatements(
  ...statements: readonly string[]
): ReadSteps<readonly (readonly Row[])[]> {
  const responses: (readonly Row[])[] = [];
  for (const sql of statements) responses.push(...(yield [query(sql)]));
  return responses;
}

function query(sql: string): Query {
  return { sql, values: [] };
}

/** Port of the server that handles a read. */
export async function portOfRead(database: Database): Promise<number> {
  const [[row] = []] = await database.read(runStatements('SELECT inet_server_port()'));
  return Number(row?.[0]);
}

/** Ports of the servers that handle a few reads. */
export async function portsOfReads(database: Database): Promise<ReadonlySet<number>> {
  const ports = new Set<number>();
  for (let i = 0; i < 4; i += 1) ports.add(await portOfRead(database));
  return ports;
}

/** Waits until reads go to just these servers, which have all that was written by then. */
export function readsGoTo(
  database: Database,
  ...servers: readonly PostgresInstance[]
): Promise<void> {
  const ports = new Set(servers.map(({ port }) => port));
  return eventually(async () => isDeepStrictEqual(await portsOfReads(database), ports));
}

/** Runs a write statement. */
export async function run(database: Database, statement: string): Promise<void> {
  await database.transact(runStatements(statement));
}
