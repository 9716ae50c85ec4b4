// Fields that the forms of accounts share (docs/strapi/administration.md, "Administrators"). Imported on demand.
import * as yup from 'yup';
import { MAX_PASSWORD_BYTES } from './password-hash.ts';
import { isEmail } from '../documents/values/email.ts';

/** The device of a new session. */
export const deviceFields: {
  readonly deviceId: yup.StringSchema;
  readonly rememberMe: yup.BooleanSchema;
} = { deviceId: yup.string().uuid(), rememberMe: yup.boolean() };

/** A password of an administrator. Each violated rule is a separate error. */
export function adminPassword(): yup.StringSchema {
  return yup
    .string()
    .min(8)
    .test(
      'bytes',
      '${path} must be less than 73 bytes',
      (value) => Buffer.byteLength(value ?? '') <= MAX_PASSWORD_BYTES,
    )
    .matches(/[a-z]/, '${path} must contain at least one lowercase character')
    .matches(/[A-Z]/, '${path} must contain at least one uppercase character')
    .matches(/\d/, '${path} must contain at least one number');
}

/**
 * A string that is empty or an email address. It has the message of the library's rule, whose pattern needs exponential time
 * for some strings.
 */
export function emailField(): yup.StringSchema {
  return yup
    .string()
    .test('email', '${path} must be a valid email', (text) => !text || isEmail(text));
}
