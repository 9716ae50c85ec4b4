// Types for the communication with a database: values, statements, rows, and reads and writes as coroutines.
import { isUnavailable, endedTransaction } from './errors.ts';

/** A value of a parameter. Dates, booleans and JSON are encoded before. */
export type SqlValue = string | number | bigint | null | Uint8Array;

/** A row in the order of the selected columns. */
export type Row = readonly unknown[];

/** A statement with its values; placeholders are numbered by position. */
export interface Query {
  readonly sql: string;
  readonly values: readonly SqlValue[];
  /**
   * Effect on the row count of its table: each returned row was inserted (1) or deleted (-1), and ends with
   * `countedColumns` (`storage/commits/row-count-delta`). 0 if the count does not change; undefined if it is unknown.
   */
  readonly delta?: 1 | -1 | 0 | undefined;
  /** True if its rows are not read, so that it need not be awaited (`storage/send-ahead`). */
  readonly unread?: boolean | undefined;
}

/**
 * A read as a coroutine: yields the statements that it can run next, and receives their rows in the same order. The
 * same code runs synchronously inside a SQLite snapshot and pipelined on PostgreSQL. An error of a statement is
 * thrown at its yield.
 */
export type ReadSteps<T> = Generator<readonly Query[], T, readonly (readonly Row[])[]>;

/**
 * A write as a coroutine of the same form: its statements run in order and are committed or rolled back together. It
 * waits for rows only, so that concurrent writes can share a transaction.
 */
export type WriteSteps<T> = ReadSteps<T>;

/** A point where a write waits for project code. */
export interface Pause {
  /** For messages. */
  readonly name: string;
  /** The code. Its error is thrown in the write. */
  readonly wait: () => Promise<void>;
  /** For how long it may last, in milliseconds; Infinity: as long as it takes. Default: as the database was opened */
  readonly timeout?: number | undefined;
}

/** A write that may wait. It runs in its own transaction, which the awaited code joins. */
export type InteractiveWriteSteps<T> = Generator<
  readonly Query[] | Pause,
  T,
  readonly (readonly Row[])[]
>;

export function isPause(step: readonly Query[] | Pause): step is Pause {
  return !Array.isArray(step);
}

/** Converts a write without pauses, for a transaction that is shared. @throws Error at a pause */
export function* withoutPauses<T>(steps: InteractiveWriteSteps<T>): WriteSteps<T> {
  let step = steps.next();
  while (!step.done) {
    const { value } = step;
    if (isPause(value)) throw new Error(`${value.name} needs an interactive transaction`);
    let rows: readonly (readonly Row[])[];
    try {
      rows = yield value;
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next(rows);
  }
  return step.value;
}

/** A statement of a program, in the words and with the values of the database's driver. */
export interface RawQuery {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** What the driver returned for a statement of a program. */
export interface RawResult {
  /** By column, with values as the driver returns them; null: the statement returns none. */
  readonly rows: readonly Readonly<Record<string, unknown>>[] | null;
  /** How many rows were written, or returned. */
  readonly count: number;
  /** Id of the row that was inserted last, if the driver reports it. */
  readonly lastId: number | bigint | null;
  /** The first word of the statement. */
  readonly command: string;
}

/** The first word of a statement, in capitals. */
export function commandOf(sql: string): string {
  return (/^\s*([a-z]+)/i.exec(sql)?.[1] ?? '').toUpperCase();
}

/** Statements inside a transaction. */
export interface Session {
  /** Rows of a statement, in the order of the selected columns; empty if it returns none. */
  rows(query: Query): Promise<readonly Row[]>;
  /** Runs a statement that returns no rows. */
  run(query: Query): Promise<void>;
  /** Runs DDL: one or several statements without parameters. */
  script(sql: string): Promise<void>;
  /** Runs a statement of a program. What it writes to is not known. */
  raw(query: RawQuery): Promise<RawResult>;
}

/**
 * Runs a coroutine on a driver that returns rows synchronously.
 * @throws errors of its statements and of the coroutine
 */
export function runSteps<T>(steps: ReadSteps<T>, rowsOf: (query: Query) => readonly Row[]): T {
  let step = steps.next();
  while (!step.done) step = resume(steps, step.value, rowsOf);
  return step.value;
}

/** Default length of a slice in milliseconds. */
export const SLICE = 20;

/** Divides long work of the thread into slices: between two of them, other requests are handled. */
export class Slices {
  readonly #length: number;
  #end: number;

  /** @param length In milliseconds */
  constructor(length: number = SLICE) {
    this.#length = length;
    this.#end = performance.now() + length;
  }

  /** Returns what to wait for before the work continues, or null if the slice has not ended. */
  pause(): Promise<void> | null {
    if (performance.now() < this.#end) return null;
    return new Promise((resolve) => {
      setImmediate(() => {
        this.#end = performance.now() + this.#length;
        resolve();
      });
    });
  }
}

/** Runs a coroutine as `runSteps` does, in slices. @returns a promise if there is more than one */
export function runInSlices<T>(
  steps: WriteSteps<T>,
  rowsOf: (query: Query) => readonly Row[],
  slices: Slices,
): T | Promise<T> {
  const proceed = (from: IteratorResult<readonly Query[], T>): T | Promise<T> => {
    let step = from;
    while (!step.done) {
      step = resume(steps, step.value, rowsOf);
      const pause = step.done ? null : slices.pause();
      if (pause === null) continue;
      const following = step;
      return pause.then(() => proceed(following));
    }
    return step.value;
  };
  return proceed(steps.next());
}

/** Runs statements, and continues the coroutine with their rows. */
function resume<T>(
  steps: ReadSteps<T>,
  queries: readonly Query[],
  rowsOf: (query: Query) => readonly Row[],
): IteratorResult<readonly Query[], T> {
  let rows: readonly (readonly Row[])[];
  try {
    rows = queries.map(rowsOf);
  } catch (error) {
    return steps.throw(error);
  }
  return steps.next(rows);
}

/**
 * Runs a coroutine on a driver that returns rows asynchronously; statements that it yields together are sent together.
 * @throws errors of its statements and of the coroutine
 */
export async function runInSession<T>(
  session: Pick<Session, 'rows'>,
  steps: ReadSteps<T>,
): Promise<T> {
  let step = steps.next();
  while (!step.done) {
    step = await rowsOfAll(session, step.value).then(
      (rows) => steps.next(rows),
      (error: unknown) => steps.throw(error),
    );
  }
  return step.value;
}

/** Sends statements together. @throws the error of the first that failed, once all are done */
export async function rowsOfAll(
  session: Pick<Session, 'rows'>,
  queries: readonly Query[],
): Promise<readonly (readonly Row[])[]> {
  const results = await Promise.allSettled(queries.map((query) => session.rows(query)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return results.flatMap((result) => ('value' in result ? [result.value] : []));
}

/**
 * Runs work in a savepoint, which is rolled back if the work throws.
 * @throws errors of the work; TransactionError (ended) if its error has ended the transaction
 */
export async function inSavepoint<T>(session: Session, work: () => Promise<T>): Promise<T> {
  await session.script('SAVEPOINT quoin_work');
  try {
    const value = await work();
    await session.script('RELEASE SAVEPOINT quoin_work');
    return value;
  } catch (error) {
    try {
      await session.script('ROLLBACK TO SAVEPOINT quoin_work; RELEASE SAVEPOINT quoin_work');
    } catch {
      throw isUnavailable(error) ? error : endedTransaction({ cause: error });
    }
    throw error;
  }
}
