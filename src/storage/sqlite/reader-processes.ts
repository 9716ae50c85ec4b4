// Processes that read a SQLite database. A statement of SQLite cannot be interrupted, but a process can be killed.
import type { ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { Logger } from '../../base/logger.ts';
import type { Cancellation } from '../cancellation.ts';
import { UnavailableError, canceled, timedOut } from '../errors.ts';
import type { IsolatedReadStats, IsolatedReads } from '../background-reads.ts';
import type { StatementCosts } from '../statement-costs.ts';
import type { ProcessMessage } from './reader-process.ts';
import { replyOf } from './task-outcome.ts';

export interface ReaderProcessesOptions {
  /** Maximum number of processes. */
  readonly max: number;
  readonly budget: IsolatedReads['budget'];
  /** Time limit of a read including its waiting time, in milliseconds; 0 for none. */
  readonly timeout: number;
  /** Starts a process. */
  readonly start: () => ChildProcess;
  /** Receives a warning if a process cannot start. */
  readonly log: Pick<Logger, 'warn'>;
}

/** Maximum number of waiting reads. */
export const MAX_WAITING: number = 64;

/** Idle time after which a process ends, in milliseconds. */
const IDLE = 60_000;

/** Delay after a process that could not start, in milliseconds. */
const PAUSE = 10_000;

/** A read, running or waiting. */
interface Job {
  readonly task: object;
  readonly settle: (outcome: () => unknown) => void;
  /** Null while it waits. */
  process: ReaderProcess | null;
}

/** Runs reads in a few processes, and queues the others. */
export class ReaderProcesses implements IsolatedReads {
  readonly costs: StatementCosts;
  readonly #options: ReaderProcessesOptions;
  readonly #processes = new Set<ReaderProcess>();
  readonly #waiting = new Set<Job>();
  readonly #running = new Set<Job>();
  #reads = 0;
  #statements = 0;
  /** From `performance.now()`. */
  #notBefore = 0;
  #isClosed = false;

  constructor(costs: StatementCosts, options: ReaderProcessesOptions) {
    this.costs = costs;
    this.#options = options;
  }

  get budget(): number {
    return this.#options.budget;
  }

  get stats(): IsolatedReadStats {
    return {
      reads: this.#reads,
      statements: this.#statements,
      running: this.#running.size,
      waiting: this.#waiting.size,
    };
  }

  async run(task: object, cancellation?: Cancellation): Promise<unknown> {
    if (this.#isClosed || this.#isPaused()) throw cannotRun();
    if (this.#waiting.size >= MAX_WAITING) throw tooMany();
    const { timeout } = this.#options;
    let forget = (): void => undefined;
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve, reject) => {
        const settle = (outcome: () => unknown): void => {
          try {
            resolve(outcome());
          } catch (error) {
            reject(error);
          }
        };
        const job: Job = { task, settle, process: null };
        this.#waiting.add(job);
        if (timeout > 0) timer = setTimeout(() => this.#end(job, timedOut(timeout)), timeout);
        forget = cancellation?.(() => this.#end(job, canceled())) ?? forget;
        this.#next();
      });
    } finally {
      clearTimeout(timer);
      forget();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#failWaiting(cannotRun());
    for (const job of this.#running) job.settle(() => fail(cannotRun()));
    this.#running.clear();
    await Promise.all([...this.#processes].map((each) => each.end()));
  }

  /** Cancels a read; if it is running, its process is killed. */
  #end(job: Job, error: Error): void {
    this.#waiting.delete(job);
    this.#running.delete(job);
    job.settle(() => fail(error));
    if (!job.process) return;
    this.#processes.delete(job.process);
    void job.process.end();
    this.#next();
  }

  /** Assigns reads to processes, and starts one if needed. */
  #next(): void {
    for (const process of this.#processes) {
      const [job] = this.#waiting;
      if (!job) return;
      if (!process.isIdle) continue;
      this.#waiting.delete(job);
      this.#running.add(job);
      this.#reads += 1;
      job.process = process;
      process.run(job.task, (message) => this.#done(job, message));
    }
    const starting = [...this.#processes].filter(({ isStarting }) => isStarting).length;
    if (this.#waiting.size > starting && this.#processes.size < this.#options.max) this.#start();
  }

  #done(job: Job, { outcome, statements }: ProcessMessage & { readonly kind: 'done' }): void {
    this.#statements += statements;
    this.#running.delete(job);
    job.settle(() => replyOf(outcome));
    this.#next();
  }

  #start(): void {
    if (this.#isClosed || this.#isPaused()) return;
    try {
      const process: ReaderProcess = new ReaderProcess(this.#options.start(), {
        onReady: () => this.#next(),
        onEnd: (reason) => this.#ended(process, reason),
      });
      this.#processes.add(process);
    } catch (error) {
      this.#pause(error);
    }
  }

  /** A process has exited by itself or did not start. */
  #ended(process: ReaderProcess, reason: Error): void {
    if (!this.#processes.delete(process)) return;
    for (const job of this.#running) {
      if (job.process !== process) continue;
      this.#running.delete(job);
      job.settle(() => fail(new UnavailableError('unreachable', { cause: reason })));
    }
    if (process.isStarting) this.#pause(reason);
    else this.#next();
  }

  #isPaused(): boolean {
    return performance.now() < this.#notBefore;
  }

  #pause(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#notBefore = performance.now() + PAUSE;
    this.#options.log.warn(
      `A process for long reads could not be started (${reason}). Such reads are rejected with 503 for ${PAUSE / 1000} seconds.`,
    );
    this.#failWaiting(cannotRun());
  }

  #failWaiting(error: Error): void {
    for (const { settle } of this.#waiting) settle(() => fail(error));
    this.#waiting.clear();
  }
}

interface Listeners {
  readonly onReady: () => void;
  /** Called unless it was killed. */
  readonly onEnd: (reason: Error) => void;
}

/** A process that runs one task at a time. */
class ReaderProcess {
  readonly #child: ChildProcess;
  readonly #exited: Promise<void>;
  #state: 'starting' | 'idle' | 'busy' | 'ended' = 'starting';
  #onDone: ((message: ProcessMessage & { readonly kind: 'done' }) => void) | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(child: ChildProcess, { onReady, onEnd }: Listeners) {
    this.#child = child;
    makeLessUrgent(child);
    child.unref();
    child.channel?.unref();
    child.on('message', (message: ProcessMessage) => {
      if (this.#state === 'ended') return;
      this.#rest(onEnd);
      if (message.kind === 'ready') onReady();
      else this.#onDone?.(message);
    });
    this.#exited = new Promise((resolve) => {
      const ended = (reason: Error): void => {
        resolve();
        clearTimeout(this.#idle);
        if (this.#state !== 'ended') onEnd(reason);
      };
      child.on('error', ended);
      child.on('exit', (code, signal) => ended(new Error(`It exited with ${signal ?? code}.`)));
    });
  }

  get isStarting(): boolean {
    return this.#state === 'starting';
  }

  get isIdle(): boolean {
    return this.#state === 'idle';
  }

  run(task: object, onDone: (message: ProcessMessage & { readonly kind: 'done' }) => void): void {
    clearTimeout(this.#idle);
    this.#state = 'busy';
    this.#onDone = onDone;
    // If it has exited, the exit event follows.
    this.#child.send(task, () => undefined);
  }

  /** Kills it. */
  async end(): Promise<void> {
    this.#state = 'ended';
    clearTimeout(this.#idle);
    this.#child.kill('SIGKILL');
    await this.#exited;
  }

  #rest(onEnd: Listeners['onEnd']): void {
    this.#state = 'idle';
    this.#idle = setTimeout(() => {
      onEnd(new Error('It was idle.'));
      void this.end();
    }, IDLE).unref();
  }
}

/** The serving process has priority. Not every system allows lowering it. */
function makeLessUrgent({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It keeps the priority of the server.
  }
}

function tooMany(): UnavailableError {
  const cause = new Error(`${MAX_WAITING} long reads are waiting.`);
  return new UnavailableError('busy', { cause });
}

function cannotRun(): UnavailableError {
  const cause = new Error('There is no process for long reads.');
  return new UnavailableError('busy', { cause });
}

function fail(error: Error): never {
  throw error;
}
