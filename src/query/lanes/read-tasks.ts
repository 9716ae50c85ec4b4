// Reads in a thread: the task that is sent, the reply, and the code that runs there.
import {
  SharedBufferPool,
  type SharedSlice,
  PayloadReader,
  type SharedPayload,
} from '../../base/shared-memory.ts';
import type { ReadSteps } from '../../storage/session.ts';
import type { Dialect } from '../../storage/dialect.ts';
import { allocateMemory, writeTexts } from '../body.ts';
import type { CompiledRead } from '../compiled.ts';
import { ReadRunner, type ReadJob, type BodyTexts } from '../read-runner.ts';
import { fixedTotal } from '../totals.ts';

/** A read to run in a thread. */
export interface ReadTask extends Omit<ReadJob, 'compiled'> {
  /** The compiled read. */
  readonly payload: SharedPayload;
  /** The total of the list if it is known; null if it must be counted. */
  readonly total: number | null;
}

/** The result of a task. */
export interface ReadReply extends Pick<BodyTexts, 'total'> {
  /** The body, in shared memory or in a separate buffer; null if there is no document. */
  readonly body: SharedSlice | Uint8Array<ArrayBuffer> | null;
  /** Milliseconds. */
  readonly duration: number;
}

/** Runs tasks inside a thread. */
export class ReadTasks {
  readonly #runner: ReadRunner;
  readonly #compiled = new PayloadReader<CompiledRead>();
  readonly #pool = new SharedBufferPool();

  constructor(dialect: Dialect) {
    this.#runner = new ReadRunner(dialect);
  }

  /** Runs a task. @param read Runs a read in a snapshot @throws ValidationError if the response is too large */
  run({ payload, total, ...job }: ReadTask, read: <T>(steps: ReadSteps<T>) => T): ReadReply {
    const began = performance.now();
    const compiled = this.#compiled.unpack(payload);
    const { texts, total: counted } = read(
      this.#runner.body({ compiled, ...job }, { totals: fixedTotal(total) }),
    );
    const body = texts && this.#bodyOf(texts);
    return { total: counted, body, duration: performance.now() - began };
  }

  #bodyOf(texts: readonly string[]): NonNullable<ReadReply['body']> {
    const memory = writeTexts(
      texts,
      (length) => this.#pool.acquire(length) ?? allocateMemory(length),
    );
    return 'slice' in memory ? memory.slice : memory.bytes;
  }
}
