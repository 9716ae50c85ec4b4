// Write-behind for a coroutine: statements whose rows nobody reads are sent together with the next one that is waited for.
import type { Query, Row, Writing } from './session.ts';

/**
 * Runs the same statements in the same order, in fewer steps. A statement that fails is thrown where the next step is
 * yielded.
 */
export function* sendAhead<T>(writing: Writing<T>): Writing<T> {
  let ahead: Query[] = [];
  let step = writing.next();
  while (!step.done) {
    const queries = step.value;
    if (queries.every(isUnread)) {
      ahead.push(...queries);
      step = writing.next(queries.map(() => NO_ROWS));
      continue;
    }
    const sent = ahead;
    ahead = [];
    let answers: readonly (readonly Row[])[];
    try {
      answers = yield sent.length === 0 ? queries : [...sent, ...queries];
    } catch (error) {
      step = writing.throw(error);
      continue;
    }
    step = writing.next(sent.length === 0 ? answers : answers.slice(sent.length));
  }
  if (ahead.length > 0) yield ahead;
  return step.value;
}

function isUnread({ unread }: Query): boolean {
  return unread === true;
}

const NO_ROWS: readonly Row[] = [];
