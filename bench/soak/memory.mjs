// Memory of a server under test: samples of resident memory and of the heap after a collection.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fit, grows, secondHalf } from './slope.mjs';
import { mb } from './table.mjs';

/** @typedef {import('./slope.mjs').Sample} Sample */

const MEGABYTE = 2 ** 20;

/** How long a collection may take, in milliseconds. */
const PATIENCE = 30_000;

/** A server at rest: caches that expire and connections that close are gone, in milliseconds. */
const REST = 2000;

/** Growth of so large a share of the first value an hour counts as flat, whatever the bound in megabytes. */
const SHARE = 0.03;

/** Samples of one server, from its start. */
export class Memory {
  #server;
  #file;
  #start = performance.now();
  /** Megabytes after a collection, with all that lives outside the heap of V8 but is held by it. @type {Sample[]} */
  heap = [];
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
    const heap = await this.#collected();
    const hours = (performance.now() - this.#start) / 3_600_000;
    if (heap !== null) this.heap.push({ hours, value: heap });
    this.rss.push({ hours, value: this.#server.memory() });
  }

  /** Megabytes; null if the server does not answer the signal. */
  async #collected() {
    rmSync(this.#file, { force: true });
    if (!this.#server.isRunning) return null;
    this.#server.signal('SIGUSR2');
    for (const end = performance.now() + PATIENCE; performance.now() < end;) {
      await sleep(20);
      if (!existsSync(this.#file)) continue;
      /** @type {{ heapUsed: number, external: number }} */
      const { heapUsed, external } = JSON.parse(readFileSync(this.#file, 'utf8'));
      return (heapUsed + external) / MEGABYTE;
    }
    return null;
  }
}

/**
 * Rows of the table for one kind of sample.
 * @param {string} name
 * @param {readonly Sample[]} samples
 * @param {number} growth bound in megabytes an hour
 * @returns {import('./table.mjs').Row[]}
 */
export function memoryRows(name, samples, growth) {
  const first = samples.at(0)?.value ?? NaN;
  const last = samples.at(-1)?.value ?? NaN;
  const half = secondHalf(samples);
  const fitted = fit(half);
  const bound = Math.max(growth, SHARE * first);
  const { slope, error } = fitted;
  const value = Number.isFinite(slope)
    ? `${slope.toFixed(1)} ± ${(2 * error).toFixed(1)} MB/h`
    : 'too few samples';
  return [
    { part: 'memory', name: `${name}, first -> last`, value: `${mb(first)} -> ${mb(last)}` },
    {
      part: 'memory',
      name: `${name}, slope of the second half (${half.length} samples)`,
      value,
      bound: `${bound.toFixed(1)} MB/h`,
      isBroken: grows(fitted, bound),
    },
  ];
}
