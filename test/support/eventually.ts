// Polls a condition in a test.
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';

/** Timeout in milliseconds; generous, since the machine may be busy. */
const TIMEOUT = 45_000;

/** Waits until a condition is true; errors count as false. */
export async function eventually(isSo: () => Promise<boolean> | boolean): Promise<void> {
  const end = performance.now() + TIMEOUT;
  const is = async (): Promise<boolean> => {
    try {
      return await isSo();
    } catch {
      return false;
    }
  };
  while (!(await is())) {
    if (performance.now() > end) expect(await isSo()).toBe(true);
    await setTimeout(50);
  }
}
