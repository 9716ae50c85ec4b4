// Memory rows of the results table.
import { exceedsLimit, fit, steadySamples } from './slope.mjs';
import { mb } from './table.mjs';

/** @typedef {import('./slope.mjs').Sample} Sample */
/** @typedef {import('./table.mjs').Row} Row */

/** Growth per hour up to this share of the first value is within the limit, regardless of the limit in megabytes. */
const SHARE = 0.03;

/**
 * Rows for all kinds of memory. The limit applies to resident memory, and to the heap without compiled code: V8 keeps
 * optimizing functions for hours, and the size of their code is bounded by the size of the program.
 * @param {Pick<import('./memory.mjs').Memory, 'heap' | 'code' | 'cached' | 'caches' | 'rss' | 'peak'>} memory
 * @param {number} growth limit in megabytes per hour
 * @returns {Row[]}
 */
export function memoryTable({ heap, code, cached, caches, rss, peak }, growth) {
  const data = heap.map(({ hours, value }, index) => ({
    hours,
    value: value - (code[index]?.value ?? 0),
  }));
  const caching = { cached };
  return [
    ...memoryRows('heap after collection', heap, caching),
    ...memoryRows('compiled code in it', code, caching),
    ...memoryRows('heap without compiled code', data, { ...caching, growth }),
    ...memoryRows('caches, as estimated by the server', cached, caching),
    ...caches.map(({ name, bytes, limit }) => ({
      part: 'memory',
      name: `cache ${name}`,
      value: `${mb(bytes / 2 ** 20)}, at most ${mb(limit / 2 ** 20)} each`,
    })),
    ...memoryRows('resident at rest', rss, { ...caching, growth }),
    { part: 'memory', name: 'resident, peak', value: `${Math.round(peak)} MB` },
  ];
}

/**
 * Rows of the table for one kind of sample.
 * @param {string} name
 * @param {readonly Sample[]} samples
 * @param {{ cached?: readonly Sample[], growth?: number }} [options] sizes of all caches, and a limit in megabytes per hour
 * @returns {Row[]}
 */
export function memoryRows(name, samples, { cached = [], growth } = {}) {
  const first = samples.at(0)?.value ?? NaN;
  const last = samples.at(-1)?.value ?? NaN;
  const part = steadySamples(samples, cached);
  const fitted = fit(part);
  const { slope, error } = fitted;
  const value = Number.isFinite(slope)
    ? `${slope.toFixed(1)} ± ${(2 * error).toFixed(1)} MB/h`
    : 'too few samples';
  const limit = Math.max(growth ?? Infinity, SHARE * first);
  return [
    { part: 'memory', name: `${name}, first -> last`, value: `${mb(first)} -> ${mb(last)}` },
    {
      part: 'memory',
      name: `${name}, slope (${part.length} samples)`,
      value,
      ...(growth === undefined
        ? {}
        : { limit: `${limit.toFixed(1)} MB/h`, isExceeded: exceedsLimit(fitted, limit) }),
    },
  ];
}
