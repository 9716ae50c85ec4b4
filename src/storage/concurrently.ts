// Runs coroutines concurrently: their next statements are sent together, so that over a network all of them take as
// long as the longest.
import { isUnread, NO_ROWS } from './send-ahead.ts';
import type { Query, ReadSteps, Row } from './session.ts';

/**
 * Runs coroutines concurrently; those that write must not touch the same rows.
 * @returns their results in order
 * @throws the first error of a coroutine or a statement; the others are abandoned
 */
export function concurrently<const T extends readonly unknown[]>(coroutines: {
  readonly [K in keyof T]: ReadSteps<T[K]>;
}): ReadSteps<T>;
export function* concurrently(
  coroutines: readonly ReadSteps<unknown>[],
): ReadSteps<readonly unknown[]> {
  const results: unknown[] = [];
  const running: Running[] = [];
  let isDone = false;
  try {
    for (const steps of coroutines) {
      const step = steps.next();
      if (step.done !== true) running.push(new Running(steps, results.length, step.value));
      results.push(step.value);
    }
    // The rows of a single coroutine need no distribution.
    const [only] = running;
    if (only && running.length === 1) {
      while (!only.isDone) only.resume(yield only.queries);
      results[only.index] = only.result;
    } else if (only) yield* runAll(running, results);
    isDone = true;
  } finally {
    if (!isDone) for (const each of coroutines) each.return(undefined);
  }
  return results;
}

function* runAll(running: readonly Running[], results: unknown[]): ReadSteps<void> {
  for (const each of running) each.skipUnread();
  for (;;) {
    const queries: Query[] = [];
    for (const each of running) for (const query of each.queries) queries.push(query);
    if (queries.length === 0) break;
    const rowSets = yield queries;
    let at = 0;
    for (const each of running) {
      const count = each.queries.length;
      if (count === 0) continue;
      each.next(rowSets.slice(at, at + count));
      at += count;
    }
  }
  for (const { index, result } of running) results[index] = result;
}

/** A coroutine and the statements that it waits for. */
class Running {
  readonly #steps: ReadSteps<unknown>;
  /** Position of its result. */
  readonly index: number;
  /** Number of leading statements whose rows it does not read. */
  #ahead = 0;
  isDone = false;
  queries: readonly Query[];
  result: unknown = undefined;

  /** @param queries Its first statements */
  constructor(steps: ReadSteps<unknown>, index: number, queries: readonly Query[]) {
    this.#steps = steps;
    this.index = index;
    this.queries = queries;
  }

  /** Continues with the rows of its statements, also if it does not read them. */
  resume(rowSets: readonly (readonly Row[])[]): void {
    const step = this.#steps.next(rowSets);
    if (step.done !== true) this.queries = step.value;
    else {
      this.isDone = true;
      this.result = step.value;
    }
  }

  /** Runs it until it reads rows. */
  skipUnread(): void {
    this.#settle({ done: false, value: this.queries });
  }

  /** Continues until it reads rows again. @param rowSets Rows of its statements */
  next(rowSets: readonly (readonly Row[])[]): void {
    this.queries = [];
    if (this.isDone) return;
    this.#settle(this.#steps.next(this.#ahead === 0 ? rowSets : rowSets.slice(this.#ahead)));
  }

  #settle(first: IteratorResult<readonly Query[], unknown>): void {
    let step = first;
    let ahead: Query[] | null = null;
    while (step.done !== true && step.value.every(isUnread)) {
      ahead ??= [];
      for (const query of step.value) ahead.push(query);
      step = this.#steps.next(step.value.map(() => NO_ROWS));
    }
    this.#ahead = ahead?.length ?? 0;
    if (step.done === true) {
      this.isDone = true;
      this.result = step.value;
      this.queries = ahead ?? [];
    } else this.queries = ahead ? [...ahead, ...step.value] : step.value;
  }
}
