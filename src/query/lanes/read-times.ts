// Durations of reads by shape, from which the duration of the next one is predicted.
import type { ReadJob } from '../read-runner.ts';

/** Requested rows beyond this are ignored: a list may be shorter than the requested page. */
const MAX_ROWS = 1000;

/** Weight of a read in the moving average: the first compiles statements, and any may be delayed by something else. */
const WEIGHT = 0.25;

/** Factor by which the longest duration shrinks with every read. */
const DECAY = 0.9;

/** Factor by which the shortest duration may grow with every read. */
const GROWTH = 2;

/** Reads of a shape before its durations are used. */
const MIN_READS = 3;

/** A read that takes this many times a limit exceeds it by more than compilation. */
const FAR = 10;

interface Times {
  /** Average milliseconds for each requested row. */
  perRow: number;
  longest: number;
  /** Milliseconds for each requested row. */
  shortest: number;
  count: number;
}

/** A read whose shape is only compared, so any object can represent it. */
interface SizedRead extends Pick<ReadJob, 'pagination'> {
  readonly compiled: object;
}

/** Records the durations of reads. */
export class ReadTimes {
  readonly #times = new WeakMap<object, Times>();

  /** The expected duration of a read in milliseconds; NaN if its shape was never read. */
  expected({ compiled, pagination }: SizedRead): number {
    return (this.#times.get(compiled)?.perRow ?? Number.NaN) * requestedRows(pagination);
  }

  /** True if there were several reads of a shape, and all recent ones took less than a number of milliseconds. */
  areAllBelow(compiled: object, milliseconds: number): boolean {
    const times = this.#times.get(compiled);
    return times !== undefined && times.count >= MIN_READS && times.longest < milliseconds;
  }

  /**
   * The duration of a read according to the fastest recent one, in milliseconds: on a busy machine others may have been
   * delayed. NaN if its shape was never read.
   */
  minimum({ compiled, pagination }: SizedRead): number {
    return (this.#times.get(compiled)?.shortest ?? Number.NaN) * requestedRows(pagination);
  }

  /**
   * True if all recent reads of a shape took longer than a number of milliseconds. The first reads compile statements and
   * code, so a few are needed, unless they took far longer.
   */
  areAllAbove(job: SizedRead, milliseconds: number): boolean {
    const least = this.minimum(job);
    const count = this.#times.get(job.compiled)?.count ?? 0;
    return least > milliseconds * (count < MIN_READS ? FAR : 1);
  }

  /** Records a read that was ended at its deadline, and discards faster ones. @param took Milliseconds */
  recordTimeout(job: SizedRead, took: number): void {
    this.record(job, took);
    const times = this.#times.get(job.compiled);
    if (times) times.shortest = took / requestedRows(job.pagination);
  }

  /** Records a read. @param took Milliseconds */
  record({ compiled, pagination }: SizedRead, took: number): void {
    const perRow = took / requestedRows(pagination);
    const times = this.#times.get(compiled);
    if (times) {
      times.perRow += WEIGHT * (perRow - times.perRow);
      times.longest = Math.max(took, times.longest * DECAY);
      times.shortest = Math.min(perRow, times.shortest * GROWTH);
      times.count += 1;
    } else this.#times.set(compiled, { perRow, longest: took, shortest: perRow, count: 1 });
  }
}

function requestedRows(pagination: ReadJob['pagination']): number {
  return pagination ? Math.min(Math.max(pagination.limit, 1), MAX_ROWS) : 1;
}
