// Long reads: they run in threads of the database, beside everything else (docs/decisions/0017).
// Which ones do is known from how long those of the same shape took.
import { setImmediate as turn } from 'node:timers/promises';
import { BufferLease, type SharedPayload } from '../base/shared-memory.ts';
import { LruMap } from '../base/lru-map.ts';
import { ReadTimeoutError } from '../storage/errors.ts';
import type { ThreadedReads } from '../storage/background-reads.ts';
import type { Body } from './body.ts';
import type { CompiledRead } from './compiled.ts';
import { readWithTotal, type KnownTotalParts } from './known-total.ts';
import type { ReadJob } from './read-runner.ts';
import type { ReadReply, ReadTask } from './read-tasks.ts';
import type { ReadTimes } from './read-times.ts';

/** What long reads are handed over with. */
export interface LongReadsParts extends KnownTotalParts {
  readonly threads: ThreadedReads;
  readonly times: ReadTimes;
}

/** Bytes of compiled reads that are packed for threads. */
const KEPT_PARCELS = 20_000_000;

/** Hands reads to threads. */
export class LongReads {
  readonly #parts: LongReadsParts;
  readonly #parcels = new LruMap<CompiledRead, SharedPayload>(
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
    return this.#parts.times.expected(job) >= this.#parts.threads.minCost.besideOthers;
  }

  /** True where a long read is better done in a thread, and one can be asked. */
  async belongsElsewhere(job: ReadJob): Promise<boolean> {
    return !(await this.#isAlone(job)) && this.#parts.threads.isAvailable();
  }

  /** A thread would have to be woken up for a read that is alone. Those that have arrived with it are heard first. */
  async #isAlone(job: ReadJob): Promise<boolean> {
    const { threads, times } = this.#parts;
    if (threads.isBusy || times.expected(job) >= threads.minCost.alone) return false;
    const isNext = this.#hasJustRun;
    this.#deciding += 1;
    if (this.#deciding > 1) this.#areSeveral = true;
    await turn();
    const isAlone = !isNext && !this.#areSeveral && !threads.isBusy;
    this.#deciding -= 1;
    if (this.#deciding === 0) this.#areSeveral = false;
    return isAlone;
  }

  /** Remembers that a read has just run here, and how long it took, in milliseconds. */
  ranHere(job: ReadJob, took: number): void {
    this.#parts.times.note(job, took);
    if (!this.isLong(job)) return;
    this.#hasJustRun = true;
    setImmediate(() => (this.#hasJustRun = false));
  }

  /** Has a body read in a thread. @throws ValidationError for an answer beyond the limit, ReadTimeoutError */
  async body(job: ReadJob): Promise<Body | null> {
    const { body } = await readWithTotal(job, this.#parts, {
      read: (total) => this.#inThread(job, total),
      discard: (reply) => {
        if (reply.body instanceof BufferLease) reply.body.release();
      },
    });
    return body;
  }

  async #inThread(
    job: ReadJob,
    total: number | null,
  ): Promise<Pick<ReadReply, 'total'> & { readonly body: Body | null }> {
    const { threads, times } = this.#parts;
    const { compiled, ...rest } = job;
    const payload =
      this.#parcels.get(compiled) ?? this.#parcels.set(compiled, threads.pack(compiled));
    const task: ReadTask = { ...rest, payload, total };
    // As ReadTasks answers it.
    const reply = (await threads.run(task, times.expected(job)).catch((error: unknown) => {
      if (error instanceof ReadTimeoutError) times.noteTimeout(job, threads.timeout);
      throw error;
    })) as ReadReply;
    times.note(job, reply.took);
    const { body } = reply;
    return { body: body && bodyOf(body), total: reply.total };
  }
}

function bodyOf(body: NonNullable<ReadReply['body']>): Body {
  return body instanceof Uint8Array ? Buffer.from(body.buffer) : new BufferLease(body);
}
