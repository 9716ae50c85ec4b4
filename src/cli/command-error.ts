// Error of a command. Only its message is printed.

/** A command that failed for a reason outside the program. The message says what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
