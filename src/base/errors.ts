// In charge of errors a caller can cause: one class that carries what the answer needs
// (status, name, message, details). Anything else that is thrown is a fault of ours: an opaque 500.

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
  | 'RateLimitError'
  | 'PayloadTooLargeError'
  | 'UnsupportedMediaTypeError'
  | 'RangeNotSatisfiableError'
  | 'NotImplementedError'
  | 'ServiceUnavailableError'
  | 'InsufficientStorageError'
  | 'UriTooLongError'
  | 'HeadersTooLargeError';

/** The status of each name; `docs/errors.md` says when they are answered. */
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
  PayloadTooLargeError: 413,
  UriTooLongError: 414,
  UnsupportedMediaTypeError: 415,
  RangeNotSatisfiableError: 416,
  RateLimitError: 429,
  HeadersTooLargeError: 431,
  NotImplementedError: 501,
  ServiceUnavailableError: 503,
  InsufficientStorageError: 507,
};

/**
 * An error with a documented answer. `details` is part of the body; never put a cause or a stack in it. Null: the
 * answer has none.
 */
export class AppError extends Error {
  override readonly name: ErrorName;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>> | null;

  constructor(
    name: ErrorName,
    message: string,
    details: Readonly<Record<string, unknown>> | null = {},
  ) {
    super(message);
    this.name = name;
    this.status = STATUS[name];
    this.details = details;
  }
}

/** 400 `ValidationError`. */
export function validationError(
  message: string,
  details: Readonly<Record<string, unknown>> = {},
): AppError {
  return new AppError('ValidationError', message, details);
}

/** Where in a request an unknown or forbidden key stood: `details` of an "Invalid key" answer. */
export interface KeyPlace {
  readonly key: string;
  readonly path: string | null;
  readonly source?: 'query' | 'body';
  readonly param?: string;
}

/** 400 `Invalid key <key>[ at <path>]` (docs/strapi/server.md, "Error responses"). */
export function invalidKey({ key, path, source, param }: KeyPlace): AppError {
  const at = path !== null && path !== key ? ` at ${path}` : '';
  return validationError(`Invalid key ${key}${at}`, {
    key,
    path,
    ...(source ? { source } : {}),
    ...(param ? { param } : {}),
  });
}
