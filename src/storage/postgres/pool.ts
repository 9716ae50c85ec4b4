// In charge of the connections to a PostgreSQL server: how many there are, what each is set to, and that those which
// broke are not used again.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Pool, type ClientConfig, type PoolClient } from 'pg';
import type { ReadOptions } from '../database.ts';
import type { ServerFigures } from '../figures.ts';
import type { QueueLimits } from '../../base/bounded-queue.ts';
import { Semaphore, type Waiter } from '../../base/semaphore.ts';
import { CanceledError, type Cancellation } from '../cancellation.ts';
import { UnavailableError } from '../unavailable-error.ts';
import { cancelStatement } from './cancel.ts';
import { Connection, driverSettings, MAX_PREPARED } from './connection.ts';
import { quote } from './quote.ts';
import { toRefusal } from './refusals.ts';
import { SlowReads } from './slow-reads.ts';

/** How to reach a server, and others that are copies of it. */
export interface PostgresOptions extends PostgresServer {
  /** All tables are in it. */
  readonly schema: string;
  readonly pool: { readonly min: number; readonly max: number };
  /** How long to wait for a connection, in milliseconds. */
  readonly acquireTimeout: number;
  /** How long one statement may take, in milliseconds; 0: as long as it takes. */
  readonly statementTimeout: number;
  /** The same for a statement that reads, if that is less. Default: 0 */
  readonly readTimeout?: number;
  /** How many may wait for a connection, and for how long; the same for writings. Default: no limit */
  readonly queue?: QueueLimits;
  /** Servers that reads may go to, and that one of may be promoted. */
  readonly replicas?: readonly PostgresServer[];
  /** False: they are only there to be promoted. Default: true. */
  readonly readsReplicas?: boolean;
}

/** Where a server is, and who asks it. */
export interface PostgresServer {
  /** A `postgres://` address; the other values fill in what it leaves out. */
  readonly url?: string;
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  /** As the driver takes it. */
  readonly ssl: boolean | Readonly<Record<string, unknown>>;
}

/** How long an attempt to connect may take, in milliseconds. */
const CONNECT_TIMEOUT = 5000;

/** How long a connection beyond the least number lies idle, in milliseconds. */
const IDLE_TIMEOUT = 30_000;

/** After which silence the network is asked whether a server is still there, in milliseconds. */
const SILENCE = 5000;

/** For how much longer than a statement may take its answer is waited for, in milliseconds: the server has the first word. */
const GRACE = 5000;

/** Slow reads that may wait for their turn. */
const MAX_SLOW_WAITING = 64;

/** How long before a server is told again to end a statement, in milliseconds. */
const CANCEL_AGAIN = 100;

/** A connection beside the pool, not open yet. @param patience How long it and each answer may take, in milliseconds */
export function makeClient(options: PostgresOptions, patience?: number): Client {
  return new Client({
    ...clientSettings(options),
    connectionTimeoutMillis: patience ?? CONNECT_TIMEOUT,
    ...(patience === undefined ? {} : { query_timeout: patience }),
  });
}

function clientSettings(options: PostgresOptions): ClientConfig {
  const { url, host, port, database, user, password, schema, ssl, statementTimeout } = options;
  return {
    ...driverSettings,
    ...(url === undefined ? { host, port, database, user, password } : { connectionString: url }),
    // The driver hides the key in it, and what a project set is frozen.
    ...(ssl === false ? {} : { ssl: ssl === true ? true : { ...ssl } }),
    keepAlive: true,
    keepAliveInitialDelayMillis: SILENCE,
    application_name: 'quoin',
    statement_timeout: limitOfReads(options),
    // 0 says that there is no limit, to the driver as to the server.
    query_timeout: statementTimeout === 0 ? 0 : statementTimeout + GRACE,
    options: `-c search_path=${escapeOption(quote(schema))}`,
  };
}

/** How long a statement may take in a transaction that does not say otherwise, in milliseconds. */
function limitOfReads({ statementTimeout, readTimeout = 0 }: PostgresOptions): number {
  const limits = [statementTimeout, readTimeout].filter((limit) => limit > 0);
  return limits.length === 0 ? 0 : Math.min(...limits);
}

/** Connections to one server and schema. */
export class ConnectionPool {
  readonly #pool: Pool;
  readonly #open = new Set<PoolClient>();
  readonly #places: Semaphore;
  /** Those who wait for a connection, until they have it. */
  readonly #waiting = new Set<Waiter>();
  readonly #settings: ClientConfig;
  /** Begins a transaction that writes. */
  readonly beginWriting: string;
  readonly #slow: SlowReads;
  #statements = 0;

  constructor(options: PostgresOptions) {
    const { pool, acquireTimeout, statementTimeout } = options;
    this.#slow = new SlowReads({
      most: Math.max(1, Math.floor(pool.max / 2)),
      mayWait: MAX_SLOW_WAITING,
      patience: limitOfReads(options) || acquireTimeout,
    });
    this.#settings = clientSettings(options);
    this.#places = new Semaphore(pool.max, options.queue);
    this.beginWriting =
      limitOfReads(options) === statementTimeout
        ? 'BEGIN'
        : `BEGIN; SET LOCAL statement_timeout = ${statementTimeout}`;
    this.#pool = new Pool({
      ...this.#settings,
      min: pool.min,
      max: pool.max,
      connectionTimeoutMillis: Math.min(CONNECT_TIMEOUT, acquireTimeout),
      idleTimeoutMillis: IDLE_TIMEOUT,
    });
    // A connection that breaks while nobody uses it is taken out of the pool; there is nobody to tell.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => {
      this.#open.add(client);
      // An error may come in the same breath as the greeting, when nobody else listens yet: it would end the process.
      client.on('error', () => undefined);
    });
    this.#pool.on('remove', (client) => this.#open.delete(client));
  }

  /** How it is used, and how many statements were sent over connections that are back. */
  get figures(): Omit<ServerFigures, 'name'> & { readonly statements: number } {
    const { totalCount, idleCount: idle } = this.#pool;
    const { waiting } = this.#places;
    return { lent: totalCount - idle, idle, waiting, statements: this.#statements };
  }

  /** True where a process of the server works for one of these connections. */
  owns(processId: number): boolean {
    return [...this.#open].some((client) => processOf(client) === processId);
  }

  /** Ends all connections at once, whatever they are doing, and all waiting for one. */
  drop(): void {
    for (const { reject } of this.#waiting) reject(new Error('The connection was dropped'));
    for (const client of this.#open) insideOf(client).connection.stream.destroy();
  }

  /**
   * Lends a connection to `work`. What is canceled does not wait for one, and its statement is ended. What may be slow takes
   * turns on half of the connections.
   * @param isUrgent True: `work` gets the next connection, however many wait for one
   * @throws UnavailableError where there is none to be had, OverloadedError, CanceledError, whatever `work` throws
   */
  use<T>(
    work: (connection: Connection, lent: Lent) => Promise<T>,
    { cancellation, isSlow = false }: ReadOptions = {},
    isUrgent: boolean = false,
  ): Promise<T> {
    const lend = (): Promise<T> => this.#lend(work, cancellation, isUrgent);
    return isSlow ? this.#slow.run(lend, cancellation) : lend();
  }

  async #lend<T>(
    work: (connection: Connection, lent: Lent) => Promise<T>,
    cancellation: Cancellation | undefined,
    isUrgent: boolean,
  ): Promise<T> {
    const client = await this.#acquire(cancellation, isUrgent);
    const lent = new Lent(client, () => this.#places.release());
    const connection = new Connection(client);
    const canceling = new AbortController();
    const settled = cancellation?.(() => {
      connection.cancel();
      // What was sent may arrive when the statement has ended, and would end the next one.
      lent.breaks();
      void this.#cancel(client, canceling.signal);
    });
    try {
      return await work(connection, lent);
    } catch (error) {
      if (error instanceof UnavailableError) lent.breaks();
      throw error;
    } finally {
      settled?.();
      canceling.abort();
      this.#statements += connection.count;
      lent.giveBack();
    }
  }

  /** A statement that the server had not begun when it heard of it would run to its end: it is told again. */
  async #cancel(client: PoolClient, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await cancelStatement(client, this.#settings);
      await sleep(CANCEL_AGAIN, undefined, { signal }).catch(() => undefined);
    }
  }

  async #acquire(cancellation: Cancellation | undefined, isUrgent: boolean): Promise<PoolClient> {
    try {
      return await this.#nextFree(cancellation, isUrgent);
    } catch (error) {
      throw toRefusal(error);
    }
  }

  /** Waits for a place, then for the connection. The place is given back with the connection. */
  #nextFree(cancellation: Cancellation | undefined, isUrgent: boolean): Promise<PoolClient> {
    return new Promise((resolve, reject) => {
      let isSettled = false;
      let isCanceled = false;
      const listening: (() => void)[] = [];
      const settle = (): boolean => {
        if (isSettled) return false;
        isSettled = true;
        for (const end of listening) end();
        return this.#waiting.delete(waiter);
      };
      const waiter: Waiter = {
        enter: () => {
          this.#pool.connect().then(
            (client) => {
              if (settle()) return resolve(client);
              client.release(!isCanceled);
              this.#places.release();
            },
            (error: unknown) => {
              this.#places.release();
              if (settle()) reject(error);
            },
          );
        },
        reject: (error) => {
          if (!settle()) return;
          this.#places.withdraw(waiter);
          reject(error);
        },
      };
      this.#waiting.add(waiter);
      if (cancellation) {
        const cancel = (): void => {
          isCanceled = true;
          waiter.reject(new CanceledError());
        };
        listening.push(cancellation(cancel));
      }
      if (!isSettled) this.#places.acquire(waiter, isUrgent);
    });
  }

  /** Closing twice is closing once. */
  async close(): Promise<void> {
    if (!this.#pool.ending) await this.#pool.end();
  }
}

/** A connection on loan. */
export class Lent {
  readonly #client: PoolClient;
  readonly #returned: () => void;
  #isBroken = false;
  #last: Promise<unknown> | null = null;

  /** @param returned Called when it is back */
  constructor(client: PoolClient, returned: () => void) {
    this.#client = client;
    this.#returned = returned;
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
      this.#returned();
    };
    if (this.#last === null) release();
    else void this.#last.then(release);
  }
}

/** Prepared statements are kept by the server for as long as the connection lasts. */
function isFull(client: PoolClient): boolean {
  return Object.keys(insideOf(client).connection.parsedStatements).length > MAX_PREPARED;
}

/** Which process of the server works for a connection; it is told in each notification that the process sends. */
function processOf(client: PoolClient): number {
  return insideOf(client).processID;
}

/** What the driver has and does not tell the types of. */
interface Inside {
  readonly processID: number;
  readonly connection: {
    readonly parsedStatements: object;
    readonly stream: { destroy(): unknown };
  };
}

function insideOf(client: PoolClient): Inside {
  return client as unknown as Inside;
}

/** In the `options` of a connection a space ends a setting. */
function escapeOption(value: string): string {
  return value.replaceAll(/[\\ ]/g, String.raw`\$&`);
}
