// Forms for the sign-in of administrators (docs/strapi/administration.md, "Administrators"). Imported on demand.
import * as yup from 'yup';
import { AppError } from '../../base/errors.ts';
import { isJsonObject } from '../../base/json.ts';
import { checkForm } from '../../forms/check-form.ts';
import { plainText } from '../../forms/fields.ts';
import type { NewAdminInput } from './admin-accounts.ts';
import { adminPassword, deviceFields, emailField } from '../form-fields.ts';
import type { AdminDevice } from './admin-sessions.ts';

const registration = yup
  .object()
  .shape({
    email: emailField().lowercase().required(),
    firstname: plainText().trim().min(1).required(),
    lastname: plainText().nullable(),
    password: adminPassword().required(),
    ...deviceFields,
  })
  .required()
  .noUnknown();

const signIn = yup.object().shape(deviceFields);

/** A new administrator and the device they sign in on. */
export type AdminRegistration = NewAdminInput & Partial<AdminDevice>;

/** @throws ValidationError with all errors */
export async function checkRegistration(body: unknown): Promise<AdminRegistration> {
  const { deviceId, rememberMe, ...input } = await checkForm(registration, body);
  return { ...input, lastname: input.lastname ?? null, ...deviceOptions({ deviceId, rememberMe }) };
}

/** Credentials of a sign-in. */
export interface AdminCredentials extends Partial<AdminDevice> {
  readonly email: string;
  readonly password: string;
}

/** @throws ValidationError, or ApplicationError if the address or the password is missing */
export async function checkSignIn(body: unknown = {}): Promise<AdminCredentials> {
  const { deviceId, rememberMe } = await checkForm(signIn, body);
  const [email, plain] = ['email', 'password'].map((name) =>
    isJsonObject(body) ? castToText(body[name]) : '',
  );
  if (!email || !plain) throw new AppError('ApplicationError', 'Missing credentials');
  return { email, password: plain, ...deviceOptions({ deviceId, rememberMe }) };
}

/** Converts numbers to strings, and lists and objects to the empty string. */
function castToText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function deviceOptions({
  deviceId,
  rememberMe,
}: {
  readonly deviceId: string | undefined;
  readonly rememberMe: boolean | undefined;
}): Partial<AdminDevice> {
  return {
    ...(deviceId ? { deviceId } : {}),
    ...(rememberMe === undefined ? {} : { rememberMe }),
  };
}
