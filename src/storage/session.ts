// In charge of the words for talking to a database: values, statements, rows, readings and transactions.

/** What may be bound to a parameter. Dates, booleans and JSON are encoded before they get here. */
export type SqlValue = string | number | bigint | null | Uint8Array;

/** One row, in the order of the selected columns. */
export type Row = readonly unknown[];

/** A statement with its values, placeholders numbered by position. */
export interface Query {
  readonly sql: string;
  readonly values: readonly SqlValue[];
  /**
   * What a statement that writes does to the number of rows of its table: each row that it returns came (1) or went (-1)
   * and ends in `countedColumns` (`storage/tally`); 0: none comes or goes, or changes in those. Absent: nobody knows.
   */
  readonly tally?: 1 | -1 | 0 | undefined;
  /** True: whoever yields it does not read its rows, so it need not be waited for (`storage/send-ahead`). */
  readonly unread?: boolean | undefined;
}

/**
 * A read as a coroutine: yields the statements that it can run next and receives their rows, in the same order.
 * So the same code runs synchronously inside one SQLite snapshot and pipelined on PostgreSQL. A statement that fails
 * is thrown where it was yielded.
 */
export type Reading<T> = Generator<readonly Query[], T, readonly (readonly Row[])[]>;

/**
 * A write as a coroutine of the same form: what it has yielded runs in the order given, kept or undone together. It never
 * waits for anything but rows, so that writes that arrive together can share a transaction.
 */
export type Writing<T> = Reading<T>;

/** Where a writing waits for code that is not ours. */
export interface Pause {
  /** For messages. */
  readonly name: string;
  /** What it waits for. What this throws is thrown in the writing. */
  readonly wait: () => Promise<void>;
  /** For how long it may last, in milliseconds; Infinity: as long as it takes. Default: as the database was opened */
  readonly patience?: number | undefined;
}

/** A writing that may wait: it runs in a transaction of its own, which the code that it waits for joins. */
export type InteractiveWriting<T> = Generator<
  readonly Query[] | Pause,
  T,
  readonly (readonly Row[])[]
>;

export function isPause(step: readonly Query[] | Pause): step is Pause {
  return 'wait' in step;
}

/** A writing that does not wait, after all. */
export function* withoutPauses<T>(writing: InteractiveWriting<T>): Writing<T> {
  let step = writing.next();
  while (!step.done) {
    if (isPause(step.value)) throw new Error(`${step.value.name} needs an interactive transaction`);
    let answers: readonly (readonly Row[])[];
    try {
      answers = yield step.value;
    } catch (error) {
      step = writing.throw(error);
      continue;
    }
    step = writing.next(answers);
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
  /** By column, with values as the driver gives them; null: the statement returns none. */
  readonly rows: readonly Readonly<Record<string, unknown>>[] | null;
  /** How many rows were written, or returned. */
  readonly count: number;
  /** Id of the row that was inserted last, if the driver tells. */
  readonly lastId: number | bigint | null;
  /** The first word of the statement. */
  readonly command: string;
}

/** The first word of a statement, in capitals. */
export function commandOf(sql: string): string {
  return (/^\s*([a-z]+)/i.exec(sql)?.[1] ?? '').toUpperCase();
}

/** Statements inside one transaction. */
export interface Session {
  /** The rows of a statement, each in the order of the selected columns; none of one that gives no rows. */
  rows(query: Query): Promise<readonly Row[]>;
  /** Runs a statement that gives no rows. */
  run(query: Query): Promise<void>;
  /** Runs DDL, one or several statements without parameters. */
  script(sql: string): Promise<void>;
  /** Runs a statement of a program. What it writes to is not known. */
  raw(query: RawQuery): Promise<RawResult>;
}

/** Runs a reading where rows are there at once. @throws whatever a statement or the reading throws */
export function runReading<T>(reading: Reading<T>, rowsOf: (query: Query) => readonly Row[]): T {
  let step = reading.next();
  while (!step.done) step = answer(reading, step.value, rowsOf);
  return step.value;
}

function answer<T>(
  reading: Reading<T>,
  queries: readonly Query[],
  rowsOf: (query: Query) => readonly Row[],
): IteratorResult<readonly Query[], T> {
  let rows: readonly (readonly Row[])[];
  try {
    rows = queries.map(rowsOf);
  } catch (error) {
    return reading.throw(error);
  }
  return reading.next(rows);
}

/** Runs a reading inside a transaction, so that nothing can change between it and what is then written. */
export async function readIn<T>(session: Session, reading: Reading<T>): Promise<T> {
  let step = reading.next();
  while (!step.done) {
    const answers = Promise.all(step.value.map((query) => session.rows(query)));
    step = await answers.then(
      (rows) => reading.next(rows),
      (error: unknown) => reading.throw(error),
    );
  }
  return step.value;
}
