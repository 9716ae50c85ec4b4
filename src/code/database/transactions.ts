// `strapi.db.transaction`: everything that code reads and writes inside is part of the transaction.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { InteractiveDatabase } from '../../storage/database.ts';

type Callback = () => unknown;

/** What the callback of a transaction gets. */
export interface TransactionScope {
  /** A knex transaction. */
  readonly trx: unknown;
  readonly commit: () => Promise<void>;
  readonly rollback: () => Promise<void>;
  readonly onCommit: (callback: Callback) => void;
  readonly onRollback: (callback: Callback) => void;
}

/** A transaction that is ended by hand. */
export interface HeldTransaction {
  /** A knex transaction. */
  readonly get: () => unknown;
  readonly commit: () => Promise<void>;
  readonly rollback: () => Promise<void>;
}

/** Runs code as part of a transaction. */
export type Enter = <T>(work: () => T) => T;

/** An open transaction that code is run in from outside. */
export interface OpenTransaction {
  readonly enter: Enter;
  end(how: 'commit' | 'rollback'): Promise<void>;
}

/** What a transaction is to do when it ends. */
class State {
  readonly onCommit: Callback[] = [];
  readonly onRollback: Callback[] = [];
  isRolledBack = false;
  isCommitted = false;
}

/** Ends a transaction that is undone without an error. */
const UNDO = new Error('The transaction is rolled back');

/** Makes a knex transaction of one that is open. */
export type KnexOf = (enter: Enter, ends: Pick<HeldTransaction, 'commit' | 'rollback'>) => unknown;

export interface TransactionOptions {
  readonly knexOf: KnexOf;
  /** How long a transaction may be open, in milliseconds; then it is rolled back. */
  readonly timeout: number;
}

/** The transactions of a project's code. */
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

  /** True for code that runs in a transaction. */
  get isInside(): boolean {
    return this.#database.isInteractive;
  }

  /**
   * Runs work in a transaction; inside another one it is part of that. What it throws undoes the transaction and is thrown.
   * @returns what work returns, also if it has rolled the transaction back
   */
  async run<T>(work: (scope: TransactionScope) => Promise<T> | T): Promise<T> {
    const outer = this.#states.getStore();
    if (this.isInside) return work(this.#scopeOf(outer ?? new State()));
    const state = new State();
    let result: Outcome<T> | undefined;
    const wait = async (): Promise<void> => {
      result = await this.#states.run(state, () => settle(() => work(this.#scopeOf(state))));
      if (state.isRolledBack) throw UNDO;
      if ('error' in result && !state.isCommitted) throw result.error;
    };
    try {
      await this.#database.interact(paused(wait, this.#timeout), { isLong: true });
    } catch (error) {
      await runAll(state.onRollback);
      if (error !== UNDO) throw error;
      return valueOf(result);
    }
    await runAll(state.onCommit);
    return valueOf(result);
  }

  /** Opens a transaction that is ended by hand. What the caller asks of the database does not join it. */
  async hold(): Promise<HeldTransaction> {
    const transaction = await this.open();
    const commit = (): Promise<void> => transaction.end('commit');
    const rollback = (): Promise<void> => transaction.end('rollback');
    let trx: unknown;
    const get = (): unknown => (trx ??= this.#knexOf(transaction.enter, { commit, rollback }));
    return { get, commit, rollback };
  }

  /** Opens a transaction; inside another one it is part of that, and ends with it. */
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
        if ((await ended) === 'rollback') throw UNDO;
      };
      const steps = paused(wait, this.#timeout);
      const interacting = this.#database.interact(steps, { isLong: true });
      const done = interacting.catch((error: unknown) => {
        if (error !== UNDO) throw error;
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

/** A write that consists of code only. */
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
