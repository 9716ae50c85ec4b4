// Write-behind for a coroutine: statements whose rows nobody reads are sent together with the next one that is waited for.
import { isPause, type InteractiveWriting, type Query, type Row, type Writing } from './session.ts';

type Answers = readonly (readonly Row[])[];

/**
 * Runs the same statements in the same order, in fewer steps. Before a pause all are sent. A statement that fails is thrown
 * where the next step is yielded.
 */
export function sendAhead<T>(writing: Writing<T>): Writing<T>;
export function sendAhead<T>(writing: InteractiveWriting<T>): InteractiveWriting<T>;
export function* sendAhead<T>(writing: InteractiveWriting<T>): InteractiveWriting<T> {
  let ahead: Query[] = [];
  let step = writing.next();
  while (!step.done) {
    const { value } = step;
    const sent = ahead;
    let answers: Answers;
    try {
      if (isPause(value)) {
        ahead = [];
        if (sent.length > 0) yield sent;
        answers = yield value;
      } else if (value.every(isUnread)) {
        sent.push(...value);
        answers = value.map(() => NO_ROWS);
      } else {
        ahead = [];
        answers = yield sent.length === 0 ? value : [...sent, ...value];
        if (sent.length > 0) answers = answers.slice(sent.length);
      }
    } catch (error) {
      step = writing.throw(error);
      continue;
    }
    step = writing.next(answers);
  }
  if (ahead.length > 0) yield ahead;
  return step.value;
}

/** True for a statement that need not be waited for. */
export function isUnread({ unread }: Query): boolean {
  return unread === true;
}

/** What a statement is answered with that nobody waits for. */
export const NO_ROWS: readonly [] = [];
