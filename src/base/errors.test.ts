import { expect, test } from 'vitest';
import { listedErrors } from './errors.ts';
import { MAX_FAILURES, MAX_FAILURES_LENGTH } from './limits.ts';

test('lists all errors if they are few and short', () => {
  const errors = Array.from({ length: MAX_FAILURES }, (_, i) => `error ${i}`);
  expect(listedErrors(errors)).toBe(errors);
  expect(listedErrors([])).toEqual([]);
});

test('lists the first ones of many', () => {
  const errors = Array.from({ length: MAX_FAILURES + 5 }, (_, i) => `error ${i}`);
  expect(listedErrors(errors)).toEqual(errors.slice(0, MAX_FAILURES));
});

test('lists long ones up to a total length, but at least one', () => {
  const long = 'x'.repeat(MAX_FAILURES_LENGTH);
  expect(listedErrors([long, 'short'])).toEqual([long]);
  expect(listedErrors(['short', long, 'other'])).toEqual(['short']);
});
