// Error responses: documented errors are returned, faults become an opaque 500.
import { AppError, STATUS } from '../../base/errors.ts';
import { RETRY_AFTER_SECONDS } from '../../base/limits.ts';
import type { PlainResponse } from './response.ts';

/** Returns the response for an error (docs/errors.md). */
export function errorResponse(error: unknown): PlainResponse & { readonly body: string } {
  const { status, name, message, details } = isServerError(error) ? FAULT : toAppError(error);
  const body = errorBody({ status, name, message, ...(details ? { details } : {}) });
  return status === STATUS.ServiceUnavailableError
    ? { status, headers: { 'retry-after': String(RETRY_AFTER_SECONDS) }, body }
    : { status, body };
}

/** Returns true for errors that no caller causes. They are logged and not described in the response. */
export function isServerError(error: unknown): boolean {
  return !(error instanceof AppError) && !isRejection(error);
}

/** Returns true for an error that a table or column that was renamed or converted may have caused. */
export function mayBeOutdated(error: unknown): boolean {
  const isRejected = error instanceof AppError && error.reason === 'rejectedValue';
  return isRejected || isServerError(error);
}

/** Returns the body of an error response as text. */
export function errorBody(error: ErrorFields): string {
  return JSON.stringify({ data: null, error });
}

interface ErrorFields {
  readonly status: number;
  readonly name: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>> | null;
}

const FAULT: ErrorFields = {
  status: 500,
  name: 'InternalServerError',
  message: 'Internal Server Error',
};

function toAppError(error: unknown): ErrorFields {
  if (error instanceof AppError) return error;
  return new AppError('ValidationError', error instanceof Error ? error.message : 'Bad Request');
}

/**
 * Returns true for errors of Fastify about the request. The errors of HTTP clients have a status as well, that of the server
 * that they called, which is a fault of this one.
 */
function isRejection(error: unknown): boolean {
  if (!(error instanceof Error) || !('statusCode' in error) || !('code' in error)) return false;
  const { statusCode, code } = error;
  const isOfFastify = typeof code === 'string' && code.startsWith('FST_');
  return isOfFastify && typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500;
}
