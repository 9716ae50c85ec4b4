// The 404 response.
import { AppError } from '../../base/errors.ts';

/** 404 `NotFoundError`. */
export function notFound(): AppError {
  return new AppError('NotFoundError', 'Not Found');
}

/** Returns the value. @throws NotFoundError for null */
export function found<T>(value: T | null): T {
  if (value === null) throw notFound();
  return value;
}
