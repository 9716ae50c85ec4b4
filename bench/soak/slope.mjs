// Linear fit of samples over time.

/** @typedef {{ hours: number, value: number }} Sample */

/** Growth an hour with its standard error; both are NaN with fewer than three samples. @typedef {{ slope: number, error: number }} Fit */

/**
 * Fits a line by least squares.
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
  const rest = sum(samples.map(({ hours, value }) => (value - y - slope * (hours - x)) ** 2));
  return { slope, error: Math.sqrt(rest / (count - 2) / spread) };
}

/**
 * The second half by time: the first one holds the warm-up.
 * @param {readonly Sample[]} samples
 */
export function secondHalf(samples) {
  const first = samples.at(0)?.hours ?? 0;
  const last = samples.at(-1)?.hours ?? 0;
  return samples.filter(({ hours }) => hours >= (first + last) / 2);
}

/** A cache with this share of its final size counts as full. */
const FULL = 0.97;

/**
 * The part of the samples whose slope counts: the second half, from the moment when the caches are full.
 * @param {readonly Sample[]} samples
 * @param {readonly Sample[]} filled sizes of all caches at the same moments
 */
export function judged(samples, filled) {
  const most = Math.max(...filled.map(({ value }) => value));
  const full = filled.find(({ value }) => value >= FULL * most)?.hours ?? 0;
  return secondHalf(samples).filter(({ hours }) => hours >= full);
}

/**
 * Whether samples grow by more than the bound even at the lower end of the 95 % interval of the slope.
 * @param {Fit} fitted
 * @param {number} bound an hour
 */
export function grows({ slope, error }, bound) {
  return slope - 2 * error > bound;
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/** @param {readonly number[]} numbers */
function mean(numbers) {
  return sum(numbers) / numbers.length;
}
