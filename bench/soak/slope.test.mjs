// Linear regression of memory over time, and the limit on growth.
import { expect, test } from 'vitest';
import { parseCaches } from './cache-metrics.mjs';
import { memoryRows, memoryTable } from './memory-table.mjs';
import { exceedsLimit, fit, secondHalf, steadySamples } from './slope.mjs';

/** @param {readonly number[]} values one per tenth of an hour */
function samples(values) {
  return values.map((value, index) => ({ hours: index / 10, value }));
}

test('points on a line have its slope and no error', () => {
  const { slope, error } = fit(samples([50, 51, 52, 53]));
  expect(slope).toBeCloseTo(10);
  expect(error).toBeCloseTo(0);
});

test('two points have no slope', () => {
  expect(fit(samples([1, 2]))).toEqual({ slope: NaN, error: NaN });
  expect(exceedsLimit(fit(samples([1, 2])), 5)).toBe(false);
});

test('noise around a constant is within the limit, noise around a line is not', () => {
  const noise = [1, -1, 2, -2, 1, -1, 2, -2];
  expect(exceedsLimit(fit(samples(noise.map((each) => 50 + each))), 5)).toBe(false);
  expect(exceedsLimit(fit(samples(noise.map((each, index) => 50 + each + 3 * index))), 5)).toBe(
    true,
  );
});

test('the second half is measured by time, not by the number of samples', () => {
  const uneven = [0, 0.1, 0.2, 0.3, 1].map((hours) => ({ hours, value: 1 }));
  expect(secondHalf(uneven)).toEqual([{ hours: 1, value: 1 }]);
});

test('ignores growth in the first half; the limit is at least 3 % of the first value', () => {
  const rows = memoryRows('heap', samples([20, 40, 60, 60, 60, 60]), { growth: 5 });
  expect(rows[1]).toMatchObject({ limit: '5.0 MB/h', isExceeded: false });
  const large = memoryRows('heap', samples([1000, 1001, 1002, 1003, 1004, 1005]), { growth: 5 });
  expect(large[1]).toMatchObject({
    limit: '30.0 MB/h',
    value: '10.0 ± 0.0 MB/h',
    isExceeded: false,
  });
  expect(memoryRows('heap', samples([50, 51, 52, 53, 54, 55]), { growth: 5 })[1]?.isExceeded).toBe(
    true,
  );
});

test('uses samples once the caches are full', () => {
  const cached = samples([1, 2, 3, 4, 5, 5, 5, 5]);
  expect(
    steadySamples(samples([0, 1, 2, 3, 4, 5, 6, 7]), cached).map(({ value }) => value),
  ).toEqual([4, 5, 6, 7]);
  const late = samples([1, 2, 3, 4, 5, 6, 7, 7]);
  expect(steadySamples(samples([0, 1, 2, 3, 4, 5, 6, 7]), late).map(({ value }) => value)).toEqual([
    6, 7,
  ]);
});

test('the limit does not apply to compiled code', () => {
  const [heap, code] = [samples([50, 51, 52, 53, 54, 55]), samples([10, 11, 12, 13, 14, 15])];
  const memory = { heap, code, cached: [], caches: [], rss: [], peak: 0 };
  const slopes = memoryTable(memory, 5).filter(({ name }) => name.includes('slope'));
  expect(slopes.slice(0, 3)).toMatchObject([
    { value: '10.0 ± 0.0 MB/h' },
    { value: '10.0 ± 0.0 MB/h' },
    {
      name: 'heap without compiled code, slope (3 samples)',
      value: '0.0 ± 0.0 MB/h',
      isExceeded: false,
    },
  ]);
});

test('parses caches from metrics, largest first', () => {
  const exposition = `# TYPE quoin_cache_bytes gauge
quoin_cache_bytes{cache="plans"} 10
quoin_cache_bytes{cache="totals"} 20
quoin_cache_limit_bytes{cache="plans"} 100
quoin_cache_limit_bytes{cache="totals"} 200
`;
  expect(parseCaches(exposition)).toEqual([
    { name: 'totals', bytes: 20, limit: 200 },
    { name: 'plans', bytes: 10, limit: 100 },
  ]);
});
