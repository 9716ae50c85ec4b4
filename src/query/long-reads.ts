// In charge of reads that take long: they run in threads of the database, beside everything else (docs/decisions/0017).
// Which ones do is known from how long those of the same shape took.
import { setImmediate as turn } from 'node:timers/promises';
import { LentBytes } from '../base/lent-memory.ts';
import { LruMap } from '../base/lru-map.ts';
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

/** Bytes of compiled reads that are packed for threads. */
const KEPT_PARCELS = 20_000_000;

/** A client may ask for more rows than there are. */
const MOST_ROWS = 1000;

/** How much one read says of the next: the first compiles statements, and any may be held up by something else. */
const WEIGHT = 0.25;

/** Hands reads to threads. */
export class LongReads {
  readonly #parts: LongReadsParts;
  /** Milliseconds for each row that is asked for. */
  readonly #perRow = new WeakMap<CompiledRead, number>();
  readonly #parcels = new LruMap<CompiledRead, Parcel>(
    KEPT_PARCELS,
    ({ bytes }) => bytes.byteLength,
  );
  /** Long reads of which it is not decided where they run. */
  #deciding = 0;
  /** Whether they are more than one. */
  #areSeveral = false;
  /** Whether one has run here in this turn of the loop: who was answered asks again later, so the next is somebody else's. */
  #hasJustRun = false;

  constructor(parts: LongReadsParts) {
    this.#parts = parts;
  }

  /** True where a read goes to a thread if others come with it. */
  isLong(job: ReadJob): boolean {
    return this.#estimate(job) >= this.#parts.threads.worth.besideOthers;
  }

  /** True where a long read is better done in a thread, and one can be asked. */
  async belongsElsewhere(job: ReadJob): Promise<boolean> {
    return !(await this.#isAlone(job)) && this.#parts.threads.areReady();
  }

  /** A thread would have to be woken up for a read that is alone. Those that have arrived with it are heard first. */
  async #isAlone(job: ReadJob): Promise<boolean> {
    const { threads } = this.#parts;
    if (threads.isBusy || this.#estimate(job) >= threads.worth.alone) return false;
    const isNext = this.#hasJustRun;
    this.#deciding += 1;
    if (this.#deciding > 1) this.#areSeveral = true;
    await turn();
    const isAlone = !isNext && !this.#areSeveral && !threads.isBusy;
    this.#deciding -= 1;
    if (this.#deciding === 0) this.#areSeveral = false;
    return isAlone;
  }

  /** NaN until it was read. */
  #estimate({ compiled, pagination }: Pick<ReadJob, 'compiled' | 'pagination'>): number {
    return (this.#perRow.get(compiled) ?? Number.NaN) * rowsAskedFor(pagination);
  }

  /** Remembers that a read has just run here, and how long it took, in milliseconds. */
  ranHere(job: ReadJob, took: number): void {
    this.#note(job, took);
    if (!this.isLong(job)) return;
    this.#hasJustRun = true;
    setImmediate(() => (this.#hasJustRun = false));
  }

  #note({ compiled, pagination }: ReadJob, took: number): void {
    const perRow = took / rowsAskedFor(pagination);
    const before = this.#perRow.get(compiled) ?? perRow;
    this.#perRow.set(compiled, before + WEIGHT * (perRow - before));
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
    const parcel =
      this.#parcels.get(compiled) ?? this.#parcels.keep(compiled, threads.pack(compiled));
    const task: ReadTask = { ...rest, parcel, total };
    // As ReadTasks answers it.
    const reply = (await threads.run(task, this.#estimate(job))) as ReadReply;
    this.#note(job, reply.took);
    const { body } = reply;
    return { body: body && bodyOf(body), total: reply.total };
  }
}

function bodyOf(body: NonNullable<ReadReply['body']>): Body {
  return body instanceof Uint8Array ? Buffer.from(body.buffer) : new LentBytes(body);
}

function rowsAskedFor(pagination: ReadJob['pagination']): number {
  return pagination ? Math.min(Math.max(pagination.limit, 1), MOST_ROWS) : 1;
}
