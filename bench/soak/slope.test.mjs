// Fits of memory over time, and the bound on growth.
import { expect, test } from 'vitest';
import { memoryRows } from './memory.mjs';
import { fit, grows, secondHalf } from './slope.mjs';

/** @param {readonly number[]} values one each tenth of an hour */
function samples(values) {
  return values.map((value, index) => ({ hours: index / 10, value }));
}

test('points of a line have its slope and no error', () => {
  const { slope, error } = fit(samples([50, 51, 52, 53]));
  expect(slope).toBeCloseTo(10);
  expect(error).toBeCloseTo(0);
});

test('two points make no slope', () => {
  expect(fit(samples([1, 2]))).toEqual({ slope: NaN, error: NaN });
  expect(grows(fit(samples([1, 2])), 5)).toBe(false);
});

test('noise around a constant does not grow, a line through noise does', () => {
  const noise = [1, -1, 2, -2, 1, -1, 2, -2];
  expect(grows(fit(samples(noise.map((each) => 50 + each))), 5)).toBe(false);
  expect(grows(fit(samples(noise.map((each, index) => 50 + each + 3 * index))), 5)).toBe(true);
});

test('the second half is one of time, not of samples', () => {
  const uneven = [0, 0.1, 0.2, 0.3, 1].map((hours) => ({ hours, value: 1 }));
  expect(secondHalf(uneven)).toEqual([{ hours: 1, value: 1 }]);
});

test('growth of the first half is not counted; the bound is 3 % of the first value if that is more', () => {
  const rows = memoryRows('heap', samples([20, 40, 60, 60, 60, 60]), 5);
  expect(rows[1]).toMatchObject({ bound: '5.0 MB/h', isBroken: false });
  const large = memoryRows('heap', samples([1000, 1001, 1002, 1003, 1004, 1005]), 5);
  expect(large[1]).toMatchObject({ bound: '30.0 MB/h', value: '10.0 ± 0.0 MB/h', isBroken: false });
  expect(memoryRows('heap', samples([50, 51, 52, 53, 54, 55]), 5)[1]?.isBroken).toBe(true);
});
