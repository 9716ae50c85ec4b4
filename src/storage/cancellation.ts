// The word for a read that nobody waits for any more.
import { UnavailableError } from './unavailable-error.ts';

/**
 * Calls `cancel` once if whoever asked for a read has gone, at once if they have gone already.
 * @returns what ends that
 */
export type Cancellation = (cancel: () => void) => () => void;

/** A read was given up, since nobody waits for it. */
export class CanceledError extends UnavailableError {
  constructor() {
    super({ cause: new Error('The client has closed the connection.') });
  }
}
