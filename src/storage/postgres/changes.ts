// Detects commits of other processes: a separate connection listens for the notifications of the triggers. When it is
// uncertain, it reports a change.
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Client } from 'pg';
import { ChangeFeed, type ChangedTables, type ChangeListener } from '../commits/change-feed.ts';
import type { RowCountDeltas } from '../commits/row-count-delta.ts';
import { CHANNEL } from './attachment.ts';

/** Delay before a lost connection is reopened, in milliseconds. */
const RETRY = 1000;

/** Interval and timeout of the heartbeat, in milliseconds. */
const HEARTBEAT = 5000;

export interface ChangesDependencies {
  /** Returns the server that accepts writes. @throws if no server does */
  readonly source: () => Source;
  /** Called for a commit of another process. @param table The changed table, or null if unknown */
  readonly onChange: (table: string | null) => void;
}

/** A server that sends notifications. */
export interface Source {
  /** A separate connection that is not open yet. */
  readonly client: Client;
  /**
   * True for a server process of this program's connections; its commits are recorded before their notifications
   * arrive.
   */
  readonly isOwn: (processId: number) => boolean;
}

/** Listens for changes. */
export class Changes {
  readonly #dependencies: ChangesDependencies;
  readonly #feed = new ChangeFeed();
  #client: Client | null = null;
  #isClosed = false;
  /** Number of failovers. */
  #moves = 0;
  /** Number of pending notifications of own commits, by table. */
  readonly #expected = new Map<string, number>();
  #heartbeat: NodeJS.Timeout | null = null;

  constructor(dependencies: ChangesDependencies) {
    this.#dependencies = dependencies;
  }

  /** Unchanged only while the connection is up and receives nothing. */
  get version(): number {
    if (this.#client === null) this.#feed.emit(null);
    return this.#feed.version;
  }

  /** An own commit begins: the database will notify once per changed table. */
  expect(tables: ChangedTables): void {
    for (const table of tables ?? [])
      this.#expected.set(table, (this.#expected.get(table) ?? 0) + 1);
  }

  /** Records a commit of this process before the response to its writer. */
  record(tables: ChangedTables, deltas?: RowCountDeltas): void {
    // If the outcome is unknown, a notification that still arrives must count.
    if (tables === null) this.#expected.clear();
    this.#feed.emit(tables, deltas);
  }

  /** @returns a function that unsubscribes */
  onChange(listener: ChangeListener): () => void {
    return this.#feed.subscribe(listener);
  }

  /** Starts listening until it is closed. */
  listen(): void {
    void this.#keepListening();
  }

  /** Listens to the server that accepts writes now. The version changes until it does. */
  reconnect(): void {
    this.#moves += 1;
    this.#disconnect();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#disconnect();
  }

  async #keepListening(): Promise<void> {
    while (!this.#isClosed) {
      await this.#listenOnce().catch(() => undefined);
      this.#disconnect();
      if (!this.#isClosed) await setTimeout(RETRY, undefined, { ref: false });
    }
  }

  /** Settles when the connection ends. */
  async #listenOnce(): Promise<void> {
    const moves = this.#moves;
    const { client, isOwn } = this.#dependencies.source();
    const ended = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
    });
    client.on('notification', ({ processId, payload }) => {
      if (!isOwn(processId)) this.#receive(payload);
      else if (!this.#isExpected(payload)) this.record(toTables(payload));
    });
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
    if (this.#isClosed || moves !== this.#moves) return void client.end();
    // Commits before this point were not reported.
    this.#receive('');
    this.#client = client;
    this.#watch(client);
    await ended;
  }

  /** Own writes are recorded already, but not what the database wrote along with a statement on another table. */
  #isExpected(table = ''): boolean {
    const left = this.#expected.get(table) ?? 0;
    if (left > 1) this.#expected.set(table, left - 1);
    else this.#expected.delete(table);
    return left > 0;
  }

  #receive(payload: string | undefined): void {
    this.#dependencies.onChange(payload || null);
    this.record(toTables(payload));
  }

  /** A connection may fail silently. */
  #watch(client: Client): void {
    this.#heartbeat = setInterval(() => {
      const late = setTimeout(HEARTBEAT, undefined, { ref: false })
        // If this process was busy, the response may have arrived but not been read: timers run first.
        .then(() => setImmediate('late'));
      const alive = client.query('SELECT 1').then(() => 'alive');
      Promise.race([alive, late]).then(
        (sign) => sign === 'late' && this.#disconnect(),
        () => this.#disconnect(),
      );
    }, HEARTBEAT);
    this.#heartbeat.unref();
  }

  #disconnect(): void {
    const client = this.#client;
    this.#client = null;
    this.#expected.clear();
    void client?.end().catch(() => undefined);
    if (this.#heartbeat !== null) clearInterval(this.#heartbeat);
    this.#heartbeat = null;
  }
}

/** Triggers of older versions send no table name. */
function toTables(payload: string | undefined): ChangedTables {
  return payload ? new Set([payload]) : null;
}
