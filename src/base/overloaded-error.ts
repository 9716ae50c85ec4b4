// The error of a request that is refused because too many others are waiting.
import { AppError } from './errors.ts';

/** Nothing was done for the request, and it may succeed a moment later: 503. */
export class OverloadedError extends AppError {
  constructor() {
    super('ServiceUnavailableError', 'The server is overloaded. Try again later.');
  }
}
