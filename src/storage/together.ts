// Coroutines side by side: what they can run next is sent together, so that over a network several cost what the longest
// of them does.
import { sendAhead } from './send-ahead.ts';
import type { Query, Reading, Row } from './session.ts';

/**
 * Runs coroutines side by side; those that write must not touch the same rows.
 * @returns their results, in the order given
 * @throws what the first of them throws, or a statement of any: the others end there
 */
export function together<const T extends readonly unknown[]>(readings: {
  readonly [K in keyof T]: Reading<T[K]>;
}): Reading<T>;
export function* together(readings: readonly Reading<unknown>[]): Reading<readonly unknown[]> {
  const results: unknown[] = readings.map(() => undefined);
  let steps = readings.flatMap((reading, place) => {
    const ahead = sendAhead(reading);
    return stepOf({ reading: ahead, place }, ahead.next(), results);
  });
  try {
    while (steps.length > 0) {
      const answers = yield steps.flatMap(({ queries }) => queries);
      steps = answered(steps, answers, results);
    }
  } finally {
    for (const reading of readings) reading.return(undefined);
  }
  return results;
}

interface Running {
  readonly reading: Reading<unknown>;
  /** Of its result. */
  readonly place: number;
}

/** A coroutine that waits for rows. */
interface Step extends Running {
  readonly queries: readonly Query[];
}

function answered(
  steps: readonly Step[],
  answers: readonly (readonly Row[])[],
  results: unknown[],
): Step[] {
  let at = 0;
  return steps.flatMap((step) => {
    const rows = answers.slice(at, at + step.queries.length);
    at += step.queries.length;
    return stepOf(step, step.reading.next(rows), results);
  });
}

function stepOf(
  { reading, place }: Running,
  step: IteratorResult<readonly Query[], unknown>,
  results: unknown[],
): readonly Step[] {
  if (step.done !== true) return [{ reading, place, queries: step.value }];
  results[place] = step.value;
  return [];
}
