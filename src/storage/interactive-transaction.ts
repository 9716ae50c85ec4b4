// An interactive transaction: writings that may wait for code, and what that code writes and reads meanwhile, each in a
// savepoint of its own and one after another.
import { PauseTimeoutError } from './pause-timeout-error.ts';
import {
  isPause,
  type InteractiveWriting,
  type Pause,
  type Query,
  type RawQuery,
  type RawResult,
  type Reading,
  type Row,
  type Session,
} from './session.ts';

/** Runs code as part of a frame, so that what it asks of the database joins it. */
export type EnterFrame = <T>(frame: Frame, work: () => Promise<T>) => Promise<T>;

/** What the frames of one transaction have in common. */
export interface Transaction {
  readonly session: Session;
  readonly enter: EnterFrame;
  /** How long a pause may last, in milliseconds. */
  readonly patience: number;
  /** Called when it is committed. */
  readonly afterCommit: (() => Promise<void>)[];
}

/** One writing of a transaction. While it waits, others run inside of it, one after another. */
export class Frame {
  readonly #transaction: Transaction;
  readonly #depth: number;
  #isPaused = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(transaction: Transaction, depth: number) {
    this.#transaction = transaction;
    this.#depth = depth;
  }

  /** False once it no longer waits: what is still asked in its name is not part of it. */
  get isOpen(): boolean {
    return this.#isPaused;
  }

  /** Runs a writing to its end. */
  async run<T>(writing: InteractiveWriting<T>): Promise<T> {
    let step = writing.next();
    while (!step.done) {
      const { value } = step;
      try {
        const answers = isPause(value) ? await this.#pause(value) : await this.#rowsOf(value);
        step = writing.next(answers);
      } catch (error) {
        step = writing.throw(error);
      }
    }
    return step.value;
  }

  /** Runs a writing inside, while this one waits. What throws is undone, and nothing else. */
  join<T>(writing: InteractiveWriting<T>): Promise<T> {
    return this.#next(async () => {
      const { session, afterCommit } = this.#transaction;
      const savepoint = `joined_${this.#depth}`;
      const noted = afterCommit.length;
      await session.script(`SAVEPOINT ${savepoint}`);
      try {
        const value = await new Frame(this.#transaction, this.#depth + 1).run(writing);
        await session.script(`RELEASE SAVEPOINT ${savepoint}`);
        return value;
      } catch (error) {
        afterCommit.length = noted;
        await session.script(`ROLLBACK TO SAVEPOINT ${savepoint}`);
        await session.script(`RELEASE SAVEPOINT ${savepoint}`);
        throw error;
      }
    });
  }

  /** Reads inside, while this one waits: what is not committed too. */
  read<T>(reading: Reading<T>): Promise<T> {
    // On PostgreSQL a read that fails would end the transaction.
    return this.join(reading);
  }

  /** Runs a statement of a program inside, while this one waits. */
  raw(query: RawQuery): Promise<RawResult> {
    return this.#next(() => this.#transaction.session.raw(query));
  }

  /** Calls back when the transaction is committed. */
  afterCommit(work: () => Promise<void>): void {
    this.#transaction.afterCommit.push(work);
  }

  async #pause(pause: Pause): Promise<readonly (readonly Row[])[]> {
    const { name, wait, patience = this.#transaction.patience } = pause;
    const { enter } = this.#transaction;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      if (patience !== Infinity)
        timer = setTimeout(() => reject(new PauseTimeoutError(name, patience)), patience);
    });
    this.#isPaused = true;
    try {
      await Promise.race([enter(this, () => this.#waitFor(wait)), late]);
    } finally {
      this.#isPaused = false;
      clearTimeout(timer);
    }
    return [];
  }

  /** What was begun inside is part of it, whether somebody waits for it or not. */
  async #waitFor(wait: () => Promise<void>): Promise<void> {
    try {
      await wait();
    } finally {
      let last: unknown;
      while (last !== this.#last) {
        last = this.#last;
        await this.#last;
      }
    }
  }

  /** Sends statements together. @throws what the first that failed throws, once all are done */
  async #rowsOf(queries: readonly Query[]): Promise<readonly (readonly Row[])[]> {
    const { session } = this.#transaction;
    const results = await Promise.allSettled(queries.map((query) => session.rows(query)));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    return results.flatMap((result) => ('value' in result ? [result.value] : []));
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
