// Error of a database that is temporarily unavailable.
import { AppError } from '../base/errors.ts';

/**
 * 503: the database cannot be reached, disconnected during a statement, or canceled it. Nothing was partially
 * written.
 */
export class UnavailableError extends AppError {
  constructor({ cause, message = AWAY }: { readonly cause: unknown; readonly message?: string }) {
    super('ServiceUnavailableError', message);
    this.cause = cause;
  }
}

const AWAY = 'The database is not available. Try again shortly.';
