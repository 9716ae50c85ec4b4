// Memory of a server under test: samples of resident memory and of the heap after a collection.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseCaches } from './cache-metrics.mjs';

/** @typedef {import('./slope.mjs').Sample} Sample */

const MEGABYTE = 2 ** 20;

/** How long a collection may take, in milliseconds. */
const COLLECTION_TIMEOUT = 30_000;

/** A server at rest: caches have expired and connections have closed, in milliseconds. */
const REST = 2000;

/** Samples of one server, from its start. */
export class Memory {
  #server;
  #file;
  #start = performance.now();
  /** Megabytes after a collection, with all that lives outside the heap of V8 but is held by it. @type {Sample[]} */
  heap = [];
  /** Megabytes of these that V8 uses for compiled code. @type {Sample[]} */
  code = [];
  /** Megabytes of all caches, as the server estimates them. @type {Sample[]} */
  cached = [];
  /** The caches of the last sample. @type {import('./cache-metrics.mjs').Cache[]} */
  caches = [];
  /** Megabytes. @type {Sample[]} */
  rss = [];
  /** The highest resident memory that was seen, in megabytes. */
  peak = 0;

  /**
   * @param {import('../servers/server.mjs').Server} server started with the heap probe
   * @param {string} file where the probe writes
   */
  constructor(server, file) {
    this.#server = server;
    this.#file = file;
  }

  /** Notes the resident memory while the server works. */
  look() {
    this.peak = Math.max(this.peak, this.#server.memory() || 0);
  }

  /** Waits until the server is at rest and takes a sample of both. */
  async sample() {
    this.look();
    await sleep(REST);
    const collected = await this.#collected();
    const hours = (performance.now() - this.#start) / 3_600_000;
    if (collected) {
      this.heap.push({ hours, value: collected.heap / MEGABYTE });
      this.code.push({ hours, value: collected.code / MEGABYTE });
    }
    this.rss.push({ hours, value: this.#server.memory() });
    const metrics = await this.#server.answer('/metrics').catch(() => null);
    if (metrics?.status !== 200) return;
    this.caches = parseCaches(metrics.body);
    const bytes = this.caches.reduce((sum, cache) => sum + cache.bytes, 0);
    this.cached.push({ hours, value: bytes / MEGABYTE });
  }

  /**
   * Bytes; null if the server does not answer the signal.
   * @returns {Promise<{ heap: number, code: number } | null>}
   */
  async #collected() {
    rmSync(this.#file, { force: true });
    if (!this.#server.isRunning) return null;
    this.#server.signal('SIGUSR2');
    for (const end = performance.now() + COLLECTION_TIMEOUT; performance.now() < end;) {
      await sleep(20);
      if (!existsSync(this.#file)) continue;
      return JSON.parse(readFileSync(this.#file, 'utf8'));
    }
    return null;
  }
}
