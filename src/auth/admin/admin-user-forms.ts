// Forms to invite, change and delete administrators, and of their own profile (docs/strapi/administration.md,
// "Accounts"). Imported on demand.
import * as yup from 'yup';
import { isJsonObject } from '../../base/json.ts';
import { checkForm } from '../../forms/check-form.ts';
import { plainText, idField } from '../../forms/fields.ts';
import { rowIdOf } from '../../base/row-id.ts';
import { adminPassword, emailField } from '../form-fields.ts';

/** Values of an invitation. */
export interface Invitation {
  /** Lowercase. */
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string | null;
  readonly preferedLanguage: string | null;
  /** Row ids; empty for none. */
  readonly roles: readonly number[];
}

/** Values of an administrator that change. */
export interface AdminChange {
  /** Lowercase. */
  readonly email?: string;
  readonly firstname?: string;
  readonly lastname?: string | null;
  readonly username?: string | null;
  readonly isActive?: boolean;
  readonly password?: string;
  /** Row ids. */
  readonly roles?: readonly number[];
}

/** Values of the caller’s profile that change. */
export interface ProfileChange extends Omit<AdminChange, 'isActive' | 'roles'> {
  readonly preferedLanguage?: string | null;
  /** Required with `password`. */
  readonly currentPassword?: string;
}

const firstname = plainText().trim().min(1);

/** A string that is not an id matches no row. */
const ids = yup.array().of(idField()).min(1);

const invitation = yup
  .object()
  .shape({
    email: emailField().lowercase().required(),
    firstname: firstname.required(),
    lastname: plainText(),
    roles: ids,
    preferedLanguage: plainText().nullable(),
  })
  .noUnknown();

const profileFields = {
  email: emailField().lowercase(),
  firstname,
  lastname: plainText().nullable(),
  username: plainText().min(1).nullable(),
  password: adminPassword(),
};

const change = yup
  .object()
  .shape({ ...profileFields, isActive: yup.boolean(), roles: ids })
  .noUnknown();

const profile = yup
  .object()
  .shape({
    ...profileFields,
    preferedLanguage: plainText().nullable(),
    currentPassword: yup
      .string()
      .when('password', (password: unknown, schema: yup.StringSchema) =>
        password === undefined ? schema : schema.required(),
      ),
  })
  .noUnknown();

const deletion = yup.object().shape({ ids: ids.required() }).noUnknown();

/** @throws ValidationError with all errors */
export async function checkInvitation(body: unknown): Promise<Invitation> {
  const values = isJsonObject(body) ? body : {};
  // A missing address is reported as an empty one; a list is read as an object without keys.
  const isRead = isJsonObject(body) || Array.isArray(body) || body === undefined;
  const sent = isRead ? { ...values, email: lower(values['email'] ?? '') } : body;
  const {
    roles = [],
    lastname = null,
    preferedLanguage = null,
    ...entries
  } = await checkForm(invitation, sent);
  return { ...entries, lastname, preferedLanguage, roles: toRowIds(roles) };
}

/** @throws ValidationError with all errors */
export async function checkAdminChange(body: unknown = {}): Promise<AdminChange> {
  const { roles, ...values } = await checkForm(change, withLowerEmail(body));
  return { ...defined(values), ...(roles === undefined ? {} : { roles: toRowIds(roles) }) };
}

/** @throws ValidationError with all errors */
export async function checkProfile(body: unknown = {}): Promise<ProfileChange> {
  return defined(await checkForm(profile, withLowerEmail(body)));
}

/** Row ids of a body with `ids`. @throws ValidationError with all errors */
export async function checkIds(body: unknown = {}): Promise<readonly number[]> {
  const { ids: sent } = await checkForm(deletion, body);
  return toRowIds(sent);
}

function withLowerEmail(body: unknown): unknown {
  return isJsonObject(body) && body['email'] !== undefined
    ? { ...body, email: lower(body['email']) }
    : body;
}

function lower(email: unknown): unknown {
  return typeof email === 'string' ? email.toLowerCase() : email;
}

/** Row ids, each of them once. No row has the id 0. */
function toRowIds(ids: readonly (string | number)[]): readonly number[] {
  return [...new Set(ids.map((id) => rowIdOf(String(id)) ?? 0))];
}

/** An object without the keys that were not sent. */
type Defined<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

function defined<T extends object>(values: T): Defined<T> {
  const present = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as Defined<T>;
}
