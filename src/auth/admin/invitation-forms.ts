// Forms of administrators without a session: invitations and forgotten passwords (docs/strapi/administration.md,
// "Accounts"). Imported on demand.
import * as yup from 'yup';
import { checkForm } from '../../forms/check-form.ts';
import { plainText } from '../../forms/fields.ts';
import { adminPassword, deviceFields, emailField } from '../form-fields.ts';
import type { AdminDevice } from './admin-sessions.ts';

/** Registration data of an invited administrator. */
export interface InvitedRegistration extends Partial<AdminDevice> {
  readonly registrationToken: string;
  readonly firstname: string;
  /** Undefined keeps the one of the invitation. */
  readonly lastname: string | null | undefined;
  readonly password: string;
}

const token = plainText().required();

const invitation = yup.object().shape({ registrationToken: token }).noUnknown();

const registration = yup
  .object()
  .shape({
    registrationToken: token,
    userInfo: yup
      .object()
      .shape({
        firstname: plainText().trim().min(1).required(),
        lastname: plainText().nullable(),
        password: adminPassword().required(),
      })
      .required()
      .noUnknown()
      .default(undefined),
    ...deviceFields,
  })
  .noUnknown();

const forgotten = yup.object().shape({ email: emailField().required() }).required().noUnknown();

const reset = yup
  .object()
  .shape({ resetPasswordToken: token, password: adminPassword().required() })
  .required()
  .noUnknown();

/** Returns the token of an invitation. @throws ValidationError with all errors */
export async function checkInvitationQuery(query: unknown): Promise<string> {
  return (await checkForm(invitation, query)).registrationToken;
}

/** @throws ValidationError with all errors */
export async function checkInvitedRegistration(body: unknown = {}): Promise<InvitedRegistration> {
  const { registrationToken, userInfo, deviceId, rememberMe } = await checkForm(registration, body);
  const { firstname, lastname, password } = userInfo;
  return {
    registrationToken,
    firstname,
    lastname,
    password,
    ...(deviceId === undefined ? {} : { deviceId }),
    ...(rememberMe === undefined ? {} : { rememberMe }),
  };
}

/** Returns a lowercase email address. @throws ValidationError with all errors */
export async function checkForgottenPassword(body: unknown): Promise<string> {
  return (await checkForm(forgotten, body)).email.toLowerCase();
}

/** A new password with the secret of an email. */
export interface PasswordReset {
  readonly resetPasswordToken: string;
  readonly password: string;
}

/** @throws ValidationError with all errors */
export function checkPasswordReset(body: unknown): Promise<PasswordReset> {
  return checkForm(reset, body);
}
