// Logger: the interface through which modules report what an operator needs to know, and the log of a process.
import { inspect } from 'node:util';

/** Writes log lines. */
export interface Logger {
  /** @param details An error, or an object with one under `err` */
  error(details: unknown, message?: string): void;
  warn(message: string): void;
  /** Progress of long work. */
  info(message: string): void;
}

/** A log of lines of text, which may have other levels as well. */
export interface TextLog extends Logger {
  write(level: string, text: string): void;
}

/** Creates a log that prints `[time] level: text`: errors and warnings to the standard error stream. */
export function createTextLog(): TextLog {
  const write = (level: string, text: string): void => {
    const { stderr, stdout } = process;
    const stream = level === 'error' || level === 'warn' ? stderr : stdout;
    stream.write(`[${new Date().toISOString()}] ${level}: ${text}\n`);
  };
  return {
    write,
    error(details, message) {
      const text = textOf(details);
      write('error', message === undefined ? text : `${message} ${text}`);
    },
    warn: (message) => write('warn', message),
    info: (message) => write('info', message),
  };
}

/** The text of any value: the stack of an error, and objects to a limited depth. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return value.stack ?? `${value.name}: ${value.message}`;
  return inspect(value, { depth: 5 });
}
