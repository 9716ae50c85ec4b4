// Reader threads, with a program that runs the tasks of the test.
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { AppError } from '../../base/errors.ts';
import { ReaderThreads } from './reader-threads.ts';

/** Replies with the given outcome, and to held tasks in reverse order. */
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
    log: { warn: (line) => void warnings.push(line) },
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

/** Two started threads, and their ids. */
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

test('matches replies to tasks in any order', async () => {
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

test('sends many short tasks to a thread at once', async () => {
  const threads = await open(1);
  const held = Array.from({ length: 40 }, () => threads.run({ hold: true }, 0.2));
  // The thread replies to the held tasks after this one.
  await threads.run({}, 0.2);
  expect(new Set(await Promise.all(held)).size).toBe(1);
});

test('throws an application error with its type, and any other with its stack', async () => {
  const threads = await open(1);
  const rejection = {
    kind: 'rejection',
    name: 'ValidationError',
    message: 'no',
    details: { a: 1 },
  };
  const rejected: unknown = await threads
    .run({ outcome: rejection }, 1)
    .catch((error: unknown) => error);
  expect(rejected).toBeInstanceOf(AppError);
  expect(rejected).toMatchObject({ status: 400, message: 'no', details: { a: 1 } });
  const fault = { kind: 'fault', message: 'no such table', stack: 'Error: there' };
  await expect(threads.run({ outcome: fault }, 1)).rejects.toMatchObject({
    message: 'no such table',
    stack: 'Error: there',
  });
});

test('starts a second thread while the first is busy, and no third', async () => {
  const { threads, seen } = await openTwo();
  for (const thread of await Promise.all(Array.from({ length: 20 }, () => threads.run({}, 1)))) {
    expect(seen).toContain(thread);
  }
});

test.each([
  ['ends', { end: true }, 'a read thread has exited'],
  ['fails', { throw: 'out of memory' }, 'out of memory'],
])(
  'rejects the tasks of a thread that %s, and replaces the thread',
  async (_how, task, message) => {
    const threads = await open(1);
    const outcomes = await Promise.allSettled([
      threads.run({ hold: true }, 1),
      threads.run(task, 1),
    ]);
    expect(outcomes).toMatchObject([{ reason: { message } }, { reason: { message } }]);
    await eventually(() => threads.isAvailable());
    expect(await threads.run({}, 1)).toEqual(expect.any(Number));
    expect(threads.isBusy).toBe(false);
  },
);

test('starts no thread after close', async () => {
  const threads = await open(1);
  await threads.close();
  expect([threads.isAvailable(), threads.isAvailable()]).toEqual([false, false]);
  await expect(threads.run({}, 1)).rejects.toMatchObject({ status: 503 });
});

test('sends a task to the thread with less work', async () => {
  const { threads, seen } = await openTwo();
  const long = threads.run({ hold: true, outcome: { kind: 'reply', reply: 'long' } }, 1000);
  // Both threads are busy, with different amounts of work.
  const short = await Promise.all([threads.run({}, 1), threads.run({}, 1), threads.run({}, 1)]);
  expect(new Set(short).size).toBe(1);
  const [other] = short;
  expect(seen).toContain(other);
  // Releases the held tasks.
  await Promise.all([threads.run({}, 2000), threads.run({}, 1)]);
  expect(await long).toBe('long');
});

test.each([
  [
    'rejects a thread',
    () => {
      throw new Error('EAGAIN');
    },
    'EAGAIN',
  ],
  [
    'starts a thread that fails at once',
    () => new Worker("throw new Error('no such file')", { eval: true }),
    'no such file',
  ],
])(
  'starts no other thread for a while and warns once if the system %s',
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

test('runs tasks on the first thread if a second one cannot start', async () => {
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

test('rejects a task after its deadline, and runs the tasks after it on another thread', async () => {
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
  // This task has a deadline as well.
  await eventually(
    async () => threads.isAvailable() && typeof (await threads.run({}, 1)) === 'number',
  );
});
