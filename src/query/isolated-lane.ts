// Runs reads in processes of the database.
import { type Cancellation, ReadTimeoutError } from '../storage/errors.ts';
import type { IsolatedReads } from '../storage/background-reads.ts';
import type { ReadAnswer } from './answer-body.ts';
import type { IsolatedReply, IsolatedTask } from './isolated-tasks.ts';
import { readWithTotal, type KnownTotalParts } from './known-total.ts';
import type { EntryObject } from './object-form.ts';
import type { ReadJob } from './read-runner.ts';
import type { ReadTimes } from './read-times.ts';

export interface IsolatedLaneParts extends KnownTotalParts {
  readonly isolated: IsolatedReads;
  readonly times: ReadTimes;
}

/** Reads in processes. */
export class IsolatedLane {
  readonly #parts: IsolatedLaneParts;

  constructor(parts: IsolatedLaneParts) {
    this.#parts = parts;
  }

  /** @throws as `IsolatedReads`, ValidationError for an answer beyond the limit */
  async body(job: ReadJob, cancellation?: Cancellation): Promise<Buffer | null> {
    const reply = await this.#run(job, 'body', cancellation);
    if (reply.kind !== 'body') throw new Error('unexpected reply of a process');
    const { body } = reply;
    return body && Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  }

  /** @throws as `body` */
  async entries(job: ReadJob, cancellation?: Cancellation): Promise<ReadAnswer> {
    const reply = await this.#run(job, 'entries', cancellation);
    if (reply.kind !== 'entries') throw new Error('unexpected reply of a process');
    return { ...reply.answer, total: reply.total };
  }

  /** @throws as `body` */
  async objects(job: ReadJob, cancellation?: Cancellation): Promise<ReadAnswer<EntryObject>> {
    const reply = await this.#run(job, 'objects', cancellation);
    if (reply.kind !== 'objects') throw new Error('a process has answered something else');
    return { ...reply.answer, total: reply.total };
  }

  #run(
    job: ReadJob,
    wants: IsolatedTask['wants'],
    cancellation?: Cancellation,
  ): Promise<IsolatedReply> {
    const { isolated, times } = this.#parts;
    const read = async (total: number | null): Promise<IsolatedReply> => {
      const task: IsolatedTask = { ...job, total, wants };
      const began = performance.now();
      // As IsolatedTasks answers it.
      const reply = (await isolated.run(task, cancellation).catch((error: unknown) => {
        if (error instanceof ReadTimeoutError) times.noteTimeout(job, performance.now() - began);
        throw error;
      })) as IsolatedReply;
      times.note(job, reply.took);
      return reply;
    };
    return readWithTotal(job, this.#parts, { read });
  }
}
