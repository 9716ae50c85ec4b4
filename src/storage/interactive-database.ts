// A database whose writings may wait for code: each such writing holds a transaction, which everything that this code asks
// of the database joins. Without such a writing all calls go straight to the driver.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, InteractiveDatabase, ReadOptions } from './database.ts';
import { Frame, type Transaction } from './interactive-transaction.ts';
import type {
  InteractiveWriting,
  RawQuery,
  RawResult,
  Reading,
  Session,
  Writing,
} from './session.ts';

/** How long a pause may last if nothing else is set, in milliseconds. */
const PATIENCE = 10_000;

/** Lets writings of a database wait. @param patience How long they may wait at once, in milliseconds */
export function withInteraction(
  database: Database,
  patience: number = PATIENCE,
): InteractiveDatabase {
  return new Interactive(database, patience);
}

class Interactive implements InteractiveDatabase {
  readonly #inside: Database;
  readonly #patience: number;
  readonly #frames = new AsyncLocalStorage<Frame>();

  constructor(inside: Database, patience: number) {
    this.#inside = inside;
    this.#patience = patience;
  }

  read<T>(reading: Reading<T>, options?: ReadOptions): Promise<T> {
    return this.#open?.read(reading) ?? this.#inside.read(reading, options);
  }

  transact<T>(writing: Writing<T>): Promise<T> {
    return this.#open?.join(writing) ?? this.#inside.transact(writing);
  }

  write<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#inside.write(work);
  }

  async raw(query: RawQuery): Promise<RawResult> {
    const frame = this.#open;
    if (frame) return frame.raw(query);
    return (
      (await this.#inside.readRaw?.(query)) ??
      (await this.#inside.write((session) => session.raw(query)))
    );
  }

  async readRaw(query: RawQuery): Promise<RawResult | null> {
    return (await this.#inside.readRaw?.(query)) ?? null;
  }

  interact<T>(writing: InteractiveWriting<T>): Promise<T> {
    return this.#open?.join(writing) ?? this.#begin(writing);
  }

  async afterCommit(work: () => Promise<void>): Promise<void> {
    const frame = this.#open;
    if (frame) frame.afterCommit(work);
    else await work();
  }

  get isInteractive(): boolean {
    return this.#open !== null;
  }

  /** Of code that a writing waits for right now. */
  get #open(): Frame | null {
    const frame = this.#frames.getStore();
    return frame?.isOpen === true ? frame : null;
  }

  async #begin<T>(writing: InteractiveWriting<T>): Promise<T> {
    const afterCommit: Transaction['afterCommit'] = [];
    const value = await this.#inside.write((session) => {
      const enter: Transaction['enter'] = (frame, work) => this.#frames.run(frame, work);
      return new Frame({ session, enter, patience: this.#patience, afterCommit }, 1).run(writing);
    });
    for (const work of afterCommit) await work();
    return value;
  }

  get dialect(): Database['dialect'] {
    return this.#inside.dialect;
  }

  /** A thread has a connection of its own, which does not see what is not committed. */
  get threads(): Database['threads'] {
    return this.#inside.threads;
  }

  /** A process has a connection of its own as well. */
  get isolated(): Database['isolated'] {
    return this.#inside.isolated;
  }

  version(): number {
    return this.#inside.version();
  }

  get isCommitting(): boolean {
    return this.#inside.isCommitting;
  }

  onChange(...[listener]: Parameters<Database['onChange']>): () => void {
    return this.#inside.onChange(listener);
  }

  figures(): ReturnType<Database['figures']> {
    return this.#inside.figures();
  }

  close(): Promise<void> {
    return this.#inside.close();
  }
}
