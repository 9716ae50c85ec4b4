// In charge of texts in forms that are stored: databases do not all take the character NUL.
import { string, type StringSchema } from 'yup';

/** A text without NUL. */
export function plainText(): StringSchema {
  return string().test(
    'no-nul',
    '${path} must not contain the character NUL',
    (value) => typeof value !== 'string' || !value.includes('\0'),
  );
}
