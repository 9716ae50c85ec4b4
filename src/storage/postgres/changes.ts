// In charge of knowing whether anybody committed since: a connection of its own listens to what the triggers of the
// database tell. Where it cannot be sure, it says that something changed.
import { setTimeout } from 'node:timers/promises';
import type { Client } from 'pg';
import { ChangeFeed, type ChangedTables, type ChangeListener } from '../change-feed.ts';
import type { Tallies } from '../tally.ts';
import { CHANNEL } from './attachment.ts';

/** How long to wait before a lost connection is opened again, in milliseconds. */
const RETRY = 1000;

/** How often the connection is asked for a sign of life, and how long it has for it, in milliseconds. */
const HEARTBEAT = 5000;

/** What it needs to listen. */
export interface ChangesParts {
  /** Whom to listen to: the server that takes the writes. @throws where none does */
  readonly source: () => Source;
  /** Somebody else committed. @param table What was changed; null where that is not known */
  readonly onChange: (table: string | null) => void;
}

/** A server that tells of commits. */
export interface Source {
  /** A connection that nobody else uses, not open yet. */
  readonly client: Client;
  /** True where a process of that server works for us: what it commits is noted before its word comes. */
  readonly isOwn: (processId: number) => boolean;
}

/** Tells of changes. */
export class Changes {
  readonly #parts: ChangesParts;
  readonly #feed = new ChangeFeed();
  #client: Client | null = null;
  #isClosed = false;
  /** How often another server took over. */
  #moves = 0;
  /** How many words of our own commits are still to come that say nothing new, by table. */
  readonly #expected = new Map<string, number>();
  #heartbeat: NodeJS.Timeout | null = null;

  constructor(parts: ChangesParts) {
    this.#parts = parts;
  }

  /** Stands still only while the connection is there and tells of nothing. */
  get version(): number {
    if (this.#client === null) this.#feed.tell(null);
    return this.#feed.version;
  }

  /** A commit of ours begins: the database will tell once of each of its tables, and its note says no less. */
  expect(tables: ChangedTables): void {
    for (const table of tables ?? [])
      this.#expected.set(table, (this.#expected.get(table) ?? 0) + 1);
  }

  /** Something was committed here: it counts before whoever wrote it is answered. */
  note(tables: ChangedTables, tallies?: Tallies): void {
    // It may not have come to be: then no word of it comes, and one that does is to be heard.
    if (tables === null) this.#expected.clear();
    this.#feed.tell(tables, tallies);
  }

  /** @returns what ends it */
  onChange(listener: ChangeListener): () => void {
    return this.#feed.listen(listener);
  }

  /** Begins to listen, and goes on until it is closed. */
  listen(): void {
    void this.#stay();
  }

  /** Listens to the server that takes the writes now, and knows nothing until it does. */
  listenAnew(): void {
    this.#moves += 1;
    this.#lose();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#lose();
  }

  async #stay(): Promise<void> {
    while (!this.#isClosed) {
      await this.#listenOnce().catch(() => undefined);
      this.#lose();
      if (!this.#isClosed) await setTimeout(RETRY, undefined, { ref: false });
    }
  }

  /** Ends when the connection does. */
  async #listenOnce(): Promise<void> {
    const moves = this.#moves;
    const { client, isOwn } = this.#parts.source();
    const ended = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
    });
    client.on('notification', ({ processId, payload }) => {
      if (!isOwn(processId)) this.#hear(payload);
      else if (!this.#isExpected(payload)) this.note(toTables(payload));
    });
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
    if (this.#isClosed || moves !== this.#moves) return void client.end();
    // Nobody told of what was committed before.
    this.#hear('');
    this.#client = client;
    this.#watch(client);
    await ended;
  }

  /** What we wrote counts already, but not what the database wrote along with it where we named another table. */
  #isExpected(table = ''): boolean {
    const left = this.#expected.get(table) ?? 0;
    if (left > 1) this.#expected.set(table, left - 1);
    else this.#expected.delete(table);
    return left > 0;
  }

  #hear(payload: string | undefined): void {
    this.#parts.onChange(payload || null);
    this.note(toTables(payload));
  }

  /** A connection may be dead without a word. */
  #watch(client: Client): void {
    this.#heartbeat = setInterval(() => {
      const late = setTimeout(HEARTBEAT, 'late', { ref: false });
      const alive = client.query('SELECT 1').then(() => 'alive');
      Promise.race([alive, late]).then(
        (sign) => sign === 'late' && this.#lose(),
        () => this.#lose(),
      );
    }, HEARTBEAT);
    this.#heartbeat.unref();
  }

  #lose(): void {
    const client = this.#client;
    this.#client = null;
    this.#expected.clear();
    void client?.end().catch(() => undefined);
    if (this.#heartbeat !== null) clearInterval(this.#heartbeat);
    this.#heartbeat = null;
  }
}

/** Databases that were attached before say no name. */
function toTables(payload: string | undefined): ChangedTables {
  return payload ? new Set([payload]) : null;
}
