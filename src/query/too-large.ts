// Error for what would be too much to read or to write.
import { validationError, type AppError } from '../base/errors.ts';

/** 400 for an answer beyond the limits of `base/limits`. */
export function tooLarge(): AppError {
  return validationError(
    'The answer is too large. Ask for fewer levels of populate, or for fewer fields.',
  );
}
