// Counts the statements and steps of reads and writes, and records them.
import type { Database, InteractiveWriteOptions } from '../../src/storage/database.ts';
import { ForwardingDatabase } from '../../src/storage/forwarding-database.ts';
import { withInteraction } from '../../src/storage/interactive-database.ts';
import { sendAhead } from '../../src/storage/send-ahead.ts';
import type {
  InteractiveWriteSteps,
  Query,
  ReadSteps,
  Session,
  WriteSteps,
} from '../../src/storage/session.ts';

/** Counts the statements of another database. */
export class CountingDatabase extends ForwardingDatabase {
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
    super(withInteraction(inside, timeout));
  }

  /** Reads in threads and processes would not be counted. */
  override get threads(): undefined {
    return undefined;
  }

  override get isolated(): undefined {
    return undefined;
  }

  override transactInteractively<T>(
    steps: InteractiveWriteSteps<T>,
    options?: InteractiveWriteOptions,
  ): Promise<T> {
    this.writes += 1;
    return super.transactInteractively(steps, options);
  }

  override read<T>(steps: ReadSteps<T>): Promise<T> {
    return super.read(this.#counted(steps));
  }

  /** Steps are counted as PostgreSQL sends them. */
  override transact<T>(steps: WriteSteps<T>): Promise<T> {
    this.writes += 1;
    return super.transact(this.#counted(sendAhead(steps)));
  }

  override runInTransaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    this.writes += 1;
    return super.runInTransaction(work);
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
