// Counts the statements and steps of reads and writes, and records them.
import type { Database, InteractiveDatabase, InteractOptions } from '../../src/storage/database.ts';
import type { ChangeListener } from '../../src/storage/commits/change-feed.ts';
import { withInteraction } from '../../src/storage/interactive-database.ts';
import { sendAhead } from '../../src/storage/send-ahead.ts';
import {
  type InteractiveWriteSteps,
  type Query,
  type RawQuery,
  type RawResult,
  type ReadSteps,
  type Session,
  type WriteSteps,
} from '../../src/storage/session.ts';

/** A database that counts statements and delegates to another one. */
export class CountingDatabase implements InteractiveDatabase {
  readonly #inside: InteractiveDatabase;
  /** Statements of reads and writes since the last reset. */
  count = 0;
  /** Steps of these since the last reset, which are round trips on a network. */
  steps = 0;
  /** Statements since the list was last emptied. */
  readonly noted: Query[] = [];
  /** Write transactions. */
  writes = 0;

  /** @param timeout Time limit of a pause in milliseconds */
  constructor(inside: Database, timeout?: number) {
    this.#inside = withInteraction(inside, timeout);
  }

  interact<T>(steps: InteractiveWriteSteps<T>, options?: InteractOptions): Promise<T> {
    this.writes += 1;
    return this.#inside.interact(steps, options);
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

  get dialect(): InteractiveDatabase['dialect'] {
    return this.#inside.dialect;
  }

  read<T>(steps: ReadSteps<T>): Promise<T> {
    return this.#inside.read(this.#counted(steps));
  }

  /** Steps are counted as PostgreSQL sends them. */
  transact<T>(steps: WriteSteps<T>): Promise<T> {
    this.writes += 1;
    return this.#inside.transact(this.#counted(sendAhead(steps)));
  }

  write<T>(work: (session: Session) => Promise<T>): Promise<T> {
    this.writes += 1;
    return this.#inside.write(work);
  }

  raw(query: RawQuery): Promise<RawResult> {
    return this.#inside.raw(query);
  }

  version(): number {
    return this.#inside.version();
  }

  get isCommitting(): boolean {
    return this.#inside.isCommitting;
  }

  onChange(listener: ChangeListener): () => void {
    return this.#inside.onChange(listener);
  }

  stats(): ReturnType<InteractiveDatabase['stats']> {
    return this.#inside.stats();
  }

  close(): Promise<void> {
    return this.#inside.close();
  }

  *#counted<T>(steps: ReadSteps<T>): ReadSteps<T> {
    let step = steps.next();
    while (!step.done) {
      this.count += step.value.length;
      this.steps += 1;
      this.noted.push(...step.value);
      step = steps.next(yield step.value);
    }
    return step.value;
  }
}
