// Error of a read that exceeded its deadline.
import { UnavailableError } from './unavailable-error.ts';

/** 503: the read was canceled at its deadline. */
export class ReadTimeoutError extends UnavailableError {
  constructor({ cause }: { readonly cause: unknown }) {
    super({
      cause,
      message: 'The request took too long and was canceled. Request less data, or try again later.',
    });
  }
}
