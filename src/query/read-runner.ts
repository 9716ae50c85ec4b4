// Runs a compiled read and writes what it found: all of a read that needs neither the project nor the caller any more, so
// that a thread can do it too.
import type { ReadSteps } from '../storage/database.ts';
import type { Dialect } from '../storage/dialect.ts';
import { ValidIndexes } from '../storage/search/valid-indexes.ts';
import { listBody, oneBody, type ReadAnswer } from './answer-body.ts';
import type { CompiledRead } from './compiled.ts';
import type { EntryFormat } from './entry-writer.ts';
import type { Pagination } from './params.ts';
import type { PlanValue } from './plan.ts';
import { runRead, type RunParts } from './run.ts';
import { ObjectForm, type EntryObject } from './object-form.ts';
import type { RowsResult } from './rows.ts';
import { shapeEntries } from './shape.ts';
import { TextForm } from './text-form.ts';

/** A compiled read with its values. */
export interface ReadJob {
  readonly compiled: CompiledRead;
  readonly values: readonly PlanValue[];
  readonly format: EntryFormat;
  /** What the body says of its page; null: it is of one document. */
  readonly pagination: Pagination | null;
}

type EntriesJob = Omit<ReadJob, 'pagination'>;

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
  readonly #indexes: ValidIndexes;
  readonly #texts: Readonly<Record<EntryFormat, TextForm>> = {
    v5: new TextForm('v5'),
    v4: new TextForm('v4'),
    plain: new TextForm('plain'),
  };
  readonly #objects = new ObjectForm();

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
    this.#indexes = new ValidIndexes(dialect.search);
  }

  /** Entries as JSON text. @throws ValidationError for an answer beyond the limit */
  *entries(job: EntriesJob, { finish, ...steps }: Steps): ReadSteps<ReadAnswer> {
    const form = this.#texts[job.format];
    const answer = yield* this.#answer(job, steps, (root) => shapeEntries(form, root));
    return finish ? { ...answer, entries: finish(answer.entries) } : answer;
  }

  /** Entries as objects. @throws as `entries` */
  *objects(job: EntriesJob, { totals }: Pick<Steps, 'totals'>): ReadSteps<ReadAnswer<EntryObject>> {
    return yield* this.#answer(job, { totals }, (root) => this.#objects.entries(root));
  }

  *#answer<Entry>(
    { compiled, values }: EntriesJob,
    { totals, onRows }: Steps,
    shape: (root: RowsResult) => readonly Entry[],
  ): ReadSteps<ReadAnswer<Entry>> {
    const parts = { dialect: this.#dialect, totals, indexes: this.#indexes };
    const { root, total, neighbours } = yield* runRead(compiled, values, parts);
    onRows?.();
    return { entries: shape(root), total, neighbours };
  }

  /** @throws ValidationError for an answer beyond the limit */
  *body(job: ReadJob, steps: Steps): ReadSteps<RunBody> {
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
