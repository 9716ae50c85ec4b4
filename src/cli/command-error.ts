// In charge of the error of a command that cannot do its work: its message is all that the user is shown.

/** A command that failed for a reason outside of the program. The message says what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
