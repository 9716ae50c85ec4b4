// Delay of the event loop: the same for all readers, and of the last complete window.
import { onTestFinished, expect, test } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { ProcessMetrics } from './process-metrics.ts';

function watch(window?: number): ProcessMetrics {
  const watching = new ProcessMetrics(window);
  onTestFinished(() => watching.end());
  return watching;
}

/** In seconds. */
function longest({ families }: ProcessMetrics): number {
  const family = families.find(({ name }) => name === 'nodejs_eventloop_lag_max_seconds');
  return family?.samples[0]?.value ?? Number.NaN;
}

/** @param milliseconds For which the event loop is blocked */
async function block(milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
  await new Promise((resolve) => setTimeout(resolve, 50));
}

test('reading the longest delay does not reset it', async () => {
  const watching = watch();
  await block(50);
  await block(300);
  const first = longest(watching);
  expect(first).toBeGreaterThan(0.1);
  expect(longest(watching)).toBeGreaterThanOrEqual(first);
});

test('the longest delay expires after a window', async () => {
  const watching = watch(1000);
  await block(50);
  await block(300);
  const seen = longest(watching);
  await eventually(async () => longest(watching) < seen);
});
