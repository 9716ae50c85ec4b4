// Connection pool of a PostgreSQL server: limits and configures connections, and discards broken ones.
import type { PostgresServer } from '../../base/postgres-server.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Pool, type ClientConfig, type PoolClient } from 'pg';
import type { ReadOptions } from '../database.ts';
import type { ConnectionStats } from '../stats.ts';
import type { QueueLimits } from '../../base/bounded-queue.ts';
import { Semaphore, type Waiter } from '../../base/semaphore.ts';
import { type UnavailableError, isUnavailable, canceled, timedOut } from '../errors.ts';
import { cancelStatement } from './cancel.ts';
import { Connection, driverSettings, isFull } from './connection.ts';
import { quote } from './quote.ts';
import { toStorageError } from './errors.ts';
import { SlowReads } from './slow-reads.ts';

/** A server and its replicas. */
export interface PostgresOptions extends PostgresServer {
  /** Schema of all tables. */
  readonly schema: string;
  readonly pool: { readonly min: number; readonly max: number };
  /** Timeout for acquiring a connection, in milliseconds. */
  readonly acquireTimeout: number;
  /** Statement timeout in milliseconds; 0 for none. */
  readonly statementTimeout: number;
  /** Timeout of a read with all its statements, in milliseconds; 0 for none. Default: 0 */
  readonly readTimeout?: number;
  /** How many may wait for a connection, and for how long; the same for writes. Default: no limit */
  readonly queue?: QueueLimits;
  /** Servers for reads, one of which may be promoted. */
  readonly replicas?: readonly PostgresServer[];
  /** If false, replicas are only used after a promotion. Default: true */
  readonly readsReplicas?: boolean;
}

/** Timeout of a connection attempt in milliseconds. */
const CONNECT_TIMEOUT = 5000;

/** Idle time after which a connection above the minimum is closed, in milliseconds. */
const IDLE_TIMEOUT = 30_000;

/** Idle time before TCP keepalive probes, in milliseconds. */
const SILENCE = 5000;

/**
 * How much longer than the statement timeout a response is awaited, in milliseconds; the server's own timeout comes
 * first.
 */
const GRACE = 5000;

/** How much later a read ends than its timeout, in milliseconds: the server ends a single statement first. */
const READ_GRACE = 100;

/** Maximum number of waiting slow reads. */
const MAX_SLOW_WAITING = 64;

/** Delay before a cancel request is repeated, in milliseconds. */
const CANCEL_AGAIN = 100;

/**
 * A connection outside the pool that is not open yet. @param timeout Timeout of connecting and of each response, in
 * milliseconds
 */
export function makeClient(options: PostgresOptions, timeout?: number): Client {
  return new Client({
    ...clientSettings(options),
    connectionTimeoutMillis: timeout ?? CONNECT_TIMEOUT,
    ...(timeout === undefined ? {} : { query_timeout: timeout }),
  });
}

function clientSettings(options: PostgresOptions): ClientConfig {
  const { url, host, port, database, user, password, schema, ssl, statementTimeout } = options;
  return {
    ...driverSettings,
    ...(url === undefined ? { host, port, database, user, password } : { connectionString: url }),
    // The driver modifies the object, and the configuration is frozen.
    ...(ssl === false ? {} : { ssl: ssl === true ? true : { ...ssl } }),
    keepAlive: true,
    keepAliveInitialDelayMillis: SILENCE,
    application_name: 'quoin',
    statement_timeout: limitOfReads(options),
    // 0 means no limit, to the driver as to the server.
    query_timeout: statementTimeout === 0 ? 0 : statementTimeout + GRACE,
    options: `-c search_path=${escapeOption(quote(schema))}`,
  };
}

/** Default statement timeout of a transaction in milliseconds. */
function limitOfReads({ statementTimeout, readTimeout = 0 }: PostgresOptions): number {
  const limits = [statementTimeout, readTimeout].filter((limit) => limit > 0);
  return limits.length === 0 ? 0 : Math.min(...limits);
}

/** Connections to a server and schema. */
export class ConnectionPool {
  readonly #pool: Pool;
  readonly #open = new Set<PoolClient>();
  readonly #slots: Semaphore;
  /** Requests that wait for a connection. */
  readonly #waiting = new Set<Waiter>();
  readonly #settings: ClientConfig;
  readonly #readTimeout: number;
  /** Begins a write transaction. */
  readonly beginWrite: string;
  readonly #slow: SlowReads;
  #statements = 0;

  constructor(options: PostgresOptions) {
    const { pool, acquireTimeout, statementTimeout, readTimeout = 0 } = options;
    this.#readTimeout = readTimeout;
    this.#slow = new SlowReads({
      max: Math.max(1, Math.floor(pool.max / 2)),
      mayWait: MAX_SLOW_WAITING,
      timeout: limitOfReads(options) || acquireTimeout,
      queueTimeout: options.queue?.timeout ?? Infinity,
    });
    this.#settings = clientSettings(options);
    this.#slots = new Semaphore(pool.max, options.queue);
    this.beginWrite =
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
    // The pool removes an idle connection that breaks; no caller is affected.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => {
      this.#open.add(client);
      // An error right after connecting would otherwise be unhandled and end the process.
      client.on('error', () => undefined);
    });
    this.#pool.on('remove', (client) => this.#open.delete(client));
  }

  /** Usage, and the number of statements sent over released connections. */
  get stats(): Omit<ConnectionStats, 'name'> & { readonly statements: number } {
    const { totalCount, idleCount: idle } = this.#pool;
    const { waiting } = this.#slots;
    return { inUse: totalCount - idle, idle, waiting, statements: this.#statements };
  }

  /** Returns true for a server process of one of these connections. */
  owns(processId: number): boolean {
    return [...this.#open].some((client) => processOf(client) === processId);
  }

  /** Destroys all connections and rejects waiting requests. */
  drop(): void {
    for (const { reject } of this.#waiting) reject(new Error('The connection was dropped'));
    for (const client of this.#open) insideOf(client).connection.stream.destroy();
  }

  /**
   * Runs `work` with a connection. A canceled read stops waiting, or its statement is canceled. Slow reads use at
   * most half of the connections.
   * @param isWrite If true, `work` gets the next connection, and has no read timeout
   * @throws UnavailableError, OverloadedError, errors of `work`
   */
  use<T>(
    work: (connection: Connection, lease: ConnectionLease) => Promise<T>,
    options: ReadOptions = {},
    isWrite: boolean = false,
  ): Promise<T> {
    const timeout = isWrite ? 0 : this.#readTimeout;
    if (options.isSlow !== true) {
      return this.#checkOut(work, options, { isUrgent: isWrite, timeout });
    }
    // It has had its wait, and a connection is left for others.
    const isUrgent = isWrite || this.#pool.options.max > 1;
    return this.#slow.run(() => this.#checkOut(work, options, { isUrgent, timeout }), options);
  }

  async #checkOut<T>(
    work: (connection: Connection, lease: ConnectionLease) => Promise<T>,
    options: ReadOptions,
    { isUrgent, timeout }: { readonly isUrgent: boolean; readonly timeout: number },
  ): Promise<T> {
    const client = await this.#acquire(options, isUrgent);
    const lease = new ConnectionLease(client, () => this.#slots.release());
    const connection = new Connection(client);
    const canceling = new AbortController();
    const cancel = (reason: UnavailableError): void => {
      connection.cancel(reason);
      // The cancel request may arrive after its statement and cancel the next one.
      lease.discard();
      void this.#cancel(client, canceling.signal);
    };
    const settled = options.cancellation?.(() => cancel(canceled()));
    const deadline =
      timeout === 0 ? undefined : setTimeout(() => cancel(timedOut(timeout)), timeout + READ_GRACE);
    try {
      return await work(connection, lease);
    } catch (error) {
      if (isUnavailable(error)) lease.discard();
      throw error;
    } finally {
      settled?.();
      clearTimeout(deadline);
      canceling.abort();
      this.#statements += connection.count;
      lease.release();
    }
  }

  /** Repeats the request: a statement that the server had not started when it arrived would run to its end. */
  async #cancel(client: PoolClient, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await cancelStatement(client, this.#settings);
      await sleep(CANCEL_AGAIN, undefined, { signal }).catch(() => undefined);
    }
  }

  async #acquire(options: ReadOptions, isUrgent: boolean): Promise<PoolClient> {
    try {
      return await this.#nextFree(options, isUrgent);
    } catch (error) {
      throw toStorageError(error);
    }
  }

  /** Waits for a slot, then for a connection. The slot is freed together with the connection. */
  #nextFree({ cancellation, since }: ReadOptions, isUrgent: boolean): Promise<PoolClient> {
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
              this.#slots.release();
            },
            (error: unknown) => {
              this.#slots.release();
              if (settle()) reject(error);
            },
          );
        },
        reject: (error) => {
          if (!settle()) return;
          this.#slots.withdraw(waiter);
          reject(error);
        },
        since,
      };
      this.#waiting.add(waiter);
      if (cancellation) {
        const cancel = (): void => {
          isCanceled = true;
          waiter.reject(canceled());
        };
        listening.push(cancellation(cancel));
      }
      if (!isSettled) this.#slots.acquire(waiter, isUrgent);
    });
  }

  /** Later calls have no effect. */
  async close(): Promise<void> {
    if (!this.#pool.ending) await this.#pool.end();
  }
}

export class ConnectionLease {
  readonly #client: PoolClient;
  readonly #returned: () => void;
  #isBroken = false;
  #last: Promise<unknown> | null = null;

  /** @param returned Called when the connection is released */
  constructor(client: PoolClient, returned: () => void) {
    this.#client = client;
    this.#returned = returned;
    client.on('error', this.discard);
  }

  /** The connection must not be reused. */
  readonly discard = (): void => {
    this.#isBroken = true;
  };

  /** The last statement, which is not awaited; the connection is released when it is done. */
  endsWith(last: Promise<unknown>): void {
    this.#last = last.catch(this.discard);
  }

  release(): void {
    const release = (): void => {
      this.#client.off('error', this.discard);
      this.#client.release(this.#isBroken || isFull(this.#client));
      this.#returned();
    };
    if (this.#last === null) release();
    else void this.#last.then(release);
  }
}

/** Server process of a connection; notifications name their sender. */
function processOf(client: PoolClient): number {
  return insideOf(client).processID;
}

/** Members of the driver that its types do not declare. */
interface Inside {
  readonly processID: number;
  readonly connection: {
    readonly stream: { destroy(): unknown };
  };
}

function insideOf(client: PoolClient): Inside {
  return client as unknown as Inside;
}

/** In the `options` of a connection, a space ends a setting. */
function escapeOption(value: string): string {
  return value.replaceAll(/[\\ ]/g, String.raw`\$&`);
}
