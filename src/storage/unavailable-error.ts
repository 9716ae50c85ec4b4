// In charge of the word for a database that is away: it may be back soon, and nothing was half done.
import { AppError } from '../base/errors.ts';

/** The database cannot be reached, or went away in the middle of a statement: 503. */
export class UnavailableError extends AppError {
  constructor({ cause }: { readonly cause: unknown }) {
    super('ServiceUnavailableError', 'The database is not available. Try again shortly.');
    this.cause = cause;
  }
}
