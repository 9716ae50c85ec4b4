// Coroutines side by side: what they can run next is sent together, so that over a network several cost what the longest
// of them does.
import { isUnread, NO_ROWS } from './send-ahead.ts';
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
  const running = readings.map((reading) => new Running(reading));
  let isDone = false;
  try {
    for (const each of running) each.next(NO_ROWS);
    for (;;) {
      const queries: Query[] = [];
      for (const each of running) for (const query of each.queries) queries.push(query);
      if (queries.length === 0) break;
      const answers = yield queries;
      let at = 0;
      for (const each of running) {
        const count = each.queries.length;
        if (count === 0) continue;
        each.next(answers.slice(at, at + count));
        at += count;
      }
    }
    isDone = true;
  } finally {
    if (!isDone) for (const reading of readings) reading.return(undefined);
  }
  return running.map(({ result }) => result);
}

/** One coroutine, and what it waits for. */
class Running {
  readonly #reading: Reading<unknown>;
  /** Those at the start that it does not read the rows of. */
  #ahead = 0;
  #isDone = false;
  queries: readonly Query[] = [];
  result: unknown = undefined;

  constructor(reading: Reading<unknown>) {
    this.#reading = reading;
  }

  /** Runs it until it waits for rows. @param answers The rows of its queries */
  next(answers: readonly (readonly Row[])[]): void {
    this.queries = [];
    if (this.#isDone) return;
    let step = this.#reading.next(this.#ahead === 0 ? answers : answers.slice(this.#ahead));
    let ahead: Query[] | null = null;
    while (step.done !== true && step.value.every(isUnread)) {
      ahead ??= [];
      for (const query of step.value) ahead.push(query);
      step = this.#reading.next(step.value.map(() => NO_ROWS));
    }
    this.#ahead = ahead?.length ?? 0;
    if (step.done === true) {
      this.#isDone = true;
      this.result = step.value;
      this.queries = ahead ?? [];
    } else this.queries = ahead ? [...ahead, ...step.value] : step.value;
  }
}
