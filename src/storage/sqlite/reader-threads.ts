// In charge of the threads of a SQLite database: as many as there is work for, each with what it was asked. They begin when
// the first is needed, and end when none was for a while.
import type { Worker } from 'node:worker_threads';
import { AppError } from '../../base/errors.ts';
import { Packer, type Parcel } from '../../base/parcels.ts';
import type { ReadingThreads } from '../reading-threads.ts';
import type { Done, Given, Outcome, Told } from './reader-thread.ts';

export interface ReaderThreadsOptions {
  /** How many there may be. */
  readonly most: number;
  readonly worth: ReadingThreads['worth'];
  /** Begins one. */
  readonly start: () => Worker;
}

/** After so long without a task a thread ends, in milliseconds. */
const IDLE = 60_000;

/** Threads with connections of their own. */
export class ReaderThreads implements ReadingThreads {
  readonly #options: ReaderThreadsOptions;
  readonly #packer = new Packer();
  readonly #threads = new Set<Thread>();
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;
  #running = 0;
  #tasks = 0;
  #statements = 0;

  constructor(options: ReaderThreadsOptions) {
    this.#options = options;
  }

  get figures(): ReadingThreads['figures'] {
    return { reads: this.#tasks, statements: this.#statements };
  }

  get worth(): ReadingThreads['worth'] {
    return this.#options.worth;
  }

  get isBusy(): boolean {
    return this.#running > 0;
  }

  areReady(): boolean {
    if (this.#leastBusy()) return true;
    if (this.#threads.size === 0) this.#start();
    return false;
  }

  pack(value: object): Parcel {
    return this.#packer.pack(value);
  }

  async run(task: object): Promise<unknown> {
    const thread = this.#leastBusy();
    if (!thread) throw new Error('no thread can be asked');
    if (thread.waiting > 0 && this.#threads.size < this.#options.most) this.#start();
    this.#tasks += 1;
    this.#running += 1;
    try {
      const { outcome, statements } = await thread.ask(task);
      this.#statements += statements;
      return replyOf(outcome);
    } finally {
      this.#running -= 1;
    }
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

  #start(): void {
    if (this.#isClosed) return;
    const thread = new Thread(this.#options.start(), () => this.#threads.delete(thread));
    this.#threads.add(thread);
    this.#idle ??= setInterval(() => this.#endIdle(), IDLE).unref();
  }

  #endIdle(): void {
    for (const thread of this.#threads) if (thread.wasIdle()) void thread.end();
  }
}

/** Somebody who has asked a thread. */
interface Waiter {
  readonly done: (done: Done) => void;
  readonly failed: (error: Error) => void;
}

/** One thread. */
class Thread {
  readonly #worker: Worker;
  readonly #waiters = new Map<number, Waiter>();
  #asked = 0;
  /** How many tasks it had been asked when somebody looked last. */
  #seen = -1;
  isReady = false;

  /** @param onEnd Is called when nothing can be asked any more */
  constructor(worker: Worker, onEnd: () => void) {
    this.#worker = worker;
    worker.unref();
    worker.on('message', (told: Told) => {
      if (told.kind === 'ready') this.isReady = true;
      else this.#settle(told);
    });
    worker.on('error', (error) => this.#fail(error));
    worker.on('exit', () => {
      onEnd();
      this.#fail(new Error('a thread that reads has ended'));
    });
  }

  get waiting(): number {
    return this.#waiters.size;
  }

  ask(task: object): Promise<Done> {
    this.#asked += 1;
    const given: Given<object> = { number: this.#asked, task };
    return new Promise((done, failed) => {
      this.#waiters.set(given.number, { done, failed });
      this.#worker.postMessage(given);
    });
  }

  /** True where nothing was asked of it since the last call. */
  wasIdle(): boolean {
    const isIdle = this.waiting === 0 && this.#seen === this.#asked;
    this.#seen = this.#asked;
    return isIdle;
  }

  /** What it was asked is not answered any more. */
  async end(): Promise<void> {
    this.isReady = false;
    await this.#worker.terminate();
  }

  #settle(done: Done): void {
    this.#waiters.get(done.number)?.done(done);
    this.#waiters.delete(done.number);
  }

  #fail(error: Error): void {
    this.isReady = false;
    for (const { failed } of this.#waiters.values()) failed(error);
    this.#waiters.clear();
  }
}

function replyOf(outcome: Outcome): unknown {
  switch (outcome.kind) {
    case 'reply':
      return outcome.reply;
    case 'refusal':
      throw new AppError(outcome.name, outcome.message, outcome.details);
    case 'fault': {
      const error = new Error(outcome.message);
      if (outcome.stack !== undefined) error.stack = outcome.stack;
      throw error;
    }
  }
}
