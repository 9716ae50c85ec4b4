// Errors of the storage port, and cancellation of reads.
import { AppError } from '../base/errors.ts';

/**
 * 503: the database cannot be reached, disconnected during a statement, or canceled it. Nothing was partially
 * written.
 */
export class UnavailableError extends AppError {
  constructor({
    cause,
    message = UNAVAILABLE,
  }: {
    readonly cause: unknown;
    readonly message?: string;
  }) {
    super('ServiceUnavailableError', message, { cause });
  }
}

const UNAVAILABLE = 'The database is not available. Try again shortly.';

/** 503: a statement waited too long for a lock. */
export class LockTimeoutError extends UnavailableError {
  constructor({ cause }: { readonly cause: unknown }) {
    super({ cause, message: 'The tables are in use. Try again shortly.' });
  }
}

/** 503: the read was canceled at its deadline. */
export class ReadTimeoutError extends UnavailableError {
  constructor({ cause }: { readonly cause: unknown }) {
    super({
      cause,
      message: 'The request took too long and was canceled. Request less data, or try again later.',
    });
  }
}

/**
 * Calls `cancel` once when the client disconnects, or at once if it has already disconnected.
 * @returns a function that stops listening
 */
export type Cancellation = (cancel: () => void) => () => void;

/** A read was canceled because its client has disconnected. */
export class CanceledError extends UnavailableError {
  constructor() {
    super({ cause: new Error('The client has closed the connection.') });
  }
}

/** 400: the database cannot store a value, or compare it with a column. The message contains the value. */
export class RejectedValueError extends AppError {
  constructor({ cause }: { readonly cause: Error }) {
    super('ValidationError', `The database rejected a value: ${cause.message}`, { cause });
  }
}

/** A write violated a constraint. */
export class ConstraintError extends Error {
  readonly kind: 'unique' | 'notNull' | 'other';
  /** Table of the constraint, if the database reports it. */
  readonly table: string | null;
  readonly columns: readonly string[];

  constructor(
    { kind, table, columns }: Pick<ConstraintError, 'kind' | 'table' | 'columns'>,
    options: ErrorOptions,
  ) {
    const tableName = table === null ? 'a table' : `the table ${table}`;
    const what = columns.length === 0 ? 'the values' : `the values of ${columns.join(', ')}`;
    super(`${tableName} rejects ${what}`, options);
    this.kind = kind;
    this.table = table;
    this.columns = columns;
  }
}

/** The message of the database for an error of a statement. */
export function messageOfCause(error: unknown): string {
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return reason instanceof Error ? reason.message : String(reason);
}

/** The user has to install the package that the message names. */
export class MissingDriverError extends Error {
  override readonly name = 'MissingDriverError';
}

/** Code has used the session of a transaction after its end, or a full disk or a lost connection has ended it. */
export class EndedTransactionError extends Error {
  override readonly name = 'EndedTransactionError';

  /** @param options With the error that ended the transaction, as its cause */
  constructor(options?: ErrorOptions) {
    super('This transaction has ended: its session cannot be used any more.', options);
  }
}

/** Code in a transaction took too long; the transaction is rolled back. */
export class PauseTimeoutError extends Error {
  override readonly name = 'PauseTimeoutError';

  /** @param what What the transaction waited for @param limit In milliseconds */
  constructor(what: string, limit: number) {
    super(
      `${what} did not end within ${limit} ms, so its write was rolled back. Other writes wait while it runs: ` +
        'it must not wait for another write.',
    );
  }
}
