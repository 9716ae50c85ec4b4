// Threads as the operating system has them, with programs of their own that do what a task says.
import { setTimeout } from 'node:timers/promises';
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
    if (task.stuck) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    held.push({ kind: 'done', number, outcome: task.outcome ?? { kind: 'reply', reply: threadId }, statements: 2 });
    if (!task.hold) while (held.length > 0) parentPort.postMessage(held.pop());
  });
  parentPort.postMessage({ kind: 'ready' });
`;

const opened: ReaderThreads[] = [];
const warnings: string[] = [];
afterEach(async () => {
  warnings.length = 0;
  for (const threads of opened.splice(0)) await threads.close();
});

function make(max: number, start: () => Worker, timeout = 0): ReaderThreads {
  const threads = new ReaderThreads({
    max,
    minCost: { besideOthers: 0, alone: 0 },
    timeout,
    start,
    warn: (line) => warnings.push(line),
  });
  opened.push(threads);
  return threads;
}

async function open(max: number, timeout = 0): Promise<ReaderThreads> {
  const threads = make(max, () => new Worker(PROGRAM, { eval: true }), timeout);
  expect(threads.isAvailable()).toBe(false);
  await eventually(() => threads.isAvailable());
  return threads;
}

/** Two that have begun, and who they are. */
async function openTwo(): Promise<{ threads: ReaderThreads; seen: ReadonlySet<unknown> }> {
  const threads = await open(2);
  const seen = new Set<unknown>();
  await eventually(async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => threads.run({}, 1)));
    for (const thread of replies) seen.add(thread);
    return seen.size === 2;
  });
  return { threads, seen };
}

test('each who asks gets the reply to what was asked, in whatever order replies come', async () => {
  const threads = await open(1);
  const outcome = (reply: string): object => ({ kind: 'reply', reply });
  const replies = Promise.all([
    threads.run({ hold: true, outcome: outcome('first') }, 1),
    threads.run({ outcome: outcome('second') }, 1),
  ]);
  expect(threads.isBusy).toBe(true);
  expect(await replies).toEqual(['first', 'second']);
  expect(threads.isBusy).toBe(false);
  expect(threads.stats).toEqual({ reads: 2, statements: 4 });
});

test('many short tasks are assigned to a thread at once', async () => {
  const threads = await open(1);
  const held = Array.from({ length: 40 }, () => threads.run({ hold: true }, 0.2));
  // The thread replies to none before it has this one.
  await threads.run({}, 0.2);
  expect(new Set(await Promise.all(held)).size).toBe(1);
});

test('a refusal is thrown as it was, a fault with where it happened', async () => {
  const threads = await open(1);
  const refusal = { kind: 'refusal', name: 'ValidationError', message: 'no', details: { a: 1 } };
  const refused: unknown = await threads
    .run({ outcome: refusal }, 1)
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(AppError);
  expect(refused).toMatchObject({ status: 400, message: 'no', details: { a: 1 } });
  const fault = { kind: 'fault', message: 'no such table', stack: 'Error: there' };
  await expect(threads.run({ outcome: fault }, 1)).rejects.toMatchObject({
    message: 'no such table',
    stack: 'Error: there',
  });
});

test('a second thread begins when the first has work, and no third one', async () => {
  const { threads, seen } = await openTwo();
  for (const thread of await Promise.all(Array.from({ length: 20 }, () => threads.run({}, 1)))) {
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
    const asked = await Promise.allSettled([threads.run({ hold: true }, 1), threads.run(task, 1)]);
    expect(asked).toMatchObject([{ reason: { message } }, { reason: { message } }]);
    await eventually(() => threads.isAvailable());
    expect(await threads.run({}, 1)).toEqual(expect.any(Number));
    expect(threads.isBusy).toBe(false);
  },
);

test('none begins after the end', async () => {
  const threads = await open(1);
  await threads.close();
  expect([threads.isAvailable(), threads.isAvailable()]).toEqual([false, false]);
  await expect(threads.run({}, 1)).rejects.toMatchObject({ status: 503 });
});

test('the thread is asked that has less to do', async () => {
  const { threads, seen } = await openTwo();
  const long = threads.run({ hold: true, outcome: { kind: 'reply', reply: 'long' } }, 1000);
  // Both have something to do, but not as much.
  const short = await Promise.all([threads.run({}, 1), threads.run({}, 1), threads.run({}, 1)]);
  expect(new Set(short).size).toBe(1);
  const [other] = short;
  expect(seen).toContain(other);
  // Lets go of what is held.
  await Promise.all([threads.run({}, 2000), threads.run({}, 1)]);
  expect(await long).toBe('long');
});

test.each([
  [
    'refuses one',
    () => {
      throw new Error('EAGAIN');
    },
    'EAGAIN',
  ],
  [
    'has one that fails at once',
    () => new Worker("throw new Error('no such file')", { eval: true }),
    'no such file',
  ],
])(
  'where the system %s, none is tried for a while, and it is told once',
  async (_how, start, reason) => {
    let started = 0;
    const threads = make(2, () => {
      started += 1;
      return start();
    });
    expect(threads.isAvailable()).toBe(false);
    await eventually(() => warnings.length > 0);
    for (let i = 0; i < 10; i += 1) expect(threads.isAvailable()).toBe(false);
    expect(started).toBe(1);
    expect(warnings).toEqual([expect.stringContaining(reason)]);
  },
);

test('a second one that cannot begin is no failure of what is asked', async () => {
  let started = 0;
  const threads = make(2, () => {
    started += 1;
    if (started > 1) throw new Error('EAGAIN');
    return new Worker(PROGRAM, { eval: true });
  });
  threads.isAvailable();
  await eventually(() => threads.isAvailable());
  const replies = await Promise.all(Array.from({ length: 5 }, () => threads.run({}, 1)));
  expect(new Set(replies).size).toBe(1);
  expect(started).toBe(2);
});

test('a task past its deadline is given up, and what waited behind it is asked of another thread', async () => {
  const threads = await open(1, 500);
  const late = threads.run({ stuck: true }, 1);
  late.catch(() => undefined);
  await setTimeout(250);
  const waiting = threads.run({ outcome: { kind: 'reply', reply: 'answered' } }, 1);
  await expect(late).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('took too long'),
  });
  // Its own deadline is a quarter of a second away.
  expect(await waiting.catch((error: Error) => error.message)).toMatch(/answered|took too long/);
  await eventually(() => threads.isAvailable());
  expect(await threads.run({}, 1)).toEqual(expect.any(Number));
});
