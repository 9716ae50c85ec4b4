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
  const results: unknown[] = [];
  const running: Running[] = [];
  let isDone = false;
  try {
    for (const [i, reading] of readings.entries()) {
      const step = reading.next();
      if (step.done === true) results[i] = step.value;
      else running.push(new Running(reading, i, step.value));
    }
    // Alone, a coroutine needs nobody to sort its rows out.
    const [only] = running;
    if (only && running.length === 1) results[only.place] = yield* only.finish();
    else if (only) yield* runAll(running, results);
    isDone = true;
  } finally {
    if (!isDone) for (const reading of readings) reading.return(undefined);
  }
  return results;
}

function* runAll(running: readonly Running[], results: unknown[]): Reading<void> {
  for (const each of running) each.skipUnread();
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
  for (const { place, result } of running) results[place] = result;
}

/** One coroutine, and what it waits for. */
class Running {
  readonly #reading: Reading<unknown>;
  /** Where its result belongs. */
  readonly place: number;
  /** Those at the start that it does not read the rows of. */
  #ahead = 0;
  #isDone = false;
  queries: readonly Query[];
  result: unknown = undefined;

  /** @param queries What it has yielded first */
  constructor(reading: Reading<unknown>, place: number, queries: readonly Query[]) {
    this.#reading = reading;
    this.place = place;
    this.queries = queries;
  }

  /** Runs it to its end by itself. */
  *finish(): Reading<unknown> {
    let { queries } = this;
    for (;;) {
      const step = this.#reading.next(yield queries);
      if (step.done === true) return step.value;
      queries = step.value;
    }
  }

  /** Runs it until it waits for rows. */
  skipUnread(): void {
    this.#settle({ done: false, value: this.queries });
  }

  /** Runs it until it waits for rows again. @param answers The rows of its queries */
  next(answers: readonly (readonly Row[])[]): void {
    this.queries = [];
    if (this.#isDone) return;
    this.#settle(this.#reading.next(this.#ahead === 0 ? answers : answers.slice(this.#ahead)));
  }

  #settle(first: IteratorResult<readonly Query[], unknown>): void {
    let step = first;
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
