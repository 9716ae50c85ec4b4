// `strapi.db.transaction`: all reads and writes inside belong to the transaction.
import { settle, type Settled } from '../../base/settle.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { InteractiveDatabase } from '../../storage/database.ts';

type Callback = () => unknown;

/** The argument of a transaction callback. */
export interface TransactionScope {
  /** A knex transaction. */
  readonly trx: unknown;
  readonly commit: () => Promise<void>;
  readonly rollback: () => Promise<void>;
  readonly onCommit: (callback: Callback) => void;
  readonly onRollback: (callback: Callback) => void;
}

/** A transaction that the caller ends. */
export interface ManualTransaction {
  /** A knex transaction. */
  readonly get: () => unknown;
  readonly commit: () => Promise<void>;
  readonly rollback: () => Promise<void>;
}

/** Runs a function inside a transaction. */
export type Enter = <T>(work: () => T) => T;

/** An open transaction that runs functions passed to it. */
export interface OpenTransaction {
  /** @throws Error if it is not open: its statements must not run in their own transactions */
  readonly enter: Enter;
  /** False also if it was rolled back after its time limit. */
  readonly isOpen: () => boolean;
  end(how: End): Promise<void>;
}

type End = 'commit' | 'rollback';

/** A transaction of a callback, which ends with it or when the callback ends it. */
class State {
  #resolve: (how: End) => void = () => undefined;
  #isEnded = false;
  #end: Promise<void> = Promise.resolve();
  /** Resolves when the transaction is to end. */
  readonly ending = new Promise<End>((resolve) => {
    this.#resolve = resolve;
  });
  /** Resolves when it has ended. */
  ended: Promise<void> = Promise.resolve();

  get isEnded(): boolean {
    return this.#isEnded;
  }

  close(how: End): void {
    this.#isEnded = true;
    this.#resolve(how);
  }

  /** Ends the transaction, if it has not ended. Concurrent calls wait for the first. */
  end(how: End): Promise<void> {
    if (!this.#isEnded) {
      this.close(how);
      // The callback may end it before it waits for anything.
      this.#end = Promise.resolve().then(() => this.ended);
    }
    return this.#end;
  }

  /** What runs at the end of the transaction, such as an `onCommit` callback, cannot wait for it. */
  isEnding(): void {
    this.#end = Promise.resolve();
  }
}

/** Rolls back a transaction without reporting an error. */
const ROLLBACK = new Error('The transaction is rolled back');

/** How a knex transaction ends. */
export interface TransactionEnds extends Pick<ManualTransaction, 'commit' | 'rollback'> {
  readonly isCompleted: () => boolean;
}

/** Wraps an open transaction for knex. */
export type KnexOf = (enter: Enter, ends: TransactionEnds) => unknown;

export interface TransactionOptions {
  readonly knexOf: KnexOf;
  /** Maximum duration of a transaction, in milliseconds; then it is rolled back. */
  readonly timeout: number;
}

/** Transactions of project code. */
export class Transactions {
  readonly #database: InteractiveDatabase;
  readonly #knexOf: KnexOf;
  readonly #timeout: number;

  constructor(database: InteractiveDatabase, { knexOf, timeout }: TransactionOptions) {
    this.#database = database;
    this.#knexOf = knexOf;
    this.#timeout = timeout;
  }

  /** Returns true inside a transaction. */
  get isInside(): boolean {
    return this.#database.isInteractive;
  }

  /**
   * Runs a function in a transaction, or in the open one. If it throws, the transaction is rolled back and the error is
   * rethrown. What the function does after it has ended the transaction is no longer part of it. @returns its result, even if
   * it rolled the transaction back
   */
  async run<T>(work: (scope: TransactionScope) => Promise<T> | T): Promise<T> {
    // Only the function that opened a transaction can end it.
    if (this.isInside) return work(this.#scopeOf(null));
    const state = new State();
    let working: Promise<Settled<T>> | undefined;
    const wait = async (): Promise<void> => {
      working = settle(() => work(this.#scopeOf(state)));
      const outcome = await Promise.race([working, state.ending]);
      if (outcome === 'commit') return;
      if (outcome === 'rollback') throw ROLLBACK;
      const hasFailed = 'error' in outcome;
      state.close(hasFailed ? 'rollback' : 'commit');
      if (hasFailed) throw outcome.error;
    };
    const running = this.#database.transactInteractively(paused(wait, this.#timeout), {
      isLong: true,
    });
    state.ended = running.catch((error: unknown) => {
      if (error !== ROLLBACK) throw error;
    });
    await state.ended;
    return valueOf(await working);
  }

  /** Opens a transaction that the caller ends. Other statements of the caller do not join it. */
  async begin(): Promise<ManualTransaction> {
    const transaction = await this.open();
    let isEnded = false;
    const end = (how: End) => async (): Promise<void> => {
      isEnded = true;
      await transaction.end(how);
    };
    const ends = { commit: end('commit'), rollback: end('rollback') };
    let trx: unknown;
    const isCompleted = (): boolean => isEnded || !transaction.isOpen();
    const get = (): unknown => (trx ??= this.#knexOf(transaction.enter, { ...ends, isCompleted }));
    return { get, ...ends };
  }

  /** Opens a transaction. Inside an open one, it joins it and ends with it. */
  open(): Promise<OpenTransaction> {
    if (this.isInside) {
      return Promise.resolve({ ...this.#current(), end: () => Promise.resolve() });
    }
    return new Promise((resolve, reject) => {
      let end: (how: End) => void = () => undefined;
      const ended = new Promise<End>((resolveEnd) => {
        end = resolveEnd;
      });
      const wait = async (): Promise<void> => {
        resolve({
          ...this.#current(),
          end: async (how) => {
            end(how);
            await done;
          },
        });
        if ((await ended) === 'rollback') throw ROLLBACK;
      };
      const steps = paused(wait, this.#timeout);
      const running = this.#database.transactInteractively(steps, { isLong: true });
      const done = running.catch((error: unknown) => {
        if (error !== ROLLBACK) throw error;
      });
      done.catch(reject);
    });
  }

  /** The transaction of the code that calls this. */
  #current(): Pick<OpenTransaction, 'enter' | 'isOpen'> {
    const run: Enter = AsyncLocalStorage.snapshot();
    const isOpen = (): boolean => run(() => this.isInside);
    const enter: Enter = (work) => {
      if (!isOpen()) throw new Error('Transaction query already complete');
      return run(work);
    };
    return { enter, isOpen };
  }

  /** @param state Null inside a transaction that other code ends */
  #scopeOf(state: State | null): TransactionScope {
    const database = this.#database;
    const end = (how: End) => async (): Promise<void> => {
      if (state && database.isNested) throw new Error(ENDED_IN_HOOK);
      await state?.end(how);
    };
    const ends = { commit: end('commit'), rollback: end('rollback') };
    const trxOf = (): unknown => {
      const { enter, isOpen } = this.#current();
      const isCompleted = (): boolean => state?.isEnded === true || !isOpen();
      return this.#knexOf(enter, { ...ends, isCompleted });
    };
    const atEnd = (callback: Callback) => async (): Promise<void> => {
      state?.isEnding();
      await callback();
    };
    let trx: unknown;
    return {
      get trx() {
        return (trx ??= trxOf());
      },
      ...ends,
      // Callbacks that are added later are never called, as in Strapi.
      onCommit: (callback) => {
        if (database.isInteractive) void database.afterCommit(atEnd(callback));
      },
      onRollback: (callback) => {
        database.afterRollback(atEnd(callback));
      },
    };
  }
}

const ENDED_IN_HOOK =
  'A transaction cannot be committed or rolled back by a hook of a write in it: it ends after its writes.';

/** A write that runs only project code. */
function* paused(
  wait: () => Promise<void>,
  timeout: number,
): Generator<
  { readonly name: string; readonly wait: () => Promise<void>; readonly timeout: number },
  void
> {
  yield { name: 'A transaction in project code', wait, timeout };
}

function valueOf<T>(outcome: Settled<T> | undefined): T {
  if (!outcome) throw new Error('The transaction ended before its code');
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}
