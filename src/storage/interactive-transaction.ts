// Interactive transaction: writes that wait for code, and the reads and writes of that code, each in its own
// savepoint and sequentially.
import type { Logger } from '../base/logger.ts';
import { SerialQueue } from '../base/serial-queue.ts';
import { within } from '../base/within.ts';
import { pauseTimeout } from './errors.ts';
import { sendAhead } from './send-ahead.ts';
import {
  inSavepoint,
  isPause,
  rowsOfAll,
  type InteractiveWriteSteps,
  type Pause,
  type RawQuery,
  type RawResult,
  type ReadSteps,
  type Row,
  type Session,
  type Slices,
} from './session.ts';

/** Runs code in the context of a frame, so that its statements join the frame. */
export type EnterFrame = <T>(frame: Frame, work: () => Promise<T>) => Promise<T>;

/** Common state of the frames of a transaction. */
export interface Transaction {
  readonly session: Session;
  readonly enter: EnterFrame;
  /** Time limit of a pause in milliseconds. */
  readonly timeout: number;
  /** All writes of the transaction run in the same slices. */
  readonly slices: Slices;
  /** Receives errors of functions that run after its end. */
  readonly log: Pick<Logger, 'error'>;
}

/** A function that runs after the end of a transaction. */
type EndCallback = () => Promise<void>;

/** Runs all callbacks in order. @returns their errors */
async function errorsOf(
  callbacks: readonly EndCallback[],
): Promise<readonly { readonly error: unknown }[]> {
  const errors: { readonly error: unknown }[] = [];
  for (const callback of callbacks) {
    try {
      await callback();
    } catch (error) {
      errors.push({ error });
    }
  }
  return errors;
}

/** A write in a transaction. While it waits, others run inside it sequentially. */
export class Frame {
  readonly #transaction: Transaction;
  readonly #depth: number;
  readonly #afterCommit: EndCallback[] = [];
  readonly #afterRollback: EndCallback[] = [];
  #isPaused = false;
  readonly #queue = new SerialQueue();

  constructor(transaction: Transaction, depth: number) {
    this.#transaction = transaction;
    this.#depth = depth;
  }

  /** False when it no longer waits; later statements of its code do not belong to it. */
  get isOpen(): boolean {
    return this.#isPaused;
  }

  /** True inside another write. */
  get isNested(): boolean {
    return this.#depth > 1;
  }

  /** Runs a write to its end. */
  async run<T>(interactive: InteractiveWriteSteps<T>): Promise<T> {
    const steps = sendAhead(interactive);
    let step = steps.next();
    while (!step.done) {
      const { value } = step;
      try {
        const rows = isPause(value)
          ? await this.#pause(value)
          : await rowsOfAll(this.#transaction.session, value);
        step = steps.next(rows);
      } catch (error) {
        step = steps.throw(error);
      }
      // The driver may be synchronous.
      const pause = step.done ? null : this.#transaction.slices.pause();
      if (pause !== null) await pause;
    }
    return step.value;
  }

  /** Runs a write inside this one while it waits. An error rolls back that write only. */
  async join<T>(steps: InteractiveWriteSteps<T>): Promise<T> {
    const frame = new Frame(this.#transaction, this.#depth + 1);
    try {
      return await this.#queue.run(() => this.#joined(frame, steps));
    } catch (error) {
      // They may send statements, which join this frame as well.
      await frame.hasRolledBack();
      throw error;
    }
  }

  async #joined<T>(frame: Frame, steps: InteractiveWriteSteps<T>): Promise<T> {
    const value = await inSavepoint(this.#transaction.session, () => frame.run(steps));
    this.#afterCommit.push(...frame.#afterCommit);
    this.#afterRollback.push(...frame.#afterRollback);
    return value;
  }

  /** Reads inside this write while it waits, including uncommitted rows. */
  read<T>(steps: ReadSteps<T>): Promise<T> {
    // On PostgreSQL a failing read would abort the transaction.
    return this.join(steps);
  }

  /** Runs a statement of a program inside, while this one waits. */
  raw(query: RawQuery): Promise<RawResult> {
    return this.#queue.run(() => this.#transaction.session.raw(query));
  }

  /** Runs a callback after the commit of the transaction. */
  afterCommit(callback: EndCallback): void {
    this.#afterCommit.push(callback);
  }

  /** Runs a callback after a rollback of the transaction, or of a write that contains this one. */
  afterRollback(callback: EndCallback): void {
    this.#afterRollback.push(callback);
  }

  /** Runs the callbacks after the commit. @throws the first error, once all have run; the others are logged */
  async hasCommitted(): Promise<void> {
    const [first, ...others] = await errorsOf(this.#afterCommit);
    this.#report(others);
    if (first) throw first.error;
  }

  /** Runs the callbacks after the rollback. Their errors must not replace the error that caused it: they are logged. */
  async hasRolledBack(): Promise<void> {
    this.#report(await errorsOf(this.#afterRollback));
  }

  #report(errors: readonly { readonly error: unknown }[]): void {
    const { log } = this.#transaction;
    for (const { error } of errors) log.error(error, 'A function failed after a transaction:');
  }

  async #pause(pause: Pause): Promise<readonly (readonly Row[])[]> {
    const { name, wait, timeout = this.#transaction.timeout } = pause;
    const { enter } = this.#transaction;
    this.#isPaused = true;
    try {
      const waiting = enter(this, () => this.#waitFor(wait));
      await within(timeout, waiting, () => pauseTimeout(name, timeout));
    } finally {
      this.#isPaused = false;
    }
    return [];
  }

  /** What was started inside belongs to it, even if it is not awaited. */
  async #waitFor(wait: () => Promise<void>): Promise<void> {
    try {
      await wait();
    } finally {
      await this.#queue.idle();
    }
  }
}
