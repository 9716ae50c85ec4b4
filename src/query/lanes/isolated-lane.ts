// Runs reads in separate processes, which are ended at a deadline.
import type { Cancellation } from '../../storage/cancellation.ts';
import { isUnavailable } from '../../storage/errors.ts';
import type { IsolatedReads } from '../../storage/background-reads.ts';
import type { ReadResult } from '../response-body.ts';
import type { IsolatedReply, IsolatedTask } from './isolated-tasks.ts';
import { readWithTotal, type TotalsDependencies } from './read-with-total.ts';
import type { EntryObject, ObjectFormat } from '../object-builder.ts';
import type { ReadJob } from '../read-runner.ts';
import type { ReadTimes } from './read-times.ts';

export interface IsolatedLaneDependencies extends TotalsDependencies {
  readonly isolated: IsolatedReads;
  readonly times: ReadTimes;
}

/** Runs reads in processes and records how long they take. */
export class IsolatedLane {
  readonly #dependencies: IsolatedLaneDependencies;

  constructor(dependencies: IsolatedLaneDependencies) {
    this.#dependencies = dependencies;
  }

  /** Reads a response body. @throws as `IsolatedReads`; ValidationError if the response is too large */
  async body(job: ReadJob, cancellation?: Cancellation): Promise<Buffer | null> {
    const reply = await this.#run(job, 'body', cancellation);
    if (reply.kind !== 'body') throw new Error('unexpected reply of a process');
    const { body } = reply;
    return body && Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  }

  /** Reads entries as JSON text. @throws as `body` */
  async entries(job: ReadJob, cancellation?: Cancellation): Promise<ReadResult> {
    const reply = await this.#run(job, 'entries', cancellation);
    if (reply.kind !== 'entries') throw new Error('unexpected reply of a process');
    return { ...reply.result, total: reply.total };
  }

  /** Reads entries as objects. @throws as `body` */
  async objects(
    job: ReadJob,
    format: ObjectFormat,
    cancellation?: Cancellation,
  ): Promise<ReadResult<EntryObject>> {
    const reply = await this.#run(job, { objects: format }, cancellation);
    if (reply.kind !== 'objects') throw new Error('unexpected reply of a process');
    return { ...reply.result, total: reply.total };
  }

  #run(
    job: ReadJob,
    result: IsolatedTask['result'],
    cancellation?: Cancellation,
  ): Promise<IsolatedReply> {
    const { isolated, times } = this.#dependencies;
    const read = async (total: number | null): Promise<IsolatedReply> => {
      const task: IsolatedTask = { ...job, total, result };
      const began = performance.now();
      // IsolatedTasks creates the reply.
      const reply = (await isolated.run(task, cancellation).catch((error: unknown) => {
        if (isUnavailable(error, 'readTimeout'))
          times.recordTimeout(job, performance.now() - began);
        throw error;
      })) as IsolatedReply;
      times.record(job, reply.cpuTime);
      return reply;
    };
    return readWithTotal(job, this.#dependencies, { read });
  }
}
