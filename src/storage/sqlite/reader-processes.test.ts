import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { AppError } from '../../base/errors.ts';
import type { Cancellation } from '../cancellation.ts';
import { MAX_WAITING, ReaderProcesses } from './reader-processes.ts';

// Replies with its process id or the given outcome; `stuck` never replies.
const PROGRAM = `
  const never = new Int32Array(new SharedArrayBuffer(4));
  process.on('disconnect', () => process.exit());
  process.on('message', ({ outcome, stuck, end }) => {
    if (end) process.exit(7);
    // As unresponsive as a long statement, but without its CPU time.
    if (stuck) Atomics.wait(never, 0, 0);
    process.send({ kind: 'done', outcome: outcome ?? { kind: 'reply', reply: process.pid }, statements: 3 });
  });
  process.send({ kind: 'ready' });
`;

const NO_COSTS = {
  plan: () => {
    throw new Error('costs are not used here');
  },
};

const opened: ReaderProcesses[] = [];
const warnings: string[] = [];
const children: ChildProcess[] = [];

afterEach(async () => {
  warnings.length = 0;
  children.length = 0;
  for (const processes of opened.splice(0)) await processes.close();
});

interface PoolOptions {
  readonly max?: number;
  readonly timeout?: number;
  readonly program?: string;
}

function open({ max = 1, timeout = 0, program = PROGRAM }: PoolOptions = {}): ReaderProcesses {
  const processes = new ReaderProcesses(NO_COSTS, {
    max,
    timeout,
    budget: 50,
    start: () => {
      const child = spawn(process.execPath, ['-e', program], {
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        serialization: 'advanced',
      });
      children.push(child);
      return child;
    },
    log: { warn: (line) => void warnings.push(line) },
  });
  opened.push(processes);
  return processes;
}

/** A client that can disconnect, or has already done so. */
function client(hasLeft = false): {
  readonly cancellation: Cancellation;
  readonly leave: () => void;
} {
  let cancel = (): void => undefined;
  return {
    cancellation: (listener) => {
      if (hasLeft) listener();
      cancel = listener;
      return () => (cancel = () => undefined);
    },
    leave: () => cancel(),
  };
}

function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'not rejected',
    (error: unknown) => error,
  );
}

async function hasEnded(child: ChildProcess | undefined): Promise<boolean> {
  if (!child) return false;
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return true;
}

test('starts a process for the first read, and runs all reads in it in order', async () => {
  const processes = open();
  expect(children).toHaveLength(0);
  const replies = await Promise.all(
    ['a', 'b', 'c'].map((reply) => processes.run({ outcome: { kind: 'reply', reply } })),
  );
  expect(replies).toEqual(['a', 'b', 'c']);
  expect(children).toHaveLength(1);
  expect(processes.stats).toEqual({ reads: 3, statements: 9, running: 0, waiting: 0 });
});

test('starts a second process while the first is busy, and no third', async () => {
  const processes = open({ max: 2 });
  const seen = new Set<unknown>();
  await eventually(async () => {
    for (const reply of await Promise.all([1, 2, 3, 4].map(() => processes.run({})))) {
      seen.add(reply);
    }
    return seen.size === 2;
  });
  expect(children).toHaveLength(2);
});

test('throws an application error with its type, status and details', async () => {
  const outcome = { kind: 'rejection', name: 'ValidationError', message: 'no', details: { a: 1 } };
  const error = await rejection(open().run({ outcome }));
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({ status: 400, message: 'no', details: { a: 1 } });
});

test('returns plain data unchanged', async () => {
  const reply = {
    bytes: new Uint8Array([1, 2]),
    big: 2n ** 60n,
    set: new Set(['a']),
    none: undefined,
  };
  expect(await open().run({ outcome: { kind: 'reply', reply } })).toEqual(reply);
});

describe('the deadline', () => {
  const LATE = { status: 503, message: expect.stringContaining('took too long') };

  test('ends a read and its process, and the next read runs', async () => {
    const processes = open({ timeout: 2000 });
    // The start of a process counts as well.
    await eventually(async () => (await processes.run({})) === children.at(-1)?.pid);
    const stuck = children.at(-1);
    expect(await rejection(processes.run({ stuck: true }))).toMatchObject(LATE);
    expect(await hasEnded(stuck)).toBe(true);
    expect(stuck?.signalCode).toBe('SIGKILL');
    await eventually(async () => (await processes.run({})) === children.at(-1)?.pid);
    expect(processes.stats).toMatchObject({ running: 0, waiting: 0 });
  });

  test('starts when a read is queued, also if the read never runs', async () => {
    const processes = open({ timeout: 1000 });
    const rejected = await Promise.all(
      [{ stuck: true }, { stuck: true }, { stuck: true }].map((task) =>
        rejection(processes.run(task)),
      ),
    );
    expect(rejected).toEqual([0, 1, 2].map(() => expect.objectContaining(LATE)));
    expect(processes.stats.waiting).toBe(0);
    expect(processes.stats.reads).toBeLessThanOrEqual(3);
  });
});

describe('a client that disconnects', () => {
  test('removes its read from the queue', async () => {
    const processes = open();
    const running = rejection(processes.run({ stuck: true }));
    await eventually(() => processes.stats.running === 1);
    const { cancellation, leave } = client();
    const waiting = rejection(processes.run({}, cancellation));
    expect(processes.stats.waiting).toBe(1);
    leave();
    expect(await waiting).toMatchObject({ name: 'ServiceUnavailableError' });
    expect(processes.stats).toMatchObject({ running: 1, waiting: 0 });
    expect(children).toHaveLength(1);
    await processes.close();
    expect(await running).toMatchObject({ status: 503 });
  });

  test('ends the process of its read, and only that one', async () => {
    const processes = open();
    const { cancellation, leave } = client();
    const running = rejection(processes.run({ stuck: true }, cancellation));
    await eventually(() => processes.stats.running === 1);
    const next = processes.run({});
    leave();
    expect(await running).toMatchObject({ status: 503 });
    expect(await hasEnded(children[0])).toBe(true);
    expect(await next).toBe(children[1]?.pid);
  });

  test('before its read begins starts no process', async () => {
    const processes = open();
    expect(await rejection(processes.run({}, client(true).cancellation))).toMatchObject({
      status: 503,
    });
    expect(processes.stats).toMatchObject({ reads: 0, waiting: 0 });
  });
});

test('rejects a read beyond the queue limit at once', async () => {
  const processes = open();
  const running = rejection(processes.run({ stuck: true }));
  await eventually(() => processes.stats.running === 1);
  const waiting = Array.from({ length: MAX_WAITING }, () => rejection(processes.run({})));
  expect(processes.stats.waiting).toBe(MAX_WAITING);
  expect(await rejection(processes.run({}))).toMatchObject({
    status: 503,
    message: expect.stringContaining('busy'),
  });
  await processes.close();
  await Promise.all([running, ...waiting]);
});

describe('if no process can be started', () => {
  test('rejects reads and warns once', async () => {
    const processes = open({ program: 'process.exit(3)' });
    const rejected = await Promise.all([1, 2, 3].map(() => rejection(processes.run({}))));
    expect(rejected).toEqual([0, 1, 2].map(() => expect.objectContaining({ status: 503 })));
    expect(await rejection(processes.run({}))).toMatchObject({ status: 503 });
    expect(warnings).toEqual([expect.stringContaining('It exited with 3')]);
    expect(children).toHaveLength(1);
  });
});

test('replaces a process that ends during a read', async () => {
  const processes = open();
  expect(await rejection(processes.run({ end: true }))).toMatchObject({ status: 503 });
  expect(await processes.run({})).toBe(children[1]?.pid);
});

test('ends all processes when the pool closes', async () => {
  const processes = open({ max: 2 });
  const running = [1, 2].map(() => rejection(processes.run({ stuck: true })));
  await eventually(() => processes.stats.running === 2);
  await processes.close();
  expect(await Promise.all(running)).toHaveLength(2);
  expect(children.map(({ signalCode }) => signalCode)).toEqual(['SIGKILL', 'SIGKILL']);
  expect(await rejection(processes.run({}))).toMatchObject({ status: 503 });
});
