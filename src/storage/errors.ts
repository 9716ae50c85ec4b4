// Errors of the storage port, one class for each way in which they are handled.
import { AppError, UserError, type UnavailableReason } from '../base/errors.ts';

/** Default messages. */
const MESSAGES: Readonly<Record<UnavailableReason, string>> = {
  unreachable: 'The database is not available. Try again shortly.',
  busy: 'The server is busy with other long requests. Try again shortly.',
  lockTimeout: 'The tables are in use. Try again shortly.',
  readTimeout: 'The request took too long and was canceled. Request less data, or try again later.',
  canceled: 'The database is not available. Try again shortly.',
  damagedFile: 'The database is not available. Try again shortly.',
  unknownOutcome:
    'The database was lost during the change. The change is completed or rolled back as soon as it is available.',
};

/** 503: the database did not confirm a statement. With `unknownOutcome`, it may have run. Nothing was partially written. */
export class UnavailableError extends AppError {
  declare readonly reason: UnavailableReason;

  constructor(
    reason: UnavailableReason,
    { cause, message = MESSAGES[reason] }: { readonly cause: unknown; readonly message?: string },
  ) {
    super('ServiceUnavailableError', message, { cause, reason });
  }
}

/** Returns true for an `UnavailableError`. @param reason Default: any */
export function isUnavailable(
  error: unknown,
  reason?: UnavailableReason,
): error is UnavailableError {
  return error instanceof UnavailableError && (reason === undefined || error.reason === reason);
}

/** Creates the error of a read whose client has disconnected. */
export function canceled(): UnavailableError {
  return new UnavailableError('canceled', {
    cause: new Error('The client has closed the connection.'),
  });
}

/** Creates the error of a read that was canceled at its deadline. @param timeout In milliseconds */
export function timedOut(timeout: number): UnavailableError {
  const cause = new Error(`The read took longer than ${timeout} ms.`);
  return new UnavailableError('readTimeout', { cause });
}

/** What the user has to change before the database can be opened. */
type StorageReason =
  /** The schema does not fit the database. The message lists all issues, one per line. */
  | 'incompatible'
  /** The package that the message names is not installed. */
  | 'missingDriver';

/** The database cannot be opened before the user changes something, as the message says. */
export class StorageError extends UserError {
  override readonly name = 'StorageError';
  readonly reason: StorageReason;

  constructor(reason: StorageReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Returns true for a `StorageError` with this reason. */
export function isStorageError(error: unknown, reason: StorageReason): error is StorageError {
  return error instanceof StorageError && error.reason === reason;
}

/** A write violated a constraint, which becomes an error of the attribute where a request caused it. */
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

/** A fault of code that runs in a transaction. */
export class TransactionError extends Error {
  override readonly name = 'TransactionError';
  readonly reason: 'ended' | 'pauseTimeout';

  constructor(reason: TransactionError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/**
 * Creates the error of code that uses the session of a transaction after its end, or after a full disk or a lost connection
 * has ended it. @param options With the error that ended the transaction, as its cause
 */
export function endedTransaction(options?: ErrorOptions): TransactionError {
  const message = 'This transaction has ended: its session cannot be used any more.';
  return new TransactionError('ended', message, options);
}

/** Returns true for the error of a transaction that has ended. */
export function isEnded(error: unknown): boolean {
  return error instanceof TransactionError && error.reason === 'ended';
}

/**
 * Creates the error of code in a transaction that took too long; the transaction is rolled back.
 * @param what What the transaction waited for @param limit In milliseconds
 */
export function pauseTimeout(what: string, limit: number): TransactionError {
  return new TransactionError(
    'pauseTimeout',
    `${what} did not end within ${limit} ms, so its write was rolled back. Other writes wait while it runs: ` +
      'it must not wait for another write.',
  );
}
