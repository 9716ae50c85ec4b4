// Rows of the table about memory.
import { fit, grows, judged } from './slope.mjs';
import { mb } from './table.mjs';

/** @typedef {import('./slope.mjs').Sample} Sample */
/** @typedef {import('./table.mjs').Row} Row */

/** Growth per hour up to this share of the first value counts as flat, regardless of the bound in megabytes. */
const SHARE = 0.03;

/**
 * The bound applies to the heap without compiled code, and to resident memory. V8 compiles a function again whenever it has
 * learned more about it; what that takes is limited by the size of the program, but grows for hours.
 * @param {Pick<import('./memory.mjs').Memory, 'heap' | 'code' | 'cached' | 'caches' | 'rss' | 'peak'>} memory
 * @param {number} growth bound in megabytes an hour
 * @returns {Row[]}
 */
export function memoryTable({ heap, code, cached, caches, rss, peak }, growth) {
  const data = heap.map(({ hours, value }, index) => ({
    hours,
    value: value - (code[index]?.value ?? 0),
  }));
  const since = { filled: cached };
  return [
    ...memoryRows('heap after collection', heap, since),
    ...memoryRows('compiled code in it', code, since),
    ...memoryRows('heap without compiled code', data, { ...since, growth }),
    ...memoryRows('caches, as the server estimates them', cached, since),
    ...caches.map(({ name, bytes, limit }) => ({
      part: 'memory',
      name: `cache ${name}`,
      value: `${mb(bytes / 2 ** 20)}, at most ${mb(limit / 2 ** 20)} each`,
    })),
    ...memoryRows('resident at rest', rss, { ...since, growth }),
    { part: 'memory', name: 'resident, peak', value: `${Math.round(peak)} MB` },
  ];
}

/**
 * Rows of the table for one kind of sample.
 * @param {string} name
 * @param {readonly Sample[]} samples
 * @param {{ filled?: readonly Sample[], growth?: number }} [options] sizes of all caches, and a bound in megabytes an hour
 * @returns {Row[]}
 */
export function memoryRows(name, samples, { filled = [], growth } = {}) {
  const first = samples.at(0)?.value ?? NaN;
  const last = samples.at(-1)?.value ?? NaN;
  const part = judged(samples, filled);
  const fitted = fit(part);
  const { slope, error } = fitted;
  const value = Number.isFinite(slope)
    ? `${slope.toFixed(1)} ± ${(2 * error).toFixed(1)} MB/h`
    : 'too few samples';
  const bound = Math.max(growth ?? Infinity, SHARE * first);
  return [
    { part: 'memory', name: `${name}, first -> last`, value: `${mb(first)} -> ${mb(last)}` },
    {
      part: 'memory',
      name: `${name}, slope (${part.length} samples)`,
      value,
      ...(growth === undefined
        ? {}
        : { bound: `${bound.toFixed(1)} MB/h`, isBroken: grows(fitted, bound) }),
    },
  ];
}
