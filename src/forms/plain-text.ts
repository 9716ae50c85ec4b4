// Text fields of forms. They reject the NUL character, which not all databases can store.
import { string, type StringSchema } from 'yup';

/** A string schema that rejects NUL. */
export function plainText(): StringSchema {
  return string().test(
    'no-nul',
    '${path} must not contain NUL characters',
    (value) => typeof value !== 'string' || !value.includes('\0'),
  );
}
