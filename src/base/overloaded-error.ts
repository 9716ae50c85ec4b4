// Error of a request that is rejected because too many others are waiting.
import { AppError } from './errors.ts';

/** 503: nothing was done for the request, and a retry may succeed. */
export class OverloadedError extends AppError {
  constructor() {
    super('ServiceUnavailableError', 'The server is overloaded. Try again later.');
  }
}
