// Email addresses in forms: same results and messages as the library's rule, whose pattern needs exponential time for
// some strings.
import { string, type StringSchema } from 'yup';
import { isEmail } from '../../documents/values/email.ts';

/** A string that is empty or an email address. */
export function emailField(): StringSchema {
  return string().test('email', '${path} must be a valid email', (text) => !text || isEmail(text));
}
