// In charge of waiting for what happens soon, in a test.
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';

/** Waits until something is so, which it must be within a quarter of a minute; errors count as not yet. */
export async function eventually(isSo: () => Promise<boolean> | boolean): Promise<void> {
  const end = performance.now() + 15_000;
  const is = async (): Promise<boolean> => {
    try {
      return await isSo();
    } catch {
      return false;
    }
  };
  while (!(await is())) {
    if (performance.now() > end) expect(await isSo()).toBe(true);
    await setTimeout(20);
  }
}
