// A database whose calls are measured as stages of the current request. Loaded on demand.
import { withTiming, type CurrentRequest } from '../base/stage-timer.ts';
import type { Database, InteractiveDatabase } from './database.ts';

type Call<Name extends 'read' | 'transact' | 'write' | 'interact' | 'raw'> =
  InteractiveDatabase[Name];

/** Measures the calls of a database. */
export function timedDatabase(
  database: InteractiveDatabase,
  current: CurrentRequest,
): InteractiveDatabase {
  return new TimedDatabase(database, current);
}

class TimedDatabase implements InteractiveDatabase {
  readonly #inside: InteractiveDatabase;
  readonly #current: CurrentRequest;

  constructor(inside: InteractiveDatabase, current: CurrentRequest) {
    this.#inside = inside;
    this.#current = current;
  }

  readonly read: Call<'read'> = (...call) => this.#timed(() => this.#inside.read(...call));

  readonly transact: Call<'transact'> = (...call) =>
    this.#timed(() => this.#inside.transact(...call));

  readonly write: Call<'write'> = (...call) => this.#timed(() => this.#inside.write(...call));

  readonly interact: Call<'interact'> = (...call) =>
    this.#timed(() => this.#inside.interact(...call));

  readonly raw: Call<'raw'> = (...call) => this.#timed(() => this.#inside.raw(...call));

  #timed<T>(call: () => Promise<T>): Promise<T> {
    return withTiming(this.#current.timer, 'db', call);
  }

  afterCommit(work: () => Promise<void>): Promise<void> {
    return this.#inside.afterCommit(work);
  }

  afterRollback(work: () => Promise<void>): void {
    this.#inside.afterRollback(work);
  }

  get isInteractive(): boolean {
    return this.#inside.isInteractive;
  }

  get joinedWrites(): number {
    return this.#inside.joinedWrites;
  }

  get isNested(): boolean {
    return this.#inside.isNested;
  }

  get dialect(): Database['dialect'] {
    return this.#inside.dialect;
  }

  get threads(): Database['threads'] {
    return this.#inside.threads;
  }

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

  close(): Promise<void> {
    return this.#inside.close();
  }
}
