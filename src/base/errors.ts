// Errors that a caller can cause: one class with status, name, message and details. Any other error is a fault and
// becomes an opaque 500.
import { MAX_FAILURES, MAX_FAILURES_LENGTH } from './limits.ts';

/** The `error.name` values of the REST dialect (docs/strapi/server.md, "Error responses"). */
export type ErrorName =
  | 'ValidationError'
  | 'PaginationError'
  | 'ApplicationError'
  | 'SyntaxError'
  | 'BadRequestError'
  | 'Error'
  | 'UnauthorizedError'
  | 'ForbiddenError'
  | 'PolicyError'
  | 'NotFoundError'
  | 'ConflictError'
  | 'PreconditionFailedError'
  | 'RateLimitError'
  | 'PayloadTooLargeError'
  | 'UnsupportedMediaTypeError'
  | 'RangeNotSatisfiableError'
  | 'ServiceUnavailableError'
  | 'InsufficientStorageError'
  | 'UriTooLongError'
  | 'HeadersTooLargeError';

/** Status of each name; `docs/errors.md` lists when each is returned. */
export const STATUS: Readonly<Record<ErrorName, number>> = {
  ValidationError: 400,
  PaginationError: 400,
  ApplicationError: 400,
  SyntaxError: 400,
  BadRequestError: 400,
  Error: 400,
  UnauthorizedError: 401,
  ForbiddenError: 403,
  PolicyError: 403,
  NotFoundError: 404,
  ConflictError: 409,
  PreconditionFailedError: 412,
  PayloadTooLargeError: 413,
  UriTooLongError: 414,
  UnsupportedMediaTypeError: 415,
  RangeNotSatisfiableError: 416,
  RateLimitError: 429,
  HeadersTooLargeError: 431,
  ServiceUnavailableError: 503,
  InsufficientStorageError: 507,
};

/** Why an error was thrown, for code that handles it. Not part of the response. */
export type ErrorReason =
  /** Missing, malformed or unknown credentials. */
  | 'unknownCredentials'
  | 'expiredToken'
  /** 404 for an unknown path. */
  | 'notFound'
  /** One value is not unique; everything else is valid. */
  | 'notUnique'
  /** The database cannot store a value, or compare it with a column. */
  | 'rejectedValue'
  | UnavailableReason;

/** Why the database did not confirm a statement. */
export type UnavailableReason =
  /** It cannot be reached, or the connection was lost during a statement. */
  | 'unreachable'
  /** Too many reads wait, or another program writes. */
  | 'busy'
  /** A statement waited too long for a lock. */
  | 'lockTimeout'
  /** The read was canceled at its deadline. */
  | 'readTimeout'
  /** The client of a read has disconnected. */
  | 'canceled'
  /** The database file is damaged; only a backup helps. */
  | 'damagedFile'
  /** The connection was lost during a commit, and the database is still unavailable. */
  | 'unknownOutcome';

export interface AppErrorOptions {
  /** Default: empty. */
  readonly details?: Readonly<Record<string, unknown>> | null;
  /** For the log. */
  readonly cause?: unknown;
  readonly reason?: ErrorReason | null;
}

/**
 * An error with a documented response. `details` is part of the body and must not contain a cause or a stack; null if
 * the response has none.
 */
export class AppError extends Error {
  override readonly name: ErrorName;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>> | null;
  readonly reason: ErrorReason | null;

  constructor(
    name: ErrorName,
    message: string,
    { details = {}, cause, reason = null }: AppErrorOptions = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = name;
    this.status = STATUS[name];
    this.details = details;
    this.reason = reason;
  }
}

/** True for an error of Node with one of these codes, such as `ENOENT`. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** An error whose message is enough for a user of a command. Others are printed with their stack. */
export class UserError extends Error {}

/** Creates a 400 `ValidationError`. */
export function validationError(
  message: string,
  details: Readonly<Record<string, unknown>> = {},
): AppError {
  return new AppError('ValidationError', message, { details });
}

/** Creates the 404 of an unknown path. */
export function notFound(): AppError {
  return new AppError('NotFoundError', 'Not Found', { reason: 'notFound' });
}

/** @returns the value @throws NotFoundError for null */
export function assertFound<T>(value: T | null): T {
  if (value === null) throw notFound();
  return value;
}

/** Creates a 403. */
export function forbidden(): AppError {
  return new AppError('ForbiddenError', 'Forbidden');
}

/** Creates the 403 of a policy that rejects a request. */
export function policyFailed(): AppError {
  return new AppError('PolicyError', 'Policy Failed');
}

/** Creates a 400 for one invalid value. @param path Location in the input */
export function invalidInput(path: readonly string[], message: string): AppError {
  return validationError(message, { errors: [{ path, message, name: 'ValidationError' }] });
}

/**
 * Returns the errors that a response lists: the first ones, if there are many or if they are long when serialized. So a
 * small body cannot cause a huge response.
 */
export function listedErrors<T>(errors: readonly T[]): readonly T[] {
  let length = 0;
  const end = errors.findIndex((error, i) => {
    length += JSON.stringify(error).length;
    return i > 0 && (i >= MAX_FAILURES || length > MAX_FAILURES_LENGTH);
  });
  return end < 0 ? errors : errors.slice(0, end);
}

/** Location of an unknown or forbidden key: `details` of an "Invalid key" error. */
export interface KeyLocation {
  readonly key: string;
  readonly path: string | null;
  readonly source?: 'query' | 'body';
  readonly param?: string;
}

/** Creates a 400 `Invalid key <key>[ at <path>]` (docs/strapi/server.md, "Error responses"). */
export function invalidKey({ key, path, source, param }: KeyLocation): AppError {
  const at = path !== null && path !== key ? ` at ${path}` : '';
  return validationError(`Invalid key ${key}${at}`, {
    key,
    path,
    ...(source ? { source } : {}),
    ...(param ? { param } : {}),
  });
}

/** 503: nothing was done for the request, and a retry may succeed. */
export class OverloadedError extends AppError {
  constructor() {
    super('ServiceUnavailableError', 'The server is overloaded. Try again later.');
  }
}

/** 507: the disk is full, a quota is used up, or a file has reached its maximum size. */
export class InsufficientStorageError extends AppError {
  constructor({ cause }: { readonly cause: unknown }) {
    super('InsufficientStorageError', 'The server is out of storage space. Nothing was saved.', {
      cause,
    });
  }
}

const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Messages of the same errors; image libraries do not report codes. */
const TEXTS = /No space left on device|Disk quota exceeded|File too large/;

/** Returns true if a file could not be written because no space is left. */
export function isOutOfSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && CODES.has(error.code)) || TEXTS.test(error.message);
}
