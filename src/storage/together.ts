// In charge of readings that run side by side: what they can run next is sent together, so that over a network several
// cost what the longest of them does.
import type { Query, Reading, Row } from './session.ts';

/** Runs readings side by side. @throws what the first of them throws, or a statement of any: the others end there */
export function* together(readings: readonly Reading<void>[]): Reading<void> {
  let steps: readonly Step[] = begun(readings);
  try {
    while (steps.length > 0) {
      const answers = yield steps.flatMap(({ queries }) => queries);
      steps = answered(steps, answers);
    }
  } finally {
    for (const reading of readings) reading.return(undefined);
  }
}

/** A reading that waits for rows. */
interface Step {
  readonly reading: Reading<void>;
  readonly queries: readonly Query[];
}

function begun(readings: readonly Reading<void>[]): readonly Step[] {
  return readings.flatMap((reading) => stepOf(reading, reading.next()));
}

function answered(steps: readonly Step[], answers: readonly (readonly Row[])[]): readonly Step[] {
  let at = 0;
  return steps.flatMap(({ reading, queries }) => {
    const rows = answers.slice(at, at + queries.length);
    at += queries.length;
    return stepOf(reading, reading.next(rows));
  });
}

function stepOf(
  reading: Reading<void>,
  { done, value }: IteratorResult<readonly Query[], void>,
): readonly Step[] {
  return done === true || value === undefined ? [] : [{ reading, queries: value }];
}
