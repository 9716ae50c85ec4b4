// Error of a database whose driver is not installed.

/** The user has to install the package that the message names. */
export class MissingDriverError extends Error {
  override readonly name = 'MissingDriverError';
}
