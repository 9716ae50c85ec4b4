// Deferred errors: a parser returns an error as data if other errors are reported first (docs/strapi/reading.md,
// "Errors in a query").
import { AppError } from '../base/errors.ts';

/** The properties of an AppError, as data. */
export type ErrorData = Pick<AppError, 'name' | 'message' | 'details'>;

/** A parsed value, or the error that parsing it caused. */
export type Deferred<T> = { readonly value: T } | { readonly error: ErrorData };

/** Parses a value. An AppError is returned as data; any other error is thrown. */
export function deferErrors<T>(parse: () => T): Deferred<T> {
  try {
    return { value: parse() };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { name, message, details } = error;
    return { error: { name, message, details } };
  }
}

/** Returns the value. @throws AppError if parsing failed */
export function unwrap<T>(parsed: Deferred<T>): T {
  if ('value' in parsed) return parsed.value;
  const { name, message, details } = parsed.error;
  throw new AppError(name, message, { details });
}
