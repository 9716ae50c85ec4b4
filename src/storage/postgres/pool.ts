// In charge of the connections to a PostgreSQL server: how many there are, what each is set to, and that those which
// broke are not used again.
import { Client, Pool, type ClientConfig, type PoolClient } from 'pg';
import { UnavailableError } from '../unavailable-error.ts';
import { Connection, driverSettings, MAX_PREPARED } from './connection.ts';
import { quote } from './quote.ts';
import { toRefusal } from './refusals.ts';

/** How to reach a server. */
export interface PostgresOptions {
  /** A `postgres://` address; the other values fill in what it leaves out. */
  readonly url?: string;
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  /** All tables are in it. */
  readonly schema: string;
  /** As the driver takes it. */
  readonly ssl: boolean | Readonly<Record<string, unknown>>;
  readonly pool: { readonly min: number; readonly max: number };
  /** How long to wait for a connection, in milliseconds. */
  readonly acquireTimeout: number;
  /** How long one statement may take, in milliseconds. */
  readonly statementTimeout: number;
}

/** How long an attempt to connect may take, in milliseconds. */
const CONNECT_TIMEOUT = 5000;

/** How long a connection beyond the least number lies idle, in milliseconds. */
const IDLE_TIMEOUT = 30_000;

/** A connection beside the pool, not open yet. */
export function makeClient(options: PostgresOptions): Client {
  return new Client({ ...clientSettings(options), connectionTimeoutMillis: CONNECT_TIMEOUT });
}

function clientSettings(options: PostgresOptions): ClientConfig {
  const { url, host, port, database, user, password, schema, ssl, statementTimeout } = options;
  return {
    ...driverSettings,
    ...(url === undefined ? { host, port, database, user, password } : { connectionString: url }),
    ...(ssl === false ? {} : { ssl }),
    keepAlive: true,
    application_name: 'quoin',
    statement_timeout: statementTimeout,
    options: `-c search_path=${escapeOption(quote(schema))}`,
  };
}

/** Connections to one server and schema. */
export class ConnectionPool {
  readonly #pool: Pool;

  constructor(options: PostgresOptions) {
    const { pool, acquireTimeout } = options;
    this.#pool = new Pool({
      ...clientSettings(options),
      min: pool.min,
      max: pool.max,
      connectionTimeoutMillis: Math.min(CONNECT_TIMEOUT, acquireTimeout),
      idleTimeoutMillis: IDLE_TIMEOUT,
    });
    // A connection that breaks while nobody uses it is taken out of the pool; there is nobody to tell.
    this.#pool.on('error', () => undefined);
  }

  /** Lends a connection to `work`. @throws UnavailableError where there is none to be had, whatever `work` throws */
  async use<T>(work: (connection: Connection, lent: Lent) => Promise<T>): Promise<T> {
    const client = await this.#acquire();
    const lent = new Lent(client);
    try {
      return await work(new Connection(client), lent);
    } catch (error) {
      if (error instanceof UnavailableError) lent.breaks();
      throw error;
    } finally {
      lent.giveBack();
    }
  }

  async #acquire(): Promise<PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw toRefusal(error);
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

/** A connection on loan. */
export class Lent {
  readonly #client: PoolClient;
  #isBroken = false;
  #last: Promise<unknown> | null = null;

  constructor(client: PoolClient) {
    this.#client = client;
    client.on('error', this.breaks);
  }

  /** It must not be used by anybody else. */
  readonly breaks = (): void => {
    this.#isBroken = true;
  };

  /** What was sent last, and nobody waits for: the connection goes back when it is done. */
  endsWith(last: Promise<unknown>): void {
    this.#last = last.catch(this.breaks);
  }

  giveBack(): void {
    const release = (): void => {
      this.#client.off('error', this.breaks);
      this.#client.release(this.#isBroken || isFull(this.#client));
    };
    if (this.#last === null) release();
    else void this.#last.then(release);
  }
}

/** Prepared statements are kept by the server for as long as the connection lasts. */
function isFull(client: PoolClient): boolean {
  const { parsedStatements } = (
    client as unknown as { readonly connection: { readonly parsedStatements: object } }
  ).connection;
  return Object.keys(parsedStatements).length > MAX_PREPARED;
}

/** In the `options` of a connection a space ends a setting. */
function escapeOption(value: string): string {
  return value.replaceAll(/[\\ ]/g, String.raw`\$&`);
}
