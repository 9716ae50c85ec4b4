import { expect, test } from 'vitest';
import { onInterrupt } from './on-interrupt.ts';

test('stops once, whichever signal arrives, and can be canceled', () => {
  const before = process.listenerCount('SIGTERM');
  let calls = 0;
  onInterrupt(() => (calls += 1));
  // Without a listener, the second signal would end the process: the test only notifies listeners.
  process.emit('SIGINT', 'SIGINT');
  process.emit('SIGTERM', 'SIGTERM');
  expect(calls).toBe(1);
  onInterrupt(() => (calls += 1))();
  expect(process.listenerCount('SIGTERM')).toBe(before);
});
