// Whatever is done to documents with drafts and locales, the database is what the specification says: after each step of
// random sequences it equals a model in memory (spec/lifecycle.md, decisions D6, D7, D12, D13).
// LIFECYCLE_RUNS plays more sequences than usual, LIFECYCLE_SEED those of an earlier run, LIFECYCLE_ONLY such as are about
// attributes like `page.related,topic.pages`.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LifecycleEngine } from './lifecycle/engine.ts';
import { knownSequences } from './lifecycle/known-sequences.ts';
import { playSequence, Run } from './lifecycle/play.ts';
import { randomSequence } from './lifecycle/random-steps.ts';

const { LIFECYCLE_RUNS, LIFECYCLE_SEED, LIFECYCLE_ONLY } = process.env;

const RUNS = Number(LIFECYCLE_RUNS ?? 300);
const TIMEOUT = 120_000 + RUNS * 100;
/** After the first documents, which are steps too. */
const STEPS = 26;
const ONLY = LIFECYCLE_ONLY?.split(',') ?? [];

test('any sequence of writes and publications', { timeout: TIMEOUT }, async () => {
  const engine = await LifecycleEngine.open();
  const tally = { sequences: 0, steps: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(randomSequence({ steps: STEPS, only: ONLY }), async (sequence) => {
      const { steps, refused } = await playSequence(engine, sequence);
      tally.sequences += 1;
      tally.steps += steps;
      tally.refused += refused;
    }),
    {
      numRuns: RUNS,
      ...(LIFECYCLE_SEED === undefined ? {} : { seed: Number(LIFECYCLE_SEED) }),
    },
  );
  expect(tally.sequences).toBe(RUNS);
  // Sequences that are mostly refused would prove little.
  expect(tally.refused / tally.steps).toBeLessThan(0.1);
});

test.each(knownSequences)('%s', async (_name, steps) => {
  const run = new Run(await LifecycleEngine.open());
  for (const step of steps) await run.play(step);
  run.end();
});
