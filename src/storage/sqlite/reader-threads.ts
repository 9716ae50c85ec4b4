// In charge of the threads of a SQLite database: as many as there is work for, each with what it was asked. They begin when
// somebody would ask one, and end when nobody did for a while.
import type { Worker } from 'node:worker_threads';
import { UNBOUNDED, type QueueLimits } from '../../base/bounded-queue.ts';
import { Semaphore } from '../../base/semaphore.ts';
import { Packer, type Parcel } from '../../base/parcels.ts';
import { ReadTimeoutError } from '../read-timeout-error.ts';
import type { ReadingThreads } from '../reading-threads.ts';
import { UnavailableError } from '../unavailable-error.ts';
import type { Done, Given, Told } from './reader-thread.ts';
import { replyOf } from './task-outcome.ts';

export interface ReaderThreadsOptions {
  /** How many there may be. */
  readonly most: number;
  /** How many tasks may wait, and for how long. Default: no limit */
  readonly queue?: QueueLimits;
  readonly worth: ReadingThreads['worth'];
  /** How long a read may take, in milliseconds; 0: as long as it needs. */
  readonly timeout: number;
  /** Begins one. */
  readonly start: () => Worker;
  /** Is handed a line where none can begin. */
  readonly warn: (line: string) => void;
}

/** After so long without a task a thread ends, in milliseconds. */
const IDLE = 60_000;

/** Tasks that a thread holds: the next one begins without waiting for its answer to be taken. */
const HELD = 2;

/** After one that could not begin none is begun for so long, in milliseconds. */
const PAUSE = 60_000;

/** Threads with connections of their own. */
export class ReaderThreads implements ReadingThreads {
  readonly #options: ReaderThreadsOptions;
  readonly #packer = new Packer();
  readonly #places: Semaphore;
  readonly #threads = new Set<Thread>();
  /** Threads that run a statement past its deadline, which only its end stops. */
  readonly #overdue = new Set<Thread>();
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** As `performance.now()` gives it. */
  #notBefore = 0;
  #running = 0;
  #tasks = 0;
  #statements = 0;

  constructor(options: ReaderThreadsOptions) {
    this.#options = options;
    this.#places = new Semaphore(options.most * HELD, options.queue ?? UNBOUNDED);
  }

  get figures(): ReadingThreads['figures'] {
    return { reads: this.#tasks, statements: this.#statements };
  }

  get worth(): ReadingThreads['worth'] {
    return this.#options.worth;
  }

  get timeout(): number {
    return this.#options.timeout;
  }

  get isBusy(): boolean {
    return this.#running > 0;
  }

  areReady(): boolean {
    if (this.#leastBusy()) return true;
    if (this.#threads.size === 0) this.#begin();
    return false;
  }

  pack(value: object): Parcel {
    return this.#packer.pack(value);
  }

  run(task: object, cost: number): Promise<unknown> {
    return this.#places.run(() => this.#run(task, cost));
  }

  async #run(task: object, cost: number): Promise<unknown> {
    this.#tasks += 1;
    this.#running += 1;
    try {
      const { outcome, statements } = await this.#ask(task, cost);
      this.#statements += statements;
      return replyOf(outcome);
    } finally {
      this.#running -= 1;
    }
  }

  /** Asks a thread, and another one if the first is given up because of a task before this one. */
  async #ask(task: object, cost: number): Promise<Done> {
    const { timeout, most } = this.#options;
    const deadline = timeout > 0 ? performance.now() + timeout : null;
    for (;;) {
      const thread = this.#leastBusy();
      if (!thread) throw new UnavailableError({ cause: new Error('no thread can be asked') });
      if (thread.isBusy && this.#threads.size < most) this.#begin();
      try {
        return await thread.ask(task, { cost, deadline });
      } catch (error) {
        if (!(error instanceof GivenUpError)) throw error;
        await [...this.#threads][0]?.ready;
      }
    }
  }

  /** SQLite runs a statement to its end: the thread ends then, and another one takes its place. */
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

  /** The system may refuse a thread, and its connection may fail: reads go on where they are asked. */
  #begin(): void {
    if (this.#isClosed || performance.now() < this.#notBefore) return;
    if (this.#overdue.size > this.#options.most) return;
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
    this.#options.warn(`A thread that reads could not begin (${message}); none does for a minute.`);
  }

  #endIdle(): void {
    for (const thread of this.#threads) if (thread.wasIdle()) void thread.end();
  }
}

/** The thread is given up: it runs another task past its deadline. */
class GivenUpError extends Error {}

interface ThreadListeners {
  /** Called when a task is past its deadline, and the thread is not asked any more. */
  readonly onLate: () => void;
  /** Called when it has ended, with the reason if it could not begin. */
  readonly onEnd: (failure: Error | null) => void;
}

interface AskOptions {
  readonly cost: number;
  /** As `performance.now()` returns it; null: none. */
  readonly deadline: number | null;
}

/** Somebody who has asked a thread. */
interface Waiter {
  readonly cost: number;
  readonly timer: NodeJS.Timeout | undefined;
  readonly done: (done: Done) => void;
  readonly failed: (error: Error) => void;
}

/** One thread. */
class Thread {
  readonly #worker: Worker;
  readonly #waiters = new Map<number, Waiter>();
  readonly #onLate: () => void;
  #asked = 0;
  #failure: Error | null = null;
  #hasBegun = false;
  /** How many tasks it had been asked when somebody looked last. */
  #seen = -1;
  isReady = false;

  /** What it was asked costs so much together. */
  waiting = 0;

  /** Resolves when it can be asked, or has ended. */
  readonly ready: Promise<void>;

  constructor(worker: Worker, { onLate, onEnd }: ThreadListeners) {
    this.#worker = worker;
    this.#onLate = onLate;
    worker.unref();
    this.ready = new Promise((resolve) => {
      worker.on('message', (told: Told) => {
        if (told.kind === 'ready') {
          this.isReady = this.#hasBegun = true;
          resolve();
        } else this.#settle(told);
      });
      worker.on('error', (error) => this.#fail(error));
      worker.on('messageerror', (error) => this.#fail(error));
      worker.on('exit', () => {
        resolve();
        this.#fail(new Error('a thread that reads has ended'));
        onEnd(this.#hasBegun ? null : this.#failure);
      });
    });
  }

  get isBusy(): boolean {
    return this.#waiters.size > 0;
  }

  /** @throws ReadTimeoutError, GivenUpError, Error if it fails or ends */
  ask(task: object, { cost, deadline }: AskOptions): Promise<Done> {
    this.#asked += 1;
    const given: Given<object> = { number: this.#asked, task };
    return new Promise((done, failed) => {
      const late = (): void => this.#giveUp(given.number);
      const timer = deadline === null ? undefined : setTimeout(late, deadline - performance.now());
      this.#worker.postMessage(given);
      this.#waiters.set(given.number, { cost, timer, done, failed });
      this.waiting += cost;
    });
  }

  /** True where nothing was asked of it since the last call. */
  wasIdle(): boolean {
    const isIdle = !this.isBusy && this.#seen === this.#asked;
    this.#seen = this.#asked;
    return isIdle;
  }

  /** What it was asked is not answered any more. */
  async end(): Promise<void> {
    this.isReady = false;
    await this.#worker.terminate();
  }

  #settle(done: Done): void {
    const waiter = this.#waiters.get(done.number);
    clearTimeout(waiter?.timer);
    this.#waiters.delete(done.number);
    this.waiting = this.isBusy ? this.waiting - (waiter?.cost ?? 0) : 0;
    waiter?.done(done);
  }

  /** A task is late: it or one before it takes too long. The others are asked elsewhere. */
  #giveUp(late: number): void {
    const cause = new Error('The read was given up in its thread.');
    this.#waiters.get(late)?.failed(new ReadTimeoutError({ cause }));
    this.#waiters.delete(late);
    this.#fail(new GivenUpError());
    this.#onLate();
  }

  #fail(error: Error): void {
    this.isReady = false;
    this.#failure ??= error;
    for (const { failed, timer } of this.#waiters.values()) {
      clearTimeout(timer);
      failed(error);
    }
    this.#waiters.clear();
  }
}
