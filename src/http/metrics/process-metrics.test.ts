// How late the event loop was: the same for all who ask, and of a whole window where one has ended.
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

/** @param milliseconds For which nobody gets a turn */
async function block(milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
  await new Promise((resolve) => setTimeout(resolve, 50));
}

test('who asks takes it from nobody', async () => {
  const watching = watch();
  await block(50);
  await block(300);
  const first = longest(watching);
  expect(first).toBeGreaterThan(0.1);
  expect(longest(watching)).toBeGreaterThanOrEqual(first);
});

test('it is forgotten a window after it was told', async () => {
  const watching = watch(1000);
  await block(50);
  await block(300);
  const seen = longest(watching);
  await eventually(async () => longest(watching) < seen);
});
