// Random sequences of writes to documents with drafts and locales: after each step, the database equals a model in
// memory (docs/strapi/publishing.md; D6, D7, D12, D13). LIFECYCLE_RUNS runs more sequences than usual, LIFECYCLE_ONLY
// those about attributes such as `page.related,topic.pages`; `npm run soak -- --only sequences` runs others for a given
// time.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LifecycleEngine } from './lifecycle/engine.ts';
import { knownSequences } from './lifecycle/known-sequences.ts';
import { playSequence, Run } from './lifecycle/play.ts';
import { randomSequence } from './lifecycle/random-steps.ts';
import { onClient } from './support/test-database.ts';

const { LIFECYCLE_RUNS, LIFECYCLE_ONLY } = process.env;

/** On PostgreSQL each statement is on its way for longer. */
const RUNS = Number(LIFECYCLE_RUNS ?? onClient({ sqlite: 25, postgres: 5 }));
const TIMEOUT = 120_000 + RUNS * 100;
/** After the first documents, which are steps too. */
const STEPS = 26;
const ONLY = LIFECYCLE_ONLY?.split(',') ?? [];

let engine: LifecycleEngine;

beforeAll(async () => {
  engine = await LifecycleEngine.open();
});

afterAll(() => engine[Symbol.asyncDispose]());

test('any sequence of writes and publications is consistent', { timeout: TIMEOUT }, async () => {
  const delta = { sequences: 0, steps: 0, rejected: 0 };
  await fc.assert(
    fc.asyncProperty(randomSequence({ steps: STEPS, only: ONLY }), async (sequence) => {
      const { steps, rejected } = await playSequence(engine, sequence);
      delta.sequences += 1;
      delta.steps += steps;
      delta.rejected += rejected;
    }),
    { numRuns: RUNS },
  );
  expect(delta.sequences).toBe(RUNS);
  // Sequences that are mostly rejected would prove little.
  expect(delta.rejected / delta.steps).toBeLessThan(0.1);
});

test.each(knownSequences)('%s', async (_name, steps) => {
  const run = await Run.begin(engine);
  for (const step of steps) await run.play(step);
  await run.end();
});
