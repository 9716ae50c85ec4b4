// Cancellation of reads whose client is gone.
import { UnavailableError } from './unavailable-error.ts';

/**
 * Calls `cancel` once when the client disconnects, or at once if it is gone.
 * @returns a function that stops listening
 */
export type Cancellation = (cancel: () => void) => () => void;

/** A read was canceled because its client is gone. */
export class CanceledError extends UnavailableError {
  constructor() {
    super({ cause: new Error('The client has closed the connection.') });
  }
}
