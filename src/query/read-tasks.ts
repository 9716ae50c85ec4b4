// Reads in a thread: what is sent there, what comes back, and how it is made.
import {
  SharedBufferPool,
  type SharedSlice,
  PayloadReader,
  type SharedPayload,
} from '../base/shared-memory.ts';
import type { ReadSteps } from '../storage/database.ts';
import type { Dialect } from '../storage/dialect.ts';
import { ownMemory, written } from './body.ts';
import type { CompiledRead } from './compiled.ts';
import { ReadRunner, type ReadJob, type RunBody } from './read-runner.ts';

/** A read for a thread. */
export interface ReadTask extends Omit<ReadJob, 'compiled'> {
  /** The compiled read. */
  readonly payload: SharedPayload;
  /** The number of rows as it is known; null: it is to be counted, if it is asked for. */
  readonly total: number | null;
}

/** What a thread has read. */
export interface ReadReply extends Pick<RunBody, 'total'> {
  /** The body, in lent memory or in memory of its own; null where there is no document. */
  readonly body: SharedSlice | Uint8Array<ArrayBuffer> | null;
  /** Milliseconds. */
  readonly took: number;
}

/** Bytes of compiled reads that a thread keeps. */
const KEPT = 20_000_000;

/** Does what a thread is told. */
export class ReadTasks {
  readonly #runner: ReadRunner;
  readonly #compiled = new PayloadReader<CompiledRead>(KEPT);
  readonly #pool = new SharedBufferPool();

  constructor(dialect: Dialect) {
    this.#runner = new ReadRunner(dialect);
  }

  /** @param read Runs a reading in a snapshot @throws ValidationError for an answer beyond the limit */
  answer({ payload, total, ...job }: ReadTask, read: <T>(steps: ReadSteps<T>) => T): ReadReply {
    const began = performance.now();
    const compiled = this.#compiled.unpack(payload);
    const totals = { look: () => 0, known: () => total, keep: () => undefined };
    const { texts, ...run } = read(this.#runner.body({ ...job, compiled }, { totals }));
    const body = texts && this.#bodyOf(texts);
    return { ...run, body, took: performance.now() - began };
  }

  #bodyOf(texts: readonly string[]): NonNullable<ReadReply['body']> {
    const memory = written(texts, (length) => this.#pool.acquire(length) ?? ownMemory(length));
    return 'slice' in memory ? memory.slice : memory.bytes;
  }
}
