// Error of a command. Only its message is printed.
import { UserError } from '../base/errors.ts';

/** A command that failed for a reason outside the program. The message says what to do. */
export class CommandError extends UserError {
  override readonly name = 'CommandError';
}
