import { expect, test } from 'vitest';
import { parseLifespan } from './lifespan.ts';

test.each([
  ['30d', 2_592_000],
  ['10 hours', 36_000],
  ['1.5h', 5400],
  ['7 Days', 604_800],
  ['1y', 31_557_600],
  ['120000', 120],
  ['500ms', 0.5],
  [60, 60],
  ['0d', null],
  ['soon', null],
  ['-1d', null],
  ['', null],
  [0, null],
  [Number.NaN, null],
  [null, null],
])('parses %j as %j seconds', (span, seconds) => {
  expect(parseLifespan(span)).toBe(seconds);
});
