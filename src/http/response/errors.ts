// Error responses: documented errors as they are, faults as an opaque 500.
import { AppError, STATUS } from '../../base/errors.ts';
import { RETRY_AFTER_SECONDS } from '../../base/limits.ts';
import type { PlainResponse } from './response.ts';

/** The response to whatever was thrown (docs/errors.md). */
export function errorResponse(error: unknown): PlainResponse & { readonly body: string } {
  const { status, name, message, details } = isFault(error) ? FAULT : toAppError(error);
  const body = errorBody({ status, name, message, ...(details ? { details } : {}) });
  return status === STATUS.ServiceUnavailableError
    ? { status, headers: { 'retry-after': String(RETRY_AFTER_SECONDS) }, body }
    : { status, body };
}

/** True for errors that no caller causes: they are logged, and the response says nothing about them. */
export function isFault(error: unknown): boolean {
  return !(error instanceof AppError) && !isRefusal(error);
}

/** The body of an error response, as text. */
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

/** True for what Fastify found wrong with a request. */
function isRefusal(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return false;
  const { statusCode } = error;
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500;
}
