// Error of a read that took longer than it may.
import { UnavailableError } from './unavailable-error.ts';

/** A read was ended at its deadline: 503. */
export class ReadTimeoutError extends UnavailableError {
  constructor({ cause }: { readonly cause: unknown }) {
    super({
      cause,
      message: 'The request took too long and was ended. Ask for less, or try again later.',
    });
  }
}
