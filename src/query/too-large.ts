// The error for a response that exceeds the limits.
import { validationError, type AppError } from '../base/errors.ts';

/** A 400 for a response that exceeds the limits in `base/limits`. */
export function tooLarge(): AppError {
  return validationError(
    'The response is too large. Request fewer levels of populate, or fewer fields.',
  );
}
