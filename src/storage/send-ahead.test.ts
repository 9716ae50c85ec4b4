// Statements whose rows are not read: sent with the next step, in order, and always sent.
import { expect, test } from 'vitest';
import { sendAhead } from './send-ahead.ts';
import type { Query, WriteSteps } from './session.ts';

const read = (sql: string): Query => ({ sql, values: [] });
const write = (sql: string): Query => ({ sql, values: [], unread: true });

/** Returns the text of each statement as its rows. @returns what was sent, step by step */
function run(steps: WriteSteps<unknown>): readonly string[] {
  const sent: string[] = [];
  let step = steps.next();
  while (!step.done) {
    sent.push(step.value.map(({ sql }) => sql).join());
    step = steps.next(step.value.map(({ sql }) => [[sql]]));
  }
  return sent;
}

test('sends statements with the next step, which gets only its own rows', () => {
  const given: unknown[] = [];
  function* steps(): WriteSteps<void> {
    given.push(yield [write('a')]);
    given.push(yield [write('b'), write('c')]);
    given.push(yield [read('d'), write('e')]);
    given.push(yield [read('f')]);
    given.push(yield [write('g')]);
  }
  expect(run(sendAhead(steps()))).toEqual(['a,b,c,d,e', 'f', 'g']);
  expect(given).toEqual([[[]], [[], []], [[['d']], [['e']]], [[['f']]], [[]]]);
});

test('returns the result of the write', () => {
  function* steps(): WriteSteps<number> {
    yield [write('a')];
    return 7;
  }
  const ahead = sendAhead(steps());
  expect(ahead.next()).toEqual({ done: false, value: [write('a')] });
  expect(ahead.next([[]])).toEqual({ done: true, value: 7 });
});

test('throws an error at the step that the write awaits', () => {
  const caught: unknown[] = [];
  function* steps(): WriteSteps<void> {
    yield [write('a')];
    try {
      yield [read('b')];
    } catch (error) {
      caught.push(error);
    }
    yield [read('c')];
  }
  const ahead = sendAhead(steps());
  ahead.next();
  const failure = new Error('rejected');
  expect(ahead.throw(failure)).toEqual({ done: false, value: [read('c')] });
  expect(caught).toEqual([failure]);
});
