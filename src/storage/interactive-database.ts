// Adds interactive writes to a database: such a write holds a transaction, which the statements of the code that it
// waits for join. Other calls go directly to the driver.
import { AsyncLocalStorage } from 'node:async_hooks';
import { createTextLog, type Logger } from '../base/logger.ts';
import type {
  Database,
  InteractiveDatabase,
  InteractiveWriteOptions,
  ReadOptions,
  WriteOptions,
} from './database.ts';
import { Frame, type EnterFrame } from './interactive-transaction.ts';
import {
  Slices,
  type InteractiveWriteSteps,
  type RawQuery,
  type RawResult,
  type ReadSteps,
  type Session,
  type WriteSteps,
} from './session.ts';

/** Default time limit of a pause in milliseconds. */
const TIMEOUT = 10_000;

interface InteractiveOptions {
  /** Length of a slice, in milliseconds. */
  readonly slice?: number;
  /** Receives errors of functions that run after a transaction. Default: lines of text on the standard streams. */
  readonly log?: Pick<Logger, 'error'>;
}

/** Adds interactive writes. @param timeout Time limit of a pause, in milliseconds */
export function withInteraction(
  database: Database,
  timeout: number = TIMEOUT,
  options: InteractiveOptions = {},
): InteractiveDatabase {
  return new Interactive(database, timeout, options);
}

class Interactive implements InteractiveDatabase {
  readonly #inside: Database;
  readonly #timeout: number;
  readonly #slice: number | undefined;
  readonly #log: Pick<Logger, 'error'>;
  readonly #frames = new AsyncLocalStorage<Frame>();
  #joinedWrites = 0;

  constructor(
    inside: Database,
    timeout: number,
    { slice, log = createTextLog() }: InteractiveOptions,
  ) {
    this.#inside = inside;
    this.#timeout = timeout;
    this.#slice = slice;
    this.#log = log;
  }

  read<T>(steps: ReadSteps<T>, options?: ReadOptions): Promise<T> {
    return this.#open?.read(steps) ?? this.#inside.read(steps, options);
  }

  transact<T>(steps: WriteSteps<T>, options?: WriteOptions): Promise<T> {
    const frame = this.#open;
    return frame ? this.#join(frame, steps) : this.#inside.transact(steps, options);
  }

  runInTransaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#inside.runInTransaction(work);
  }

  async runRaw(query: RawQuery): Promise<RawResult> {
    const frame = this.#open;
    if (frame) {
      this.#joinedWrites += 1;
      return frame.raw(query);
    }
    return (
      (await this.#inside.readRaw?.(query)) ??
      (await this.#inside.runInTransaction((session) => session.raw(query)))
    );
  }

  async readRaw(query: RawQuery): Promise<RawResult | null> {
    return (await this.#inside.readRaw?.(query)) ?? null;
  }

  async transactInteractively<T>(
    steps: InteractiveWriteSteps<T>,
    options: InteractiveWriteOptions = {},
  ): Promise<T> {
    const frame = this.#open;
    if (!frame) return this.#begin(steps, options);
    const value = await this.#join(frame, steps);
    if (options.afterCommit) frame.afterCommit(options.afterCommit);
    return value;
  }

  #join<T>(frame: Frame, steps: InteractiveWriteSteps<T>): Promise<T> {
    this.#joinedWrites += 1;
    return frame.join(steps);
  }

  async afterCommit(work: () => Promise<void>): Promise<void> {
    const frame = this.#open;
    if (frame) frame.afterCommit(work);
    else await work();
  }

  afterRollback(work: () => Promise<void>): void {
    this.#open?.afterRollback(work);
  }

  get isInteractive(): boolean {
    return this.#open !== null;
  }

  get joinedWrites(): number {
    return this.#joinedWrites;
  }

  get isNested(): boolean {
    return this.#open?.isNested === true;
  }

  /** Frame of the code that a write is waiting for. */
  get #open(): Frame | null {
    const frame = this.#frames.getStore();
    return frame?.isOpen === true ? frame : null;
  }

  async #begin<T>(
    steps: InteractiveWriteSteps<T>,
    { isLong = false, afterCommit }: InteractiveWriteOptions,
  ): Promise<T> {
    const enter: EnterFrame = (frame, run) => this.#frames.run(frame, run);
    let frame: Frame | undefined;
    const work = async (session: Session): Promise<T> => {
      const slices = new Slices(this.#slice);
      frame = new Frame({ session, enter, slices, timeout: this.#timeout, log: this.#log }, 1);
      const value = await frame.run(steps);
      if (afterCommit) frame.afterCommit(afterCommit);
      return value;
    };
    const shared = isLong ? undefined : this.#inside.runInSharedTransaction?.(work);
    let value: T;
    try {
      value = await (shared ?? this.#inside.runInTransaction(work));
    } catch (error) {
      await frame?.hasRolledBack();
      throw error;
    }
    await frame?.hasCommitted();
    return value;
  }

  get dialect(): Database['dialect'] {
    return this.#inside.dialect;
  }

  /** A thread has its own connection and does not see uncommitted rows. */
  get threads(): Database['threads'] {
    return this.#inside.threads;
  }

  /** A process does not see them either. */
  get isolated(): Database['isolated'] {
    return this.#inside.isolated;
  }

  version(): number {
    return this.#inside.version();
  }

  get isCommitting(): boolean {
    return this.#inside.isCommitting;
  }

  forgetStatements(): void {
    this.#inside.forgetStatements?.();
  }

  onChange(...[listener]: Parameters<Database['onChange']>): () => void {
    return this.#inside.onChange(listener);
  }

  stats(): ReturnType<Database['stats']> {
    return this.#inside.stats();
  }

  async close(): Promise<void> {
    await this.#inside.close();
    // On Node 20, each storage in use slows down every promise of the process.
    this.#frames.disable();
  }
}
