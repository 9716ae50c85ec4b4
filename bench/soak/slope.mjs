// Linear regression of samples over time.

/** @typedef {{ hours: number, value: number }} Sample */

/** Growth per hour and its standard error; NaN with fewer than three samples. @typedef {{ slope: number, error: number }} Fit */

/**
 * Fits a line with least squares.
 * @param {readonly Sample[]} samples
 * @returns {Fit}
 */
export function fit(samples) {
  const count = samples.length;
  if (count < 3) return { slope: NaN, error: NaN };
  const x = mean(samples.map(({ hours }) => hours));
  const y = mean(samples.map(({ value }) => value));
  const spread = sum(samples.map(({ hours }) => (hours - x) ** 2));
  const slope = sum(samples.map(({ hours, value }) => (hours - x) * (value - y))) / spread;
  const residuals = sum(samples.map(({ hours, value }) => (value - y - slope * (hours - x)) ** 2));
  return { slope, error: Math.sqrt(residuals / (count - 2) / spread) };
}

/**
 * Second half by time; the first half is the warm-up.
 * @param {readonly Sample[]} samples
 */
export function secondHalf(samples) {
  const first = samples.at(0)?.hours ?? 0;
  const last = samples.at(-1)?.hours ?? 0;
  return samples.filter(({ hours }) => hours >= (first + last) / 2);
}

/** Share of the final size from which a cache counts as full. */
const FULL = 0.97;

/**
 * Samples that count for the slope: the second half, as soon as the caches are full.
 * @param {readonly Sample[]} samples
 * @param {readonly Sample[]} cached total size of the caches at the same times
 */
export function steadySamples(samples, cached) {
  const max = Math.max(...cached.map(({ value }) => value));
  const full = cached.find(({ value }) => value >= FULL * max)?.hours ?? 0;
  return secondHalf(samples).filter(({ hours }) => hours >= full);
}

/**
 * Whether the growth exceeds the limit even at the lower end of the 95 % confidence interval.
 * @param {Fit} fitted
 * @param {number} limit per hour
 */
export function exceedsLimit({ slope, error }, limit) {
  return slope - 2 * error > limit;
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/** @param {readonly number[]} numbers */
function mean(numbers) {
  return sum(numbers) / numbers.length;
}
