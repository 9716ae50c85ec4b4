// Mistakes as data: a parser notes them where they are answered after others (docs/strapi/reading.md, "Errors in a query").
import { AppError } from '../base/errors.ts';

/** What an AppError is made of. */
export type Mistake = Pick<AppError, 'name' | 'message' | 'details'>;

/** A parsed value, or the mistake in it. */
export type Deferred<T> = { readonly value: T } | { readonly mistake: Mistake };

/** Parses a value and keeps the AppError that it ends in as data. */
export function deferred<T>(parse: () => T): Deferred<T> {
  try {
    return { value: parse() };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { name, message, details } = error;
    return { mistake: { name, message, details } };
  }
}

/** The value. @throws AppError if there is a mistake in it */
export function settled<T>(parsed: Deferred<T>): T {
  if ('value' in parsed) return parsed.value;
  const { name, message, details } = parsed.mistake;
  throw new AppError(name, message, details);
}
