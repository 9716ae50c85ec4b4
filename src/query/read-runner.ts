// In charge of running a compiled read and writing what it found: all of a read that needs neither the project nor the
// caller any more, so that it can be done in a thread too.
import type { Reading } from '../storage/database.ts';
import type { Dialect } from '../storage/dialect.ts';
import { StandingIndexes } from '../storage/search/standing-indexes.ts';
import { listBody, oneBody, type ReadAnswer } from './answer-body.ts';
import type { CompiledRead } from './compiled.ts';
import type { EntryFormat } from './entry-writer.ts';
import type { Pagination } from './params.ts';
import type { PlanValue } from './plan.ts';
import { runRead, type RunParts } from './run.ts';
import { Shaper } from './shape.ts';

/** A compiled read with its values. */
export interface ReadJob {
  readonly compiled: CompiledRead;
  readonly values: readonly PlanValue[];
  readonly format: EntryFormat;
  /** What the body says of its page; null: it is of one document. */
  readonly pagination: Pagination | null;
}

/** What is read and written apart from totals. */
interface Steps {
  readonly totals: RunParts['totals'];
  /** Is called when all rows are there. */
  readonly onRows?: (() => void) | undefined;
  /** Is given the entries once they are written. */
  readonly finish?: ((entries: readonly string[]) => readonly string[]) | undefined;
}

/** The texts of a body, and the number of rows that stands in it. */
export interface RunBody {
  /** Null where there is no document. */
  readonly texts: readonly string[] | null;
  readonly total: number | null;
}

/** Runs reads on one connection, or one pool of them. */
export class ReadRunner {
  readonly #dialect: Dialect;
  readonly #indexes: StandingIndexes;
  readonly #shapers: Readonly<Record<EntryFormat, Shaper>> = {
    v5: new Shaper('v5'),
    v4: new Shaper('v4'),
    plain: new Shaper('plain'),
  };

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
    this.#indexes = new StandingIndexes(dialect.search);
  }

  /** @throws ValidationError for an answer beyond the limit */
  *entries(
    { compiled, values, format }: Omit<ReadJob, 'pagination'>,
    { totals, onRows, finish }: Steps,
  ): Reading<ReadAnswer> {
    const parts = { dialect: this.#dialect, totals, indexes: this.#indexes };
    const { root, total, neighbours } = yield* runRead(compiled, values, parts);
    onRows?.();
    const entries = this.#shapers[format].entries(root);
    return { entries: finish ? finish(entries) : entries, total, neighbours };
  }

  /** @throws ValidationError for an answer beyond the limit */
  *body(job: ReadJob, steps: Steps): Reading<RunBody> {
    const answer = yield* this.entries(job, steps);
    return { texts: bodyTexts(answer, job.pagination), total: answer.total };
  }
}

/** The texts of a body; null if there is no document. */
export function bodyTexts(
  answer: ReadAnswer,
  pagination: ReadJob['pagination'],
): readonly string[] | null {
  return pagination ? listBody(answer, pagination) : oneBody(answer.entries);
}
