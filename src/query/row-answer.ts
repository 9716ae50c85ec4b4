// Answer of a write: its rows as a read by `row` shows them, inside the transaction.
import type { ReadSteps } from '../storage/database.ts';
import type { ReadAnswer } from './answer-body.ts';
import type { EntryObject } from './object-form.ts';
import type { PlanValue } from './plan.ts';
import type { PreparedRead } from './prepared-read.ts';

/** How the entries of an answer are made. */
interface RowAnswerParts<Entry> {
  /** Runs the read with other values. */
  readonly run: (values: readonly PlanValue[]) => ReadSteps<ReadAnswer<Entry>>;
  /** Makes an entry of an object. */
  readonly from: (object: EntryObject) => Entry;
}

/** Reads the rows of a write. */
export class RowAnswer<Entry> {
  /** A read by `row`. */
  readonly read: PreparedRead;
  readonly #run: RowAnswerParts<Entry>['run'];
  /** Makes an entry of an object: for code that answers a write without running it. */
  readonly from: RowAnswerParts<Entry>['from'];

  constructor(read: PreparedRead, { run, from }: RowAnswerParts<Entry>) {
    this.read = read;
    this.#run = run;
    this.from = from;
  }

  /**
   * Reads rows that were just written, in one read. @returns them in the order given
   * @throws ValidationError for an answer beyond the limit
   */
  *written(rows: readonly number[]): ReadSteps<readonly Entry[]> {
    const inOrder = rows.toSorted((a, b) => a - b);
    const { entries } = yield* this.#run(valuesOf(this.read, inOrder));
    const found = rows.flatMap((row) => entries[inOrder.indexOf(row)] ?? []);
    if (found.length === rows.length) return found;
    throw new Error(`not all of rows ${rows.join()} of ${this.read.plan.shape.root.uid} are there`);
  }

  /**
   * Reads a row if it matches the filters of the read. @returns null if it does not
   * @throws ValidationError for an answer beyond the limit
   */
  *matching(row: number): ReadSteps<Entry | null> {
    const { entries } = yield* this.#run(valuesOf(this.read, [row]));
    return entries[0] ?? null;
  }
}

/** The values of a read by `row` or `rows`, for rows by their ids. */
export function valuesOf(
  { plan: { shape, values } }: PreparedRead,
  rows: readonly number[],
): readonly PlanValue[] {
  const { by, slot } = shape.one ?? { by: 'row', slot: 0 };
  const value: PlanValue =
    by === 'rows' ? { type: 'id', list: rows } : { type: 'id', value: rows[0] ?? 0 };
  return values.with(slot, value);
}
