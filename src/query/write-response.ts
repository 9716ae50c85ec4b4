// The response to a write: its rows, read in the transaction by a read by `row`.
import type { ReadSteps } from '../storage/session.ts';
import type { ReadResult } from './response-body.ts';
import type { Registry } from '../schema/registry.ts';
import type { EntryObject, ObjectFormat } from './object-builder.ts';
import type { PlanValue } from './plan.ts';
import type { PreparedRead } from './prepared-read.ts';

/** Runs a read with given values. */
type RunWith<Entry> = (values: readonly PlanValue[]) => ReadSteps<ReadResult<Entry>>;

/** The form of the entries as objects. */
interface ObjectForm {
  /** The content model that they are read with. */
  readonly registry: Registry;
  readonly format: ObjectFormat;
}

/** Functions that create the entries of a response. */
interface EntryFunctions<Entry> {
  readonly run: RunWith<Entry>;
  /** Reads the entries as objects. */
  readonly runObjects: RunWith<EntryObject>;
  /** Converts an object to an entry. */
  readonly fromObject: (object: EntryObject) => Entry;
  readonly objects: ObjectForm;
}

/** Reads the entries of the response to a write. */
export class WriteResponse<Entry> {
  /** A read by `row`. */
  readonly read: PreparedRead;
  readonly #run: RunWith<Entry>;
  readonly #runObjects: RunWith<EntryObject>;
  /** Converts an object of `objects` to an entry. */
  readonly fromObject: EntryFunctions<Entry>['fromObject'];
  /** The form of the objects of `objects`. */
  readonly objectForm: ObjectForm;

  constructor(read: PreparedRead, { run, runObjects, fromObject, objects }: EntryFunctions<Entry>) {
    this.read = read;
    this.#run = run;
    this.#runObjects = runObjects;
    this.fromObject = fromObject;
    this.objectForm = objects;
  }

  /** The same response as objects, which project code may change before they become entries. */
  objects(): WriteResponse<EntryObject> {
    const run = this.#runObjects;
    return new WriteResponse(this.read, {
      run,
      runObjects: run,
      fromObject: (object) => object,
      objects: this.objectForm,
    });
  }

  /**
   * Reads rows that were just written. @returns their entries in the order of `rows`
   * @throws ValidationError if the response is too large
   */
  *written(rows: readonly number[]): ReadSteps<readonly Entry[]> {
    const inOrder = rows.toSorted((a, b) => a - b);
    const { entries } = yield* this.#run(valuesOf(this.read, inOrder));
    const found = rows.flatMap((row) => entries[inOrder.indexOf(row)] ?? []);
    if (found.length === rows.length) return found;
    throw new Error(
      `some of the rows ${rows.join()} of ${this.read.plan.shape.root.uid} are missing`,
    );
  }

  /**
   * Reads a row. @returns null if it does not match the filters of the read
   * @throws ValidationError if the response is too large
   */
  *matching(row: number): ReadSteps<Entry | null> {
    const { entries } = yield* this.#run(valuesOf(this.read, [row]));
    return entries[0] ?? null;
  }
}

/** The values of a read by `row` or `rows` with row ids. */
export function valuesOf(
  { plan: { shape, values } }: PreparedRead,
  rows: readonly number[],
): readonly PlanValue[] {
  const { by, slot } = shape.one ?? { by: 'row', slot: 0 };
  const value: PlanValue =
    by === 'rows' ? { type: 'id', list: rows } : { type: 'id', value: rows[0] ?? 0 };
  return values.with(slot, value);
}
