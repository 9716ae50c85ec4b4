// In charge of turning whatever was thrown into an answer: documented errors as they are, faults as an opaque 500.
import { AppError } from '../base/errors.ts';

/** Status and body of an error answer. */
export interface ErrorAnswer {
  readonly status: number;
  readonly body: string;
  /** True where nobody but us is at fault: log it. */
  readonly fault: boolean;
}

/** The answer to an error (spec/read.md section 2). */
export function toErrorAnswer(error: unknown): ErrorAnswer {
  if (error instanceof AppError) {
    const { status, name, message, details } = error;
    return { status, body: errorBody({ status, name, message, details }), fault: false };
  }
  const status = statusOf(error);
  if (status === null) {
    const body = errorBody({
      status: 500,
      name: 'InternalServerError',
      message: 'Internal Server Error',
    });
    return { status: 500, body, fault: true };
  }
  const message = error instanceof Error ? error.message : 'Bad Request';
  return {
    status,
    body: errorBody({ status, name: 'ValidationError', message, details: {} }),
    fault: false,
  };
}

/** The body of an error answer, as text. */
export function errorBody(error: {
  readonly status: number;
  readonly name: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}): string {
  return JSON.stringify({ data: null, error });
}

/** The status of an error that the HTTP server found in a request. */
function statusOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return null;
  const { statusCode } = error;
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
    ? statusCode
    : null;
}
