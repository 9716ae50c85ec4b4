// `strapi.db.transaction`: all reads and writes inside belong to the transaction.
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
  readonly enter: Enter;
  end(how: 'commit' | 'rollback'): Promise<void>;
}

/** How a transaction ends. */
class State {
  readonly onCommit: Callback[] = [];
  readonly onRollback: Callback[] = [];
  isRolledBack = false;
  isCommitted = false;
}

/** Rolls back a transaction without reporting an error. */
const ROLLBACK = new Error('The transaction is rolled back');

/** Wraps an open transaction for knex. */
export type KnexOf = (
  enter: Enter,
  ends: Pick<ManualTransaction, 'commit' | 'rollback'>,
) => unknown;

export interface TransactionOptions {
  readonly knexOf: KnexOf;
  /** Maximum duration of a transaction, in milliseconds; then it is rolled back. */
  readonly timeout: number;
}

/** Transactions of project code. */
export class Transactions {
  readonly #database: InteractiveDatabase;
  readonly #states = new AsyncLocalStorage<State>();
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
   * rethrown. @returns its result, even if it rolled the transaction back
   */
  async run<T>(work: (scope: TransactionScope) => Promise<T> | T): Promise<T> {
    const outer = this.#states.getStore();
    if (this.isInside) return work(this.#scopeOf(outer ?? new State()));
    const state = new State();
    let result: Outcome<T> | undefined;
    const wait = async (): Promise<void> => {
      result = await this.#states.run(state, () => settle(() => work(this.#scopeOf(state))));
      if (state.isRolledBack) throw ROLLBACK;
      if ('error' in result && !state.isCommitted) throw result.error;
    };
    try {
      await this.#database.interact(paused(wait, this.#timeout), { isLong: true });
    } catch (error) {
      await runAll(state.onRollback);
      if (error !== ROLLBACK) throw error;
      return valueOf(result);
    }
    await runAll(state.onCommit);
    return valueOf(result);
  }

  /** Opens a transaction that the caller ends. Other statements of the caller do not join it. */
  async begin(): Promise<ManualTransaction> {
    const transaction = await this.open();
    const commit = (): Promise<void> => transaction.end('commit');
    const rollback = (): Promise<void> => transaction.end('rollback');
    let trx: unknown;
    const get = (): unknown => (trx ??= this.#knexOf(transaction.enter, { commit, rollback }));
    return { get, commit, rollback };
  }

  /** Opens a transaction. Inside an open one, it joins it and ends with it. */
  open(): Promise<OpenTransaction> {
    if (this.isInside) {
      const enter: Enter = AsyncLocalStorage.snapshot();
      return Promise.resolve({ enter, end: () => Promise.resolve() });
    }
    return new Promise((resolve, reject) => {
      let end: (how: 'commit' | 'rollback') => void = () => undefined;
      const ended = new Promise<'commit' | 'rollback'>((resolveEnd) => {
        end = resolveEnd;
      });
      const wait = async (): Promise<void> => {
        const enter: Enter = AsyncLocalStorage.snapshot();
        resolve({
          enter,
          end: async (how) => {
            end(how);
            await done;
          },
        });
        if ((await ended) === 'rollback') throw ROLLBACK;
      };
      const steps = paused(wait, this.#timeout);
      const interacting = this.#database.interact(steps, { isLong: true });
      const done = interacting.catch((error: unknown) => {
        if (error !== ROLLBACK) throw error;
      });
      done.catch(reject);
    });
  }

  #scopeOf(state: State): TransactionScope {
    const knexOf = this.#knexOf;
    const commit = async (): Promise<void> => {
      state.isCommitted = true;
    };
    const rollback = async (): Promise<void> => {
      state.isRolledBack = true;
    };
    let trx: unknown;
    return {
      get trx() {
        return (trx ??= knexOf(AsyncLocalStorage.snapshot(), { commit, rollback }));
      },
      commit,
      rollback,
      onCommit: (callback) => void state.onCommit.push(callback),
      onRollback: (callback) => void state.onRollback.push(callback),
    };
  }
}

/** A write that runs only project code. */
function* paused(
  wait: () => Promise<void>,
  timeout: number,
): Generator<
  { readonly name: string; readonly wait: () => Promise<void>; readonly timeout: number },
  void
> {
  yield { name: 'A transaction of project code', wait, timeout };
}

type Outcome<T> = { readonly value: T } | { readonly error: unknown };

async function settle<T>(work: () => Promise<T> | T): Promise<Outcome<T>> {
  try {
    return { value: await work() };
  } catch (error) {
    return { error };
  }
}

function valueOf<T>(outcome: Outcome<T> | undefined): T {
  if (!outcome) throw new Error('The transaction ended before its code');
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}

async function runAll(callbacks: readonly Callback[]): Promise<void> {
  for (const callback of callbacks) await callback();
}
