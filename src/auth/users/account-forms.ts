// Forms of account requests (docs/strapi/accounts.md). Imported on demand.
import { object, ref, string, type StringSchema } from 'yup';
import type { RequiredStringSchema } from 'yup/lib/string.js';
import { checkForm } from '../../forms/check-form.ts';
import { MAX_PASSWORD_BYTES } from '../password-hash.ts';
import { emailField } from '../form-fields.ts';
import type { PasswordRule } from './account-dependencies.ts';

const login = object({ identifier: string().required(), password: string().required() });
const forgotten = object({ email: emailField().required() }).noUnknown();
const address = object({ email: emailField().required() });
const confirmation = object({ confirmation: string().required() });

/** Credentials. @throws ValidationError */
export function checkLogin(body: unknown): Promise<{ identifier: string; password: string }> {
  return checkForm(login, body);
}

/** Email address of a forgotten password. @throws ValidationError */
export function checkForgotten(body: unknown): Promise<{ email: string }> {
  return checkForm(forgotten, body);
}

/** Email address to confirm. @throws ValidationError */
export function checkAddress(body: unknown): Promise<{ email: string }> {
  return checkForm(address, body);
}

/** Query of a confirmation link. @throws ValidationError */
export function checkConfirmation(query: unknown): Promise<{ confirmation: string }> {
  return checkForm(confirmation, query);
}

/** Values of a registration, except additional allowed fields. */
export interface RegistrationForm {
  readonly email: string;
  readonly username: string;
  readonly password: string;
}

/** @throws ValidationError */
export function checkRegistration(
  body: unknown,
  rule: PasswordRule | null,
): Promise<RegistrationForm> {
  const form = object({
    email: emailField().required(),
    username: string().required(),
    password: newPassword(rule),
  });
  return checkForm(form, body);
}

/** @throws ValidationError */
export function checkChange(
  body: unknown,
  rule: PasswordRule | null,
): Promise<{ currentPassword: string; password: string }> {
  const form = object({
    password: newPassword(rule),
    passwordConfirmation: repeated(),
    currentPassword: string().required(),
  }).noUnknown();
  return checkForm(form, body);
}

/** @throws ValidationError */
export function checkReset(
  body: unknown,
  rule: PasswordRule | null,
): Promise<{ code: string; password: string }> {
  const form = object({
    password: newPassword(rule),
    passwordConfirmation: repeated(),
    code: string().required(),
  }).noUnknown();
  return checkForm(form, body);
}

function repeated(): StringSchema {
  return string()
    .required()
    .oneOf([ref('password')], 'Passwords do not match');
}

function newPassword(rule: PasswordRule | null): RequiredStringSchema<string | undefined> {
  return string()
    .required()
    .test('bytes', 'Password must be less than 73 bytes', (password) => {
      return Buffer.byteLength(password ?? '') <= MAX_PASSWORD_BYTES;
    })
    .test('rule', async (password, { createError }) => {
      const message = rule ? await rule(password) : null;
      return message === null || createError({ message });
    });
}
