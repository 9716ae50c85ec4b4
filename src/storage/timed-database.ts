// A database whose calls are measured as stages of the current request. Loaded on demand.
import { withTiming, type CurrentRequest } from '../base/stage-timer.ts';
import type {
  InteractiveDatabase,
  InteractiveWriteOptions,
  ReadOptions,
  WriteOptions,
} from './database.ts';
import { ForwardingDatabase } from './forwarding-database.ts';
import type {
  InteractiveWriteSteps,
  RawQuery,
  RawResult,
  ReadSteps,
  Session,
  WriteSteps,
} from './session.ts';

/** Measures the calls of a database. */
export function timedDatabase(
  database: InteractiveDatabase,
  current: CurrentRequest,
): InteractiveDatabase {
  return new TimedDatabase(database, current);
}

class TimedDatabase extends ForwardingDatabase {
  readonly #current: CurrentRequest;

  constructor(inside: InteractiveDatabase, current: CurrentRequest) {
    super(inside);
    this.#current = current;
  }

  override read<T>(steps: ReadSteps<T>, options?: ReadOptions): Promise<T> {
    return this.#timed(() => super.read(steps, options));
  }

  override transact<T>(steps: WriteSteps<T>, options?: WriteOptions): Promise<T> {
    return this.#timed(() => super.transact(steps, options));
  }

  override runInTransaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#timed(() => super.runInTransaction(work));
  }

  override transactInteractively<T>(
    steps: InteractiveWriteSteps<T>,
    options?: InteractiveWriteOptions,
  ): Promise<T> {
    return this.#timed(() => super.transactInteractively(steps, options));
  }

  override runRaw(query: RawQuery): Promise<RawResult> {
    return this.#timed(() => super.runRaw(query));
  }

  #timed<T>(call: () => Promise<T>): Promise<T> {
    return withTiming(this.#current.timer, 'db', call);
  }
}
