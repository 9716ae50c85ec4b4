// Ratios of two servers, from pairs of rounds that ran one after the other, with confidence intervals.
import { median } from './measure.mjs';

/** Median of the ratios of pairs, and its confidence interval. @typedef {{ ratio: number, low: number, high: number }} Comparison */

/** Confidence of the interval; with fewer than six pairs it is lower, and the interval covers all of them. */
const CONFIDENCE = 0.95;

/**
 * Compares values with those of a reference, measured in the same order.
 * @param {readonly number[]} values
 * @param {readonly number[]} reference
 * @returns {Comparison}
 */
export function compare(values, reference) {
  const ratios = values
    .slice(0, reference.length)
    .map((value, i) => value / (reference[i] ?? NaN))
    .filter(Number.isFinite)
    .toSorted((a, b) => a - b);
  const left = omitted(ratios.length);
  return {
    ratio: median(ratios),
    low: ratios[left] ?? NaN,
    high: ratios.at(-1 - left) ?? NaN,
  };
}

/**
 * Number of the smallest and of the largest values that the interval of a median leaves out. It holds for any distribution:
 * how many values are below the median is binomial.
 * @param {number} count
 */
function omitted(count) {
  let tail = 0;
  let probability = 0.5 ** count;
  for (let below = 0; below < count / 2; below++) {
    tail += probability;
    if (2 * tail > 1 - CONFIDENCE) return Math.max(0, below - 1);
    probability *= (count - below) / (below + 1);
  }
  return 0;
}
