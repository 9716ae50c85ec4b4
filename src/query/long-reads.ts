// In charge of reads that take long: they run in threads of the database, beside everything else (docs/decisions/0017).
// Which ones do is known from how long those of the same shape took.
import { setImmediate } from 'node:timers/promises';
import { LentBytes } from '../base/lent-memory.ts';
import type { Parcel } from '../base/parcels.ts';
import type { Dialect } from '../storage/dialect.ts';
import type { ReadingThreads } from '../storage/reading-threads.ts';
import { Binder } from './binder.ts';
import type { Body } from './body.ts';
import type { CompiledRead } from './compiled.ts';
import type { ReadJob } from './read-runner.ts';
import type { ReadReply, ReadTask } from './read-tasks.ts';
import type { Totals } from './totals.ts';

/** What long reads are handed over with. */
export interface LongReadsParts {
  readonly threads: ReadingThreads;
  readonly dialect: Dialect;
  readonly totals: Totals;
}

/** What is known of a compiled read. */
interface Known {
  /** For all threads; null until one needs it. */
  parcel: Parcel | null;
  /** Milliseconds for each row that is asked for; NaN until some were read. */
  perRow: number;
}

/** A client may ask for more rows than there are. */
const MOST_ROWS = 1000;

/** How much one read says of the next: the first compiles statements, and any may be held up by something else. */
const WEIGHT = 0.25;

/** Hands reads to threads. */
export class LongReads {
  readonly #parts: LongReadsParts;
  readonly #known = new WeakMap<CompiledRead, Known>();
  /** Long reads of which it is not decided where they run, and whether there was more than one. */
  #deciding = 0;
  #others = false;

  constructor(parts: LongReadsParts) {
    this.#parts = parts;
  }

  /** True where a read goes to a thread if it is not alone. */
  isLong(job: ReadJob): boolean {
    const { threads } = this.#parts;
    return this.#estimate(job) >= threads.worth.besideOthers && threads.areReady();
  }

  /**
   * True where no other long read is on its way and one does better without a thread, which would have to be woken up. Those
   * that have arrived with it are heard first.
   */
  async isAlone(job: ReadJob): Promise<boolean> {
    const { threads } = this.#parts;
    if (threads.isBusy || this.#estimate(job) >= threads.worth.alone) return false;
    this.#deciding += 1;
    this.#others = this.#deciding > 1;
    await setImmediate();
    const isAlone = !this.#others && !threads.isBusy;
    this.#deciding -= 1;
    return isAlone;
  }

  #estimate({ compiled, pagination }: ReadJob): number {
    return this.#knownOf(compiled).perRow * rowsAskedFor(pagination);
  }

  /** Remembers how long a read took, in milliseconds. */
  note(job: ReadJob, took: number): void {
    const known = this.#knownOf(job.compiled);
    const perRow = took / rowsAskedFor(job.pagination);
    const before = Number.isNaN(known.perRow) ? perRow : known.perRow;
    known.perRow = before + WEIGHT * (perRow - before);
  }

  /** Has a body read in a thread. @throws ValidationError for an answer beyond the limit */
  async body(job: ReadJob): Promise<Body | null> {
    const { dialect, totals } = this.#parts;
    const { count } = job.compiled;
    if (!count) return (await this.#inThread(job, null)).body;
    const counting = new Binder(job.values, dialect).counting(count);
    const since = totals.look();
    const known = totals.known(counting);
    const { body, total } = await this.#inThread(job, known);
    totals.look();
    if (known === null) totals.keep(counting, total ?? 0, since);
    else if (!totals.stands(counting, since)) {
      // The thread may have seen rows that came meanwhile, beside a number that was told before.
      if (body instanceof LentBytes) body.giveBack();
      return (await this.#inThread(job, null)).body;
    }
    return body;
  }

  async #inThread(
    job: ReadJob,
    total: number | null,
  ): Promise<Pick<ReadReply, 'total'> & { readonly body: Body | null }> {
    const { threads } = this.#parts;
    const { compiled, ...rest } = job;
    const known = this.#knownOf(compiled);
    known.parcel ??= threads.pack(compiled);
    const task: ReadTask = { ...rest, parcel: known.parcel, total };
    // As ReadTasks answers it.
    const reply = (await threads.run(task)) as ReadReply;
    this.note(job, reply.took);
    const { body } = reply;
    return { body: body && bodyOf(body), total: reply.total };
  }

  #knownOf(compiled: CompiledRead): Known {
    const known = this.#known.get(compiled) ?? { parcel: null, perRow: Number.NaN };
    this.#known.set(compiled, known);
    return known;
  }
}

function bodyOf(body: NonNullable<ReadReply['body']>): Body {
  return body instanceof Uint8Array ? Buffer.from(body.buffer) : new LentBytes(body);
}

function rowsAskedFor(pagination: ReadJob['pagination']): number {
  return pagination ? Math.min(Math.max(pagination.limit, 1), MOST_ROWS) : 1;
}
