// In charge of email addresses in forms: the same addresses and messages as the library's own rule, whose pattern takes
// exponential time on some texts.
import { string, type StringSchema } from 'yup';
import { isEmail } from '../../documents/values/email.ts';

/** A text that is an email address, or empty. */
export function emailField(): StringSchema {
  return string().test('email', '${path} must be a valid email', (text) => !text || isEmail(text));
}
