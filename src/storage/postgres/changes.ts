// In charge of knowing whether anybody committed since: a connection of its own listens to what the triggers of the
// database tell. Where it cannot be sure, it says that something changed.
import { setTimeout } from 'node:timers/promises';
import type { Client } from 'pg';
import { CHANNEL } from './attachment.ts';

/** How long to wait before a lost connection is opened again, in milliseconds. */
const RETRY = 1000;

/** How often the connection is asked for a sign of life, and how long it has for it, in milliseconds. */
const HEARTBEAT = 5000;

/** Makes a connection that nobody else uses, not open yet. */
export type MakeClient = () => Client;

/** Counts changes. */
export class Changes {
  readonly #make: MakeClient;
  #version = 0;
  #client: Client | null = null;
  #isClosed = false;
  #heartbeat: NodeJS.Timeout | null = null;

  constructor(make: MakeClient) {
    this.#make = make;
  }

  /** Stands still only while the connection is there and tells of nothing. */
  get version(): number {
    if (this.#client === null) this.#version += 1;
    return this.#version;
  }

  /** Something was committed here: it counts before whoever wrote it is answered. */
  readonly note = (): void => {
    this.#version += 1;
  };

  /** Begins to listen, and goes on until it is closed. */
  listen(): void {
    void this.#stay();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const client = this.#client;
    this.#lose();
    await client?.end().catch(() => undefined);
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
    const client = this.#make();
    const ended = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
    });
    client.on('notification', this.note);
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
    this.note();
    this.#client = client;
    this.#watch(client);
    await ended;
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
    this.#client = null;
    if (this.#heartbeat !== null) clearInterval(this.#heartbeat);
    this.#heartbeat = null;
  }
}
