// In charge of counting the statements that a read or a write runs, and the writes, and of noting what was asked.
import type {
  ChangeListener,
  Database,
  InteractiveDatabase,
  InteractiveWriting,
  Query,
  RawQuery,
  RawResult,
  Reading,
  Session,
  Writing,
} from '../../src/storage/database.ts';
import { withInteraction } from '../../src/storage/interactive-database.ts';

/** A database that counts; everything is done by the one inside. */
export class CountingDatabase implements InteractiveDatabase {
  readonly #inside: InteractiveDatabase;
  /** Statements of reads and writings since the last reset. */
  count = 0;
  /** Steps of these since the last reset: round trips, if statements travel over a network. */
  steps = 0;
  /** What was asked, since it was emptied last. */
  readonly noted: Query[] = [];
  /** Transactions that were begun to write. */
  writes = 0;

  /** @param patience How long a writing may wait at once, in milliseconds */
  constructor(inside: Database, patience?: number) {
    this.#inside = withInteraction(inside, patience);
  }

  interact<T>(writing: InteractiveWriting<T>): Promise<T> {
    this.writes += 1;
    return this.#inside.interact(writing);
  }

  afterCommit(work: () => Promise<void>): Promise<void> {
    return this.#inside.afterCommit(work);
  }

  get isInteractive(): boolean {
    return this.#inside.isInteractive;
  }

  get dialect(): InteractiveDatabase['dialect'] {
    return this.#inside.dialect;
  }

  read<T>(reading: Reading<T>): Promise<T> {
    return this.#inside.read(this.#counted(reading));
  }

  transact<T>(writing: Writing<T>): Promise<T> {
    this.writes += 1;
    return this.#inside.transact(this.#counted(writing));
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

  figures(): ReturnType<InteractiveDatabase['figures']> {
    return this.#inside.figures();
  }

  close(): Promise<void> {
    return this.#inside.close();
  }

  *#counted<T>(reading: Reading<T>): Reading<T> {
    let step = reading.next();
    while (!step.done) {
      this.count += step.value.length;
      this.steps += 1;
      this.noted.push(...step.value);
      step = reading.next(yield step.value);
    }
    return step.value;
  }
}
