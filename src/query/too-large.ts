// Error for what would be too much to read or to write.
import { validationError, type AppError } from '../base/errors.ts';

/** 400 for an answer beyond the limits of `base/limits`. */
export function tooLarge(): AppError {
  return validationError(
    'The response is too large. Request fewer levels of populate, or fewer fields.',
  );
}
