import { expect, test } from 'vitest';
import { onInterrupt } from './on-interrupt.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Listeners of both signals that `register` adds. Other tests of this process may have listeners that end it. */
function listenersOf(register: () => void): readonly NodeJS.SignalsListener[] {
  const before = SIGNALS.flatMap((signal) => process.listeners(signal));
  register();
  const after = SIGNALS.flatMap((signal) => process.listeners(signal));
  return after.filter((listener) => !before.includes(listener));
}

test('stops at the first signal, and leaves the second one to the system', () => {
  let calls = 0;
  const [onSigint, onSigterm] = listenersOf(() => void onInterrupt(() => (calls += 1)));
  expect(onSigint).toBe(onSigterm);
  onSigint?.('SIGINT');
  expect(calls).toBe(1);
  for (const signal of SIGNALS) expect(process.listeners(signal)).not.toContain(onSigint);
});

test('can be canceled', () => {
  expect(listenersOf(() => onInterrupt(() => undefined)())).toEqual([]);
});
