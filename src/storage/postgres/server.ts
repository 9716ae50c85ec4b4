// One of several PostgreSQL servers: its pool, its last state, and a separate connection that shows at once when it
// fails.
import type { Client } from 'pg';
import { isUnavailable } from '../errors.ts';
import { Connection } from './connection.ts';
import { ConnectionPool, makeClient, type PostgresOptions } from './pool.ts';
import { isConflict } from './errors.ts';
import { stateQuery, toState, type ServerState } from './server-state.ts';

/** Timeout of a state query in milliseconds. */
const TIMEOUT = 2000;

/** A server and its availability. */
export class Server {
  /** For example `db1:5432`. */
  readonly name: string;
  readonly options: PostgresOptions;
  readonly pool: ConnectionPool;
  readonly #onLoss: () => void;
  #client: Promise<Client> | null = null;
  #state: ServerState | null = null;
  #reason = '';
  #isClosed = false;

  /** @param onLoss Called when the connection fails outside of a query */
  constructor(options: PostgresOptions, onLoss: () => void) {
    this.options = options;
    this.name = nameOf(options);
    this.pool = new ConnectionPool(options);
    this.#onLoss = onLoss;
  }

  /** Last state, or null while it is unreachable. */
  get state(): ServerState | null {
    return this.#state;
  }

  /** Why it is unreachable. */
  get reason(): string {
    return this.#reason;
  }

  /** Queries the state. @returns a state at some moment after the call, or null if the server is unreachable */
  async probe(): Promise<ServerState | null> {
    if (this.#isClosed) return null;
    const opening = (this.#client ??= this.#connect());
    try {
      const [row] = await new Connection(await opening).rows(stateQuery);
      if (this.#client !== opening) return null;
      this.#state = toState(row, this.#state);
      return this.#state;
    } catch (error) {
      if (this.#client !== opening) return null;
      if (!isUnavailable(error) || !isConflict(error)) this.markUnavailable(error);
      return this.#state;
    }
  }

  /** Marks it as unreachable until it responds again. @param cause Why */
  markUnavailable(cause: unknown): void {
    this.#reason = reasonOf(cause);
    const client = this.#client;
    this.#client = null;
    this.#state = null;
    void client?.then((open) => open.end()).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.markUnavailable(null);
    await this.pool.close();
  }

  #connect(): Promise<Client> {
    const client = makeClient(this.options, TIMEOUT);
    const connected = client.connect().then(() => client);
    const handleLoss = (cause: unknown): void => {
      if (this.#client !== connected) return;
      this.markUnavailable(cause);
      this.#onLoss();
    };
    client.on('error', handleLoss);
    client.on('end', () => handleLoss(null));
    return connected;
  }
}

function reasonOf(error: unknown): string {
  if (isUnavailable(error)) return reasonOf(error.cause);
  return error instanceof Error ? error.message : '';
}

function nameOf({ url, host, port }: PostgresOptions): string {
  if (url === undefined) return `${host}:${port}`;
  const [, name] = /^[^:]+:\/\/(?:[^@/]*@)?([^/?]+)/.exec(url) ?? [];
  return name ?? host;
}
