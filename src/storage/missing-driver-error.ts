// The error of a database whose driver is not installed.

/** The driver of a database is a package that the user has to install. The message says which one. */
export class MissingDriverError extends Error {
  override readonly name = 'MissingDriverError';
}
