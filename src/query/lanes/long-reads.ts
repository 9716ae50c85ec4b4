// Runs long reads in threads, so that other requests do not wait for them (docs/decisions/0017). The duration of earlier
// reads of the same shape decides which reads are long.
import { setImmediate as turn } from 'node:timers/promises';
import { BufferLease, type SharedPayload } from '../../base/shared-memory.ts';
import { isUnavailable } from '../../storage/errors.ts';
import type { ThreadedReads } from '../../storage/background-reads.ts';
import type { CompiledRead } from '../compiled.ts';
import { readWithTotal, type TotalsDependencies } from './read-with-total.ts';
import type { ReadJob } from '../read-runner.ts';
import type { ReadReply, ReadTask } from './read-tasks.ts';
import type { ReadTimes } from './read-times.ts';

/** Runs a function when a response has ended. @returns false if that cannot be known: the function never runs */
export type AfterResponse = (run: () => void) => boolean;

export interface LongReadsDependencies extends TotalsDependencies {
  readonly threads: ThreadedReads;
  readonly times: ReadTimes;
}

/** Decides which reads run in a thread, and runs them there. */
export class LongReads {
  readonly #dependencies: LongReadsDependencies;
  /** Compiled reads as they are sent; evicted with them. */
  readonly #payloads = new WeakMap<CompiledRead, SharedPayload>();
  /** Long reads for which it is not yet decided where they run. */
  #deciding = 0;
  /** Whether there was more than one of them. */
  #areMultiple = false;
  /** Whether a long read has run here in this turn of the event loop: the next one belongs to another client. */
  #hasJustRun = false;

  constructor(dependencies: LongReadsDependencies) {
    this.#dependencies = dependencies;
  }

  /** True if a read should run in a thread when other reads are waiting. */
  isLong(job: ReadJob): boolean {
    return (
      this.#dependencies.times.expected(job) >= this.#dependencies.threads.minCost.besideOthers
    );
  }

  /** True if a long read should run in a thread now, and one is available. */
  async shouldRunInThread(job: ReadJob): Promise<boolean> {
    return !(await this.#isAlone(job)) && this.#dependencies.threads.isAvailable();
  }

  /** It is not worth waking a thread for a single read. Waits one turn of the event loop for reads that arrived with it. */
  async #isAlone(job: ReadJob): Promise<boolean> {
    const { threads, times } = this.#dependencies;
    if (threads.isBusy || times.expected(job) >= threads.minCost.alone) return false;
    const isNext = this.#hasJustRun;
    this.#deciding += 1;
    if (this.#deciding > 1) this.#areMultiple = true;
    await turn();
    const isAlone = !isNext && !this.#areMultiple && !threads.isBusy;
    this.#deciding -= 1;
    if (this.#deciding === 0) this.#areMultiple = false;
    return isAlone;
  }

  /** Records that a read ran in the serving thread. @param took Milliseconds */
  recordLocalRun(job: ReadJob, took: number): void {
    this.#dependencies.times.record(job, took);
    if (!this.isLong(job)) return;
    this.#hasJustRun = true;
    setImmediate(() => (this.#hasJustRun = false));
  }

  /** Reads a response body in a thread. @throws ValidationError if the response is too large; UnavailableError */
  async body(job: ReadJob, afterResponse?: AfterResponse): Promise<Buffer | null> {
    const { body } = await readWithTotal(job, this.#dependencies, {
      read: (total) => this.#runInThread(job, total),
      discard: (reply) => {
        if (reply.body instanceof BufferLease) reply.body.release();
      },
    });
    return body instanceof BufferLease ? bytesOf(body, afterResponse) : body;
  }

  async #runInThread(
    job: ReadJob,
    total: number | null,
  ): Promise<Pick<ReadReply, 'total'> & { readonly body: BufferLease | Buffer | null }> {
    const { threads, times } = this.#dependencies;
    const { compiled, ...rest } = job;
    const payload = this.#payloadOf(compiled);
    const task: ReadTask = { payload, total, ...rest };
    // ReadTasks creates the reply.
    const reply = (await threads.run(task, times.expected(job)).catch((error: unknown) => {
      if (isUnavailable(error, 'readTimeout')) times.recordTimeout(job, threads.timeout);
      throw error;
    })) as ReadReply;
    times.record(job, reply.duration);
    const { body } = reply;
    return { body: body && bodyOf(body), total: reply.total };
  }

  #payloadOf(compiled: CompiledRead): SharedPayload {
    const cached = this.#payloads.get(compiled);
    if (cached) return cached;
    const payload = this.#dependencies.threads.pack(compiled);
    this.#payloads.set(compiled, payload);
    return payload;
  }
}

/** The bytes of a lease, without a copy if it can end after the response. */
function bytesOf(lease: BufferLease, afterResponse: AfterResponse | undefined): Buffer {
  if (afterResponse?.(() => lease.release()) === true) return lease.bytes;
  const copy = Buffer.from(lease.bytes);
  lease.release();
  return copy;
}

function bodyOf(body: NonNullable<ReadReply['body']>): BufferLease | Buffer {
  return body instanceof Uint8Array ? Buffer.from(body.buffer) : new BufferLease(body);
}
