import { describe, expect, it } from 'vitest';
import { numberRows } from './link-numbers.ts';

describe('order values of links at a position', () => {
  it('continue after the highest number in use', () => {
    expect(numberRows([[1], [4], null, null], { highest: 7, steps: 'whole' })).toEqual([
      1, 4, 8, 9,
    ]);
    expect(numberRows([null], { highest: 0, steps: 'whole' })).toEqual([1]);
  });

  it('are spread out after the highest one', () => {
    const [first, second] = numberRows([null, null], { highest: 2, steps: 'parts' }) ?? [];
    expect(first).toBeCloseTo(2.6633);
    expect(second).toBeCloseTo(2.8267);
  });

  it('lie between their neighbors, whose rows may have several', () => {
    const end = { highest: 3, steps: 'parts' } as const;
    expect(numberRows([null, [1], [3]], end)).toEqual([0.745, 1, 3]);
    expect(numberRows([[1], null, [3]], end)).toEqual([1, 1.745, 3]);
    expect(numberRows([[1, 2], null, [3]], end)).toEqual([1, 2.745, 3]);
    expect(numberRows([[1], null, [1.5]], end)).toEqual([1, 1.25, 1.5]);
  });

  it('are null if neighbors leave no room', () => {
    const end = { highest: 1, steps: 'parts' } as const;
    expect(numberRows([[1], null, [1]], end)).toBeNull();
    expect(numberRows([[1], null, [1 + Number.EPSILON]], end)).toBeNull();
  });
});
