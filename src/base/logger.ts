// Logger: the port through which any room reports what an operator has to see.

/** Writes log lines. */
export interface Logger {
  /** @param details An error, or an object with one under `err` */
  error(details: unknown, message?: string): void;
  warn(message: string): void;
}
