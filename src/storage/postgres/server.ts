// In charge of one PostgreSQL server of several: its connections, and what it said about itself last, over a connection
// of its own that shows at once when the server goes.
import type { Client } from 'pg';
import { UnavailableError } from '../unavailable-error.ts';
import { Connection } from './connection.ts';
import { ConnectionPool, makeClient, type PostgresOptions } from './pool.ts';
import { isConflict } from './refusals.ts';
import { stateQuery, toState, type ServerState } from './server-state.ts';

/** How long it has to answer a question about itself, in milliseconds. */
const PATIENCE = 2000;

/** A server, and whether it is there. */
export class Server {
  /** Such as `db1:5432`. */
  readonly name: string;
  readonly options: PostgresOptions;
  readonly pool: ConnectionPool;
  readonly #gone: () => void;
  #client: Promise<Client> | null = null;
  #state: ServerState | null = null;
  #reason = '';
  #isClosed = false;

  /** @param gone Is called when it goes without having been asked */
  constructor(options: PostgresOptions, gone: () => void) {
    this.options = options;
    this.name = nameOf(options);
    this.pool = new ConnectionPool(options);
    this.#gone = gone;
  }

  /** What it said last; null while it is away. */
  get state(): ServerState | null {
    return this.#state;
  }

  /** Why it is away, in the words of whoever knows. */
  get reason(): string {
    return this.#reason;
  }

  /** Asks it. @returns What it says, which is true for some moment after the call; null where it is away */
  async ask(): Promise<ServerState | null> {
    if (this.#isClosed) return null;
    const asked = (this.#client ??= this.#connect());
    try {
      const [row] = await new Connection(await asked).rows(stateQuery);
      if (this.#client !== asked) return null;
      this.#state = toState(row, this.#state);
      return this.#state;
    } catch (error) {
      if (this.#client !== asked) return null;
      if (!(error instanceof UnavailableError) || !isConflict(error)) this.lose(error);
      return this.#state;
    }
  }

  /** It is away until it has answered again. @param cause Why */
  lose(cause: unknown): void {
    this.#reason = reasonOf(cause);
    const client = this.#client;
    this.#client = null;
    this.#state = null;
    void client?.then((open) => open.end()).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.lose(null);
    await this.pool.close();
  }

  #connect(): Promise<Client> {
    const client = makeClient(this.options, PATIENCE);
    const connected = client.connect().then(() => client);
    const gone = (cause: unknown): void => {
      if (this.#client !== connected) return;
      this.lose(cause);
      this.#gone();
    };
    client.on('error', gone);
    client.on('end', () => gone(null));
    return connected;
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof UnavailableError) return reasonOf(error.cause);
  return error instanceof Error ? error.message : '';
}

function nameOf({ url, host, port }: PostgresOptions): string {
  if (url === undefined) return `${host}:${port}`;
  const [, name] = /^[^:]+:\/\/(?:[^@/]*@)?([^/?]+)/.exec(url) ?? [];
  return name ?? host;
}
