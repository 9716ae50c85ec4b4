// How long reads took, by shape: a guess at the next one.
import type { CompiledRead } from './compiled.ts';
import type { ReadJob } from './read-runner.ts';

/** A client may ask for more rows than there are. */
const MOST_ROWS = 1000;

/** How much one read says of the next: the first compiles statements, and any may be held up by something else. */
const WEIGHT = 0.25;

/** The longest time is forgotten by this much with every read. */
const FADING = 0.9;

/** The shortest time grows by this much with every read that takes longer. */
const GROWTH = 2;

/** Reads of a shape after which its times count. */
const SEVERAL = 3;

interface Times {
  /** Milliseconds for each row that is asked for. */
  perRow: number;
  longest: number;
  /** As `perRow`. */
  shortest: number;
  count: number;
}

type Asked = Pick<ReadJob, 'compiled' | 'pagination'>;

/** Times of reads. */
export class ReadTimes {
  readonly #times = new WeakMap<CompiledRead, Times>();

  /** Milliseconds that a read will take; NaN if none of its shape was read yet. */
  expected({ compiled, pagination }: Asked): number {
    return (this.#times.get(compiled)?.perRow ?? Number.NaN) * rowsAskedFor(pagination);
  }

  /** True if all reads of a shape took less than so many milliseconds lately, and there were several. */
  areBelow(compiled: CompiledRead, milliseconds: number): boolean {
    const times = this.#times.get(compiled);
    return times !== undefined && times.count >= SEVERAL && times.longest < milliseconds;
  }

  /**
   * Milliseconds that the quickest of the last reads would have taken: on a busy machine others may have been held up. NaN if
   * none of its shape was read yet.
   */
  least({ compiled, pagination }: Asked): number {
    return (this.#times.get(compiled)?.shortest ?? Number.NaN) * rowsAskedFor(pagination);
  }

  /** Forgets quicker reads: one was ended that took too long. @param took Milliseconds */
  noteTimeout(job: Asked, took: number): void {
    this.note(job, took);
    const times = this.#times.get(job.compiled);
    if (times) times.shortest = took / rowsAskedFor(job.pagination);
  }

  /** @param took Milliseconds */
  note({ compiled, pagination }: Asked, took: number): void {
    const perRow = took / rowsAskedFor(pagination);
    const times = this.#times.get(compiled);
    if (times) {
      times.perRow += WEIGHT * (perRow - times.perRow);
      times.longest = Math.max(took, times.longest * FADING);
      times.shortest = Math.min(perRow, times.shortest * GROWTH);
      times.count += 1;
    } else this.#times.set(compiled, { perRow, longest: took, shortest: perRow, count: 1 });
  }
}

function rowsAskedFor(pagination: ReadJob['pagination']): number {
  return pagination ? Math.min(Math.max(pagination.limit, 1), MOST_ROWS) : 1;
}
