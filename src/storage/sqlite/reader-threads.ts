// Threads that read a SQLite database. They start on demand and end when they are idle.
import type { Worker } from 'node:worker_threads';
import { UNBOUNDED, type QueueLimits } from '../../base/bounded-queue.ts';
import type { Logger } from '../../base/logger.ts';
import { Semaphore } from '../../base/semaphore.ts';
import { PayloadPacker, type SharedPayload } from '../../base/shared-memory.ts';
import { UnavailableError } from '../errors.ts';
import type { ThreadedReads } from '../background-reads.ts';
import type { TaskResult, TaskRequest, ThreadMessage } from './reader-thread.ts';
import { replyOf } from './task-outcome.ts';

export interface ReaderThreadsOptions {
  /** Maximum number of threads. */
  readonly max: number;
  /** How many tasks may wait, and for how long. Default: no limit */
  readonly queue?: QueueLimits;
  readonly minCost: ThreadedReads['minCost'];
  /** Time limit of a read in milliseconds; 0 for none. */
  readonly timeout: number;
  /** Starts a thread. */
  readonly start: () => Worker;
  /** Receives a warning if a thread cannot start. */
  readonly log: Pick<Logger, 'warn'>;
}

/** Idle time after which a thread ends, in milliseconds. */
const IDLE = 60_000;

/**
 * Work that is assigned to a thread, in microseconds, so that the next task starts without waiting for the main thread.
 * Many short tasks are assigned at once, since each message to a thread that waits costs as much as a short task.
 */
const ASSIGNED = 10_000;

/** A task counts as so much at most: two long ones are assigned. */
const LONG = ASSIGNED / 2;

/** Delay after a thread that could not start, in milliseconds. */
const PAUSE = 60_000;

/** Threads with their own connections. */
export class ReaderThreads implements ThreadedReads {
  readonly #options: ReaderThreadsOptions;
  readonly #packer = new PayloadPacker();
  readonly #slots: Semaphore;
  readonly #threads = new Set<Thread>();
  /** Threads with a statement past its deadline, which only ends with the thread. */
  readonly #overdue = new Set<Thread>();
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** From `performance.now()`. */
  #notBefore = 0;
  #running = 0;
  #tasks = 0;
  #statements = 0;

  constructor(options: ReaderThreadsOptions) {
    this.#options = options;
    this.#slots = new Semaphore(options.max * ASSIGNED, options.queue ?? UNBOUNDED);
  }

  get stats(): ThreadedReads['stats'] {
    return { reads: this.#tasks, statements: this.#statements };
  }

  get minCost(): ThreadedReads['minCost'] {
    return this.#options.minCost;
  }

  get timeout(): number {
    return this.#options.timeout;
  }

  get isBusy(): boolean {
    return this.#running > 0;
  }

  isAvailable(): boolean {
    if (this.#leastBusy()) return true;
    if (this.#threads.size === 0) this.#begin();
    return false;
  }

  pack(value: object): SharedPayload {
    return this.#packer.pack(value);
  }

  run(task: object, cost: number): Promise<unknown> {
    return this.#slots.run(() => this.#run(task, cost), weightOf(cost * 1000));
  }

  async #run(task: object, cost: number): Promise<unknown> {
    this.#tasks += 1;
    this.#running += 1;
    try {
      const { outcome, statements } = await this.#runInThread(task, cost);
      this.#statements += statements;
      return replyOf(outcome);
    } finally {
      this.#running -= 1;
    }
  }

  /** Runs a task in a thread, and in another one if the first is abandoned because of an earlier task. */
  async #runInThread(task: object, cost: number): Promise<TaskResult> {
    const { timeout, max } = this.#options;
    const deadline = timeout > 0 ? performance.now() + timeout : null;
    for (;;) {
      const thread = this.#leastBusy();
      if (!thread)
        throw new UnavailableError('unreachable', {
          cause: new Error('no thread is available'),
        });
      if (thread.isBusy && this.#threads.size < max) this.#begin();
      const done = await thread.run(task, { cost, deadline });
      if (done !== 'abandoned') return done;
      await [...this.#threads][0]?.ready;
    }
  }

  /** SQLite cannot interrupt the statement, so another thread takes its place. */
  #replace(thread: Thread): void {
    this.#threads.delete(thread);
    this.#overdue.add(thread);
    void thread.end();
    this.#begin();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#idle);
    await Promise.all([...this.#threads].map((thread) => thread.end()));
  }

  #leastBusy(): Thread | null {
    let least: Thread | null = null;
    for (const thread of this.#threads) {
      if (thread.isReady && (!least || thread.waiting < least.waiting)) least = thread;
    }
    return least;
  }

  /** A thread may fail to start, or its connection may fail; reads then run in the main thread. */
  #begin(): void {
    if (this.#isClosed || performance.now() < this.#notBefore) return;
    if (this.#overdue.size > this.#options.max) return;
    try {
      const thread: Thread = new Thread(this.#options.start(), {
        onLate: () => this.#replace(thread),
        onEnd: (failure) => {
          this.#threads.delete(thread);
          this.#overdue.delete(thread);
          if (failure && !this.#isClosed) this.#pause(failure);
        },
      });
      this.#threads.add(thread);
    } catch (error) {
      this.#pause(error instanceof Error ? error : new Error(String(error)));
    }
    this.#idle ??= setInterval(() => this.#endIdle(), IDLE).unref();
  }

  #pause({ message }: Error): void {
    this.#notBefore = performance.now() + PAUSE;
    this.#options.log.warn(
      `A read thread could not start (${message}). The next attempt is in a minute.`,
    );
  }

  #endIdle(): void {
    for (const thread of this.#threads) if (thread.wasIdle()) void thread.end();
  }
}

/** @param cost Approximate duration in microseconds */
function weightOf(cost: number): number {
  return cost < LONG ? Math.max(Math.ceil(cost), 1) : LONG;
}

/** The result of a task, or that its thread was abandoned because it runs another task past its deadline. */
type ThreadResult = TaskResult | 'abandoned';

interface ThreadListeners {
  /** Called when a task is past its deadline; the thread gets no more tasks. */
  readonly onLate: () => void;
  /** Called when it has ended, with the reason if it could not start. */
  readonly onEnd: (failure: Error | null) => void;
}

interface RunOptions {
  readonly cost: number;
  /** From `performance.now()`, or null. */
  readonly deadline: number | null;
}

/** A task that waits for its result. */
interface Waiter {
  readonly cost: number;
  readonly timer: NodeJS.Timeout | undefined;
  readonly done: (done: ThreadResult) => void;
  readonly failed: (error: Error) => void;
}

class Thread {
  readonly #worker: Worker;
  readonly #waiters = new Map<number, Waiter>();
  readonly #onLate: () => void;
  #sent = 0;
  #failure: Error | null = null;
  #hasBegun = false;
  /** Number of assigned tasks at the last check. */
  #seen = -1;
  isReady = false;

  /** Total cost of its assigned tasks. */
  waiting = 0;

  /** Resolves when it accepts tasks or has ended. */
  readonly ready: Promise<void>;

  constructor(worker: Worker, { onLate, onEnd }: ThreadListeners) {
    this.#worker = worker;
    this.#onLate = onLate;
    worker.unref();
    this.ready = new Promise((resolve) => {
      worker.on('message', (message: ThreadMessage) => {
        if (message.kind === 'ready') {
          this.isReady = this.#hasBegun = true;
          resolve();
        } else this.#settle(message);
      });
      worker.on('error', (error) => this.#fail(error));
      worker.on('messageerror', (error) => this.#fail(error));
      worker.on('exit', () => {
        resolve();
        this.#fail(new Error('a read thread has exited'));
        onEnd(this.#hasBegun ? null : this.#failure);
      });
    });
  }

  get isBusy(): boolean {
    return this.#waiters.size > 0;
  }

  /** @throws UnavailableError (readTimeout), Error if it fails or ends */
  run(task: object, { cost, deadline }: RunOptions): Promise<ThreadResult> {
    this.#sent += 1;
    const request: TaskRequest<object> = { number: this.#sent, task };
    return new Promise((done, failed) => {
      const late = (): void => this.#abandon(request.number);
      const timer = deadline === null ? undefined : setTimeout(late, deadline - performance.now());
      this.#worker.postMessage(request);
      this.#waiters.set(request.number, { cost, timer, done, failed });
      this.waiting += cost;
    });
  }

  /** Returns true if it got no task since the last call. */
  wasIdle(): boolean {
    const isIdle = !this.isBusy && this.#seen === this.#sent;
    this.#seen = this.#sent;
    return isIdle;
  }

  /** Pending tasks fail. */
  async end(): Promise<void> {
    this.isReady = false;
    await this.#worker.terminate();
  }

  #settle(done: TaskResult): void {
    const waiter = this.#waiters.get(done.number);
    clearTimeout(waiter?.timer);
    this.#waiters.delete(done.number);
    this.waiting = this.isBusy ? this.waiting - (waiter?.cost ?? 0) : 0;
    waiter?.done(done);
  }

  /** A task is late, because it or an earlier one takes too long. The others run elsewhere. */
  #abandon(late: number): void {
    const cause = new Error('The read was abandoned in its thread.');
    this.#waiters.get(late)?.failed(new UnavailableError('readTimeout', { cause }));
    this.#waiters.delete(late);
    this.#endAll(({ done }) => done('abandoned'));
    this.#onLate();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#endAll(({ failed }) => failed(error));
  }

  #endAll(settle: (waiter: Waiter) => void): void {
    this.isReady = false;
    for (const waiter of this.#waiters.values()) {
      clearTimeout(waiter.timer);
      settle(waiter);
    }
    this.#waiters.clear();
  }
}
