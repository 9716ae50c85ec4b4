// The 404 response.
import { notFound } from '../../base/errors.ts';

/** Returns the value. @throws NotFoundError for null */
export function found<T>(value: T | null): T {
  if (value === null) throw notFound();
  return value;
}
