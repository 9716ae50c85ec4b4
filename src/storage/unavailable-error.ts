// In charge of the word for a database that is away: it may be back soon, and nothing was half done.
import { AppError } from '../base/errors.ts';

/** The database cannot be reached, went away in the middle of a statement, or ended it: 503. */
export class UnavailableError extends AppError {
  constructor({ cause, message = AWAY }: { readonly cause: unknown; readonly message?: string }) {
    super('ServiceUnavailableError', message);
    this.cause = cause;
  }
}

const AWAY = 'The database is not available. Try again shortly.';
