// Memory of a server under test: samples of resident memory, and of the heap after a garbage collection.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseCaches } from './cache-metrics.mjs';

/** @typedef {import('./slope.mjs').Sample} Sample */

const MEGABYTE = 2 ** 20;

/** Timeout of a garbage collection, in milliseconds. */
const COLLECTION_TIMEOUT = 30_000;

/** Time until caches have expired and connections have closed, in milliseconds. */
const SETTLE_TIME = 2000;

/** Memory samples of one server since its start. */
export class Memory {
  #server;
  #file;
  #start = performance.now();
  /** Heap in megabytes after a collection, including external memory that it retains. @type {Sample[]} */
  heap = [];
  /** Megabytes of the heap that contain compiled code. @type {Sample[]} */
  code = [];
  /** Megabytes of all caches, as estimated by the server. @type {Sample[]} */
  cached = [];
  /** Caches in the last sample. @type {import('./cache-metrics.mjs').Cache[]} */
  caches = [];
  /** Resident memory in megabytes. @type {Sample[]} */
  rss = [];
  /** Highest resident memory in megabytes. */
  peak = 0;

  /**
   * @param {import('../servers/server.mjs').Server} server must be started with the heap probe
   * @param {string} file output file of the probe
   */
  constructor(server, file) {
    this.#server = server;
    this.#file = file;
  }

  /** Updates the peak of resident memory while the server is under load. */
  updatePeak() {
    this.peak = Math.max(this.peak, this.#server.memory() || 0);
  }

  /** Waits until the server is at rest, then takes a sample. */
  async sample() {
    this.updatePeak();
    await sleep(SETTLE_TIME);
    const collected = await this.#collectGarbage();
    const hours = (performance.now() - this.#start) / 3_600_000;
    if (collected) {
      this.heap.push({ hours, value: collected.heap / MEGABYTE });
      this.code.push({ hours, value: collected.code / MEGABYTE });
    }
    this.rss.push({ hours, value: this.#server.memory() });
    const metrics = await this.#server.get('/metrics').catch(() => null);
    if (metrics?.status !== 200) return;
    this.caches = parseCaches(metrics.body);
    const bytes = this.caches.reduce((sum, cache) => sum + cache.bytes, 0);
    this.cached.push({ hours, value: bytes / MEGABYTE });
  }

  /**
   * Sizes after a garbage collection in bytes; null if the server does not react to the signal.
   * @returns {Promise<{ heap: number, code: number } | null>}
   */
  async #collectGarbage() {
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
