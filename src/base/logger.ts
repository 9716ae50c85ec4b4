// Logger: the interface through which modules report what an operator needs to know.

/** Writes log lines. */
export interface Logger {
  /** @param details An error, or an object with one under `err` */
  error(details: unknown, message?: string): void;
  warn(message: string): void;
  /** Progress of long work. */
  info(message: string): void;
}

/** Prints a line of text: errors and warnings to the standard error stream. */
export function printLogLine(level: string, text: string): void {
  const { stderr, stdout } = process;
  const stream = level === 'error' || level === 'warn' ? stderr : stdout;
  stream.write(`[${new Date().toISOString()}] ${level}: ${text}\n`);
}
