// Reads in a separate process: the task that is sent, the reply, and the code that runs there.
import type { ReadSteps } from '../../storage/session.ts';
import type { Dialect } from '../../storage/dialect.ts';
import type { ReadResult } from '../response-body.ts';
import { allocateMemory, writeTexts } from '../body.ts';
import type { EntryObject, ObjectFormat } from '../object-builder.ts';
import { ReadRunner, type ReadJob } from '../read-runner.ts';
import { fixedTotal } from '../totals.ts';

/** A read to run in a process. */
export interface IsolatedTask extends ReadJob {
  /** The total of the list if it is known; null if it must be counted. */
  readonly total: number | null;
  /** The form of the result: a response body, entries as JSON text, or entries as objects of a format. */
  readonly result: 'body' | 'entries' | { readonly objects: ObjectFormat };
}

/** The result of a task. */
export type IsolatedReply = {
  readonly total: number | null;
  /** CPU time in milliseconds: the process has a low priority, so elapsed time is not meaningful. */
  readonly cpuTime: number;
} & (
  | { readonly kind: 'entries'; readonly result: ReadResult }
  | { readonly kind: 'objects'; readonly result: ReadResult<EntryObject> }
  /** The bytes of a body; null if there is no document. */
  | { readonly kind: 'body'; readonly body: Uint8Array | null }
);

/** Runs tasks inside a process. */
export class IsolatedTasks {
  readonly #runner: ReadRunner;

  constructor(dialect: Dialect) {
    this.#runner = new ReadRunner(dialect);
  }

  /** Runs a task. @param read Runs a read in a snapshot @throws ValidationError if the response is too large */
  run(
    { total: known, result, ...job }: IsolatedTask,
    read: <T>(steps: ReadSteps<T>) => T,
  ): IsolatedReply {
    const before = process.cpuUsage();
    const totals = fixedTotal(known);
    if (result === 'entries') {
      const entries = read(this.#runner.entries(job, { totals }));
      const { total } = entries;
      return { kind: 'entries', result: entries, total, cpuTime: since(before) };
    }
    if (typeof result === 'object') {
      const objects = read(this.#runner.objects(job, result.objects, { totals }));
      const { total } = objects;
      return { kind: 'objects', result: objects, total, cpuTime: since(before) };
    }
    const { texts, total } = read(this.#runner.body(job, { totals }));
    const body = texts && writeTexts(texts, allocateMemory).bytes;
    return { kind: 'body', body, total, cpuTime: since(before) };
  }
}

function since(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
