// Waiting for what happens soon, in a test.
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';

/** How long to wait, in milliseconds: the machine may have much else to do. */
const PATIENCE = 45_000;

/** Waits until something is so; errors count as not yet. */
export async function eventually(isSo: () => Promise<boolean> | boolean): Promise<void> {
  const end = performance.now() + PATIENCE;
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
