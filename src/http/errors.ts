// In charge of turning whatever was thrown into an answer: documented errors as they are, faults as an opaque 500.
import { AppError } from '../base/errors.ts';

/** Status and body of an error answer. */
export interface ErrorAnswer {
  readonly status: number;
  readonly body: string;
}

/** The answer to an error (spec/read.md section 2). */
export function toErrorAnswer(error: unknown): ErrorAnswer {
  const { status, name, message, details } = isFault(error) ? FAULT : toAppError(error);
  return {
    status,
    body: errorBody({ status, name, message, ...(details ? { details } : {}) }),
  };
}

/** True where nobody but us is at fault: it is logged, and nothing of it is told. */
export function isFault(error: unknown): boolean {
  return !(error instanceof AppError) && !isRefusal(error);
}

/** The body of an error answer, as text. */
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

/** True for what the HTTP framework found wrong with a request. */
function isRefusal(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return false;
  const { statusCode } = error;
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500;
}
