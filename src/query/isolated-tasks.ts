// Reads in a process of their own: what is sent there, what comes back, and how it is made.
import type { ReadSteps } from '../storage/database.ts';
import type { Dialect } from '../storage/dialect.ts';
import type { ReadAnswer } from './answer-body.ts';
import { ownMemory, written } from './body.ts';
import type { EntryObject } from './object-form.ts';
import { ReadRunner, type ReadJob } from './read-runner.ts';

/** A read for a process. */
export interface IsolatedTask extends ReadJob {
  /** The number of rows if it is known; null: it is counted, if it is asked for. */
  readonly total: number | null;
  /** A whole body, or the entries that it is made of, as texts or as objects. */
  readonly wants: 'body' | 'entries' | 'objects';
}

/** What a process has read. */
export type IsolatedReply = {
  readonly total: number | null;
  /** Milliseconds of processor time: the process has a low priority. */
  readonly took: number;
} & (
  | { readonly kind: 'entries'; readonly answer: ReadAnswer }
  | { readonly kind: 'objects'; readonly answer: ReadAnswer<EntryObject> }
  /** The bytes; null if there is no document. */
  | { readonly kind: 'body'; readonly body: Uint8Array | null }
);

/** Runs tasks. */
export class IsolatedTasks {
  readonly #runner: ReadRunner;

  constructor(dialect: Dialect) {
    this.#runner = new ReadRunner(dialect);
  }

  /** @param read Runs a reading in a snapshot @throws ValidationError for an answer beyond the limit */
  answer(
    { total: known, wants, ...job }: IsolatedTask,
    read: <T>(steps: ReadSteps<T>) => T,
  ): IsolatedReply {
    const before = process.cpuUsage();
    const totals = { look: () => 0, known: () => known, keep: () => undefined };
    if (wants === 'entries') {
      const answer = read(this.#runner.entries(job, { totals }));
      return { kind: 'entries', answer, total: answer.total, took: since(before) };
    }
    if (wants === 'objects') {
      const answer = read(this.#runner.objects(job, { totals }));
      return { kind: 'objects', answer, total: answer.total, took: since(before) };
    }
    const { texts, total } = read(this.#runner.body(job, { totals }));
    const body = texts && written(texts, ownMemory).bytes;
    return { kind: 'body', body, total, took: since(before) };
  }
}

function since(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
