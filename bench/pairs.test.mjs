// Ratios of paired rounds.
import { expect, test } from 'vitest';
import { compare } from './pairs.mjs';

test('compares each value with that of the same round', () => {
  expect(compare([2, 20, 300], [1, 10, 100])).toEqual({ ratio: 2, low: 2, high: 3 });
});

test('the interval excludes outliers if there are enough rounds', () => {
  const values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
  const ones = values.map(() => 1);
  // 3 to 10: the median is below or above it with a probability of 0.0386.
  expect(compare(values, ones)).toEqual({ ratio: 6.5, low: 3, high: 10 });
  expect(compare(values.slice(0, 5), ones)).toEqual({ ratio: 3, low: 1, high: 5 });
});

test('ignores rounds without a counterpart', () => {
  expect(compare([2, 3], [1])).toEqual({ ratio: 2, low: 2, high: 2 });
  expect(compare([2, NaN, 4], [1, 1, NaN])).toEqual({ ratio: 2, low: 2, high: 2 });
});
