// Runs reads where `ReadLanes` decides: in the serving thread, in a reader thread, or in a process.
import { withTiming, type CurrentRequest, type StageTimer } from '../../base/stage-timer.ts';
import type { Database, ReadOptions } from '../../storage/database.ts';
import type { ReadSteps } from '../../storage/session.ts';
import type { Cancellation } from '../../storage/cancellation.ts';
import { isUnavailable } from '../../storage/errors.ts';
import { joinTexts, type Body } from '../body.ts';
import type { EntryObject, ObjectFormat } from '../object-builder.ts';
import { ReadRunner, type LayeredResult, type ReadJob, type RunOptions } from '../read-runner.ts';
import type { ReadResult } from '../response-body.ts';
import { fixedTotal, Totals, type TotalsCache } from '../totals.ts';
import { IsolatedLane } from './isolated-lane.ts';
import { LongReads, type AfterResponse } from './long-reads.ts';
import { ReadLanes } from './read-lanes.ts';
import { ReadTimes } from './read-times.ts';
import { SlowReads } from './slow-reads.ts';

/** How a read waits. */
export interface WaitOptions {
  /** Cancels the read if the client disconnects. */
  readonly cancellation?: Cancellation | undefined;
  /** When its request began to wait for the database, by `performance.now()`. Default: now */
  readonly since?: number | undefined;
}

export interface BodyOptions extends WaitOptions {
  /** Undefined if the body may be used after its response. */
  readonly afterResponse?: AfterResponse | undefined;
}

/** Runs the reads of one database. */
export class ReadDispatch {
  readonly #database: Database;
  readonly #totals: Totals;
  readonly #runner: ReadRunner;
  readonly #times = new ReadTimes();
  readonly #slowReads = new SlowReads(this.#times);
  readonly #lanes: ReadLanes;
  /** Null if there are no reader threads. */
  readonly #longReads: LongReads | null;
  /** Null if there are no reader processes. */
  readonly #isolated: IsolatedLane | null;
  readonly #current: CurrentRequest | undefined;

  /** @param current Whose reads are measured; undefined: none are */
  constructor(database: Database, current: CurrentRequest | undefined) {
    const { dialect, threads, isolated } = database;
    const totals = new Totals(database);
    const times = this.#times;
    this.#database = database;
    this.#totals = totals;
    this.#current = current;
    this.#runner = new ReadRunner(dialect);
    this.#lanes = new ReadLanes({ database, times, totals });
    this.#longReads = threads ? new LongReads({ threads, dialect, totals, times }) : null;
    this.#isolated = isolated ? new IsolatedLane({ isolated, dialect, totals, times }) : null;
  }

  /** Reads entries as JSON text. @throws ValidationError if the response is too large; UnavailableError */
  entries(job: ReadJob, cancellation?: Cancellation): Promise<ReadResult> {
    return this.#timed(
      (timer) =>
        this.#processesFor(job)?.entries(job, cancellation) ??
        this.#read(job, this.#runner.entries(job, this.#options(timer)), { cancellation }),
    );
  }

  /** Reads entries with hidden parts; null for a long read, which runs in a process. @throws as `entries` */
  async layered(job: ReadJob): Promise<LayeredResult | null> {
    if (this.#processesFor(job)) return null;
    return this.#timed((timer) =>
      this.#read(job, this.#runner.layered(job, this.#options(timer)), {}),
    );
  }

  /** Reads entries as objects. @throws as `entries` */
  objects(
    job: ReadJob,
    format: ObjectFormat,
    { cancellation, since }: WaitOptions,
  ): Promise<ReadResult<EntryObject>> {
    return this.#timed((timer) => {
      const processes = this.#processesFor(job);
      if (processes) return processes.objects(job, format, cancellation);
      const steps = this.#runner.objects(job, format, this.#options(timer));
      return this.#read(job, steps, { cancellation, since });
    });
  }

  /** Reads a response body; null if there is no document. @throws as `entries` */
  body(job: ReadJob, options: BodyOptions): Promise<Body | null> {
    return this.#timed((timer) => this.#body(job, options, timer));
  }

  async #body(
    job: ReadJob,
    { cancellation, since, afterResponse }: BodyOptions,
    timer: StageTimer | undefined,
  ): Promise<Body | null> {
    const longReads = this.#database.isInteractive === true ? null : this.#longReads;
    const lane = this.#lanes.choose(job, longReads !== null);
    if (this.#isolated && lane === 'process') return this.#isolated.body(job, cancellation);
    const isLong = longReads?.isLong(job) === true;
    if (longReads && (lane === 'thread' || (isLong && (await longReads.shouldRunInThread(job))))) {
      return longReads.body(job, afterResponse);
    }
    const began = performance.now();
    const steps = this.#runner.body(job, this.#options(timer));
    const read = this.#read(job, steps, { cancellation, since });
    // A database with threads runs it synchronously, so it has already run.
    longReads?.recordLocalRun(job, performance.now() - began);
    const { texts } = await read;
    return texts && withTiming(timer, 'shape', () => joinTexts(texts));
  }

  /** The steps of `entries` for a transaction. */
  entrySteps(job: ReadJob): ReadSteps<ReadResult> {
    return this.#runner.entries(job, { totals: this.#currentTotals });
  }

  /** The steps of `objects` for a transaction. */
  objectSteps(job: ReadJob, format: ObjectFormat): ReadSteps<ReadResult<EntryObject>> {
    return this.#runner.objects(job, format, { totals: this.#currentTotals });
  }

  /** @param job The response to a write @throws ValidationError if reading it would take too long */
  assertFastResponse(job: ReadJob): void {
    this.#lanes.assertFastResponse(job);
  }

  /** The processes that a read must run in; null: it runs here. */
  #processesFor(job: ReadJob): IsolatedLane | null {
    return this.#isolated && this.#lanes.choose(job, false) === 'process' ? this.#isolated : null;
  }

  /** Runs a read as the stage `db` of the current request. */
  #timed<T>(read: (timer: StageTimer | undefined) => Promise<T>): Promise<T> {
    const timer = this.#current?.timer;
    return withTiming(timer, 'db', () => read(timer));
  }

  #options(timer: StageTimer | undefined): RunOptions {
    return { totals: this.#currentTotals, timer };
  }

  #read<T>(job: ReadJob, steps: ReadSteps<T>, options: ReadOptions): Promise<T> {
    const database = this.#database;
    if (database.threads) return database.read(steps);
    const isSlow = this.#slowReads.isSlow(job);
    return database.read(this.#recorded(job, steps), { isSlow, ...options });
  }

  /** Records the duration of a read from the moment it has a connection. */
  *#recorded<T>(job: ReadJob, steps: ReadSteps<T>): ReadSteps<T> {
    const began = performance.now();
    const took = (): number => performance.now() - began;
    try {
      const result = yield* steps;
      this.#times.record(job, took());
      return result;
    } catch (error) {
      if (isUnavailable(error, 'readTimeout')) this.#times.recordTimeout(job, took());
      throw error;
    }
  }

  /** In an interactive transaction totals are not cached, since they may include uncommitted rows. */
  get #currentTotals(): TotalsCache {
    return this.#database.isInteractive === true ? NO_CACHED_TOTALS : this.#totals;
  }
}

const NO_CACHED_TOTALS = fixedTotal(null);
