// Write-behind: sends statements whose rows are not read together with the next awaited one.
import {
  isPause,
  type InteractiveWriteSteps,
  type Query,
  type Row,
  type WriteSteps,
} from './session.ts';

type Results = readonly (readonly Row[])[];

/**
 * Runs the same statements in the same order in fewer steps. All are sent before a pause. An error is thrown at the
 * next step.
 */
export function sendAhead<T>(steps: WriteSteps<T>): WriteSteps<T>;
export function sendAhead<T>(steps: InteractiveWriteSteps<T>): InteractiveWriteSteps<T>;
export function* sendAhead<T>(steps: InteractiveWriteSteps<T>): InteractiveWriteSteps<T> {
  let ahead: Query[] = [];
  let step = steps.next();
  while (!step.done) {
    const { value } = step;
    const sent = ahead;
    let results: Results;
    try {
      if (isPause(value)) {
        ahead = [];
        if (sent.length > 0) yield sent;
        results = yield value;
      } else if (value.every(isUnread)) {
        sent.push(...value);
        results = value.map(() => NO_ROWS);
      } else {
        ahead = [];
        results = yield sent.length === 0 ? value : [...sent, ...value];
        if (sent.length > 0) results = results.slice(sent.length);
      }
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next(results);
  }
  if (ahead.length > 0) yield ahead;
  return step.value;
}

/** Returns true for a statement that need not be awaited. */
export function isUnread({ unread }: Query): boolean {
  return unread === true;
}

/** Result of a statement that is not awaited. */
export const NO_ROWS: readonly [] = [];
