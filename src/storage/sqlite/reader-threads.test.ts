// Threads as the operating system has them, with programs of their own that do what a task says.
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { AppError } from '../../base/errors.ts';
import { ReaderThreads } from './reader-threads.ts';

/** Replies to what it is told to reply to, in the order that it likes. */
const PROGRAM = `
  const { parentPort, threadId } = require('node:worker_threads');
  const held = [];
  parentPort.on('message', ({ number, task }) => {
    if (task.end) process.exit(3);
    if (task.throw) throw new Error(task.throw);
    held.push({ kind: 'done', number, outcome: task.outcome ?? { kind: 'reply', reply: threadId }, statements: 2 });
    if (!task.hold) while (held.length > 0) parentPort.postMessage(held.pop());
  });
  parentPort.postMessage({ kind: 'ready' });
`;

const opened: ReaderThreads[] = [];
afterEach(async () => {
  for (const threads of opened.splice(0)) await threads.close();
});

async function open(most: number): Promise<ReaderThreads> {
  const threads = new ReaderThreads({
    most,
    worth: { besideOthers: 0, alone: 0 },
    start: () => new Worker(PROGRAM, { eval: true }),
  });
  opened.push(threads);
  expect(threads.areReady()).toBe(false);
  await eventually(() => threads.areReady());
  return threads;
}

test('each who asks gets the reply to what was asked, in whatever order replies come', async () => {
  const threads = await open(1);
  const outcome = (reply: string): object => ({ kind: 'reply', reply });
  const replies = Promise.all([
    threads.run({ hold: true, outcome: outcome('first') }),
    threads.run({ outcome: outcome('second') }),
  ]);
  expect(threads.isBusy).toBe(true);
  expect(await replies).toEqual(['first', 'second']);
  expect(threads.isBusy).toBe(false);
  expect(threads.figures).toEqual({ reads: 2, statements: 4 });
});

test('a refusal is thrown as it was, a fault with where it happened', async () => {
  const threads = await open(1);
  const refusal = { kind: 'refusal', name: 'ValidationError', message: 'no', details: { a: 1 } };
  const refused: unknown = await threads.run({ outcome: refusal }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(AppError);
  expect(refused).toMatchObject({ status: 400, message: 'no', details: { a: 1 } });
  const fault = { kind: 'fault', message: 'no such table', stack: 'Error: there' };
  await expect(threads.run({ outcome: fault })).rejects.toMatchObject({
    message: 'no such table',
    stack: 'Error: there',
  });
});

test('a second thread begins when the first has work, and no third one', async () => {
  const threads = await open(2);
  const seen = new Set<unknown>();
  await eventually(async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => threads.run({})));
    for (const thread of replies) seen.add(thread);
    return seen.size === 2;
  });
  for (const thread of await Promise.all(Array.from({ length: 20 }, () => threads.run({})))) {
    expect(seen).toContain(thread);
  }
});

test.each([
  ['ends', { end: true }, 'a thread that reads has ended'],
  ['fails', { throw: 'out of memory' }, 'out of memory'],
])(
  'who has asked a thread that %s is told, and another one takes its place',
  async (_how, task, message) => {
    const threads = await open(1);
    const asked = await Promise.allSettled([threads.run({ hold: true }), threads.run(task)]);
    expect(asked).toMatchObject([{ reason: { message } }, { reason: { message } }]);
    await eventually(() => threads.areReady());
    expect(await threads.run({})).toEqual(expect.any(Number));
    expect(threads.isBusy).toBe(false);
  },
);

test('none begins after the end', async () => {
  const threads = await open(1);
  await threads.close();
  expect([threads.areReady(), threads.areReady()]).toEqual([false, false]);
  await expect(threads.run({})).rejects.toThrow('no thread can be asked');
});
