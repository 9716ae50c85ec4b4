// Runs a compiled read and writes its result. This part of a read depends neither on the project nor on the caller, so it
// can run in a thread or a process.
import { withTiming, type StageTimer } from '../base/stage-timer.ts';
import type { ReadSteps } from '../storage/session.ts';
import type { Dialect } from '../storage/dialect.ts';
import { ValidIndexes } from '../storage/search/valid-indexes.ts';
import { listBody, documentBody, type ReadResult } from './response-body.ts';
import type { CompiledRead } from './compiled.ts';
import type { EntryFormat } from './entry-writer.ts';
import type { Pagination } from './params.ts';
import type { PlanValue } from './plan.ts';
import { runRead, type RunDependencies } from './run.ts';
import {
  ObjectBuilder,
  type EntryFactory,
  type EntryObject,
  type ObjectFormat,
} from './object-builder.ts';
import type { RowsResult } from './rows.ts';
import { shapeEntries } from './shape.ts';
import { JsonBuilder } from './json-builder.ts';

/** A compiled read with its values. */
export interface ReadJob {
  readonly compiled: CompiledRead;
  readonly values: readonly PlanValue[];
  readonly format: EntryFormat;
  /** The pagination of the response; null for a read of one document. */
  readonly pagination: Pagination | null;
}

type EntriesJob = Omit<ReadJob, 'pagination'>;

export interface RunOptions {
  readonly totals: RunDependencies['totals'];
  /** Measures `shape`. Default: it is not measured */
  readonly timer?: StageTimer | undefined;
}

/** The strings of a response body, and the total in it. */
export interface BodyTexts {
  /** Null if there is no document. */
  readonly texts: readonly string[] | null;
  readonly total: number | null;
}

/** Entries of a response as JSON text, and the same entries as objects for programs. */
export interface LayeredResult {
  readonly entries: readonly string[];
  readonly total: number | null;
  /** Prepares the entries with their hidden parts, in the same order. @throws ValidationError if they are too large */
  readonly complete: () => readonly EntryFactory[];
}

/** Runs reads in one dialect. */
export class ReadRunner {
  readonly #dialect: Dialect;
  readonly #indexes: ValidIndexes;
  readonly #texts: Readonly<Record<EntryFormat, JsonBuilder>> = {
    v5: new JsonBuilder('v5'),
    v4: new JsonBuilder('v4'),
  };
  readonly #objects: Readonly<Record<ObjectFormat, ObjectBuilder>> = {
    v5: new ObjectBuilder('v5'),
    v4: new ObjectBuilder('v4'),
    plain: new ObjectBuilder('plain'),
  };

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
    this.#indexes = new ValidIndexes(dialect.search);
  }

  /** Reads entries as JSON text. @throws ValidationError if the response is too large */
  *entries(job: EntriesJob, options: RunOptions): ReadSteps<ReadResult> {
    const form = this.#texts[job.format];
    return yield* this.#run(job, options, (root) => shapeEntries(form, root));
  }

  /** Reads entries as JSON text, and with hidden parts as objects. @throws as `entries` */
  *layered(job: EntriesJob, { totals, timer }: RunOptions): ReadSteps<LayeredResult> {
    const dependencies = { dialect: this.#dialect, totals, indexes: this.#indexes };
    const { root, total } = yield* runRead(job.compiled, job.values, dependencies);
    return {
      entries: withTiming(timer, 'shape', () => shapeEntries(this.#texts.v5, root)),
      total,
      complete: () => this.#objects.v5.factories(root),
    };
  }

  /** Reads entries as objects. @throws as `entries` */
  *objects(
    job: Omit<EntriesJob, 'format'>,
    format: ObjectFormat,
    options: RunOptions,
  ): ReadSteps<ReadResult<EntryObject>> {
    return yield* this.#run(job, options, (root) => this.#objects[format].entries(root));
  }

  *#run<Entry>(
    { compiled, values }: Omit<EntriesJob, 'format'>,
    { totals, timer }: RunOptions,
    shape: (root: RowsResult) => readonly Entry[],
  ): ReadSteps<ReadResult<Entry>> {
    const dependencies = { dialect: this.#dialect, totals, indexes: this.#indexes };
    const { root, total, cursors } = yield* runRead(compiled, values, dependencies);
    const entries = withTiming(timer, 'shape', () => shape(root));
    return { entries, total, cursors };
  }

  /** Reads a response body. @throws as `entries` */
  *body(job: ReadJob, options: RunOptions): ReadSteps<BodyTexts> {
    const result = yield* this.entries(job, options);
    return { texts: bodyTexts(result, job.pagination), total: result.total };
  }
}

/** The strings of a response body; null if there is no document. */
export function bodyTexts(
  result: ReadResult,
  pagination: ReadJob['pagination'],
): readonly string[] | null {
  return pagination ? listBody(result, pagination) : documentBody(result.entries);
}
