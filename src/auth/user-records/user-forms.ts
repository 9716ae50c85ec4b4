// Forms of requests that create and update users; they run before the rules of the user type
// (docs/strapi/accounts.md, "Users"). Imported on demand.
import { array, lazy, mixed, object, string, type AnySchema } from 'yup';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { checkForm } from '../../forms/check-form.ts';
import { idField } from '../../forms/fields.ts';
import { emailField } from '../form-fields.ts';

const id = (): AnySchema => idField();

const entry = object({ id: id(), documentId: id() }).test(
  'names-a-role',
  'Relation entry must include an id or documentId',
  isNaming,
);

function isNaming(value: unknown): boolean {
  const { id: row, documentId } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return (row ?? documentId ?? null) !== null;
}

/** The form of a role depends on whether it is an object. */
const role = (asObject: AnySchema, asId: AnySchema) =>
  lazy((value: unknown) => (typeof value === 'object' ? asObject : asId));

const newUserForm: AnySchema = object({
  email: emailField().required(),
  username: string().min(1).required(),
  password: string().min(1).required(),
  role: role(
    object({ connect: array().of(entry).min(1, 'Users must have a role').required() }).required(),
    id().required(),
  ),
});

const changedUserForm: AnySchema = object({
  email: emailField().min(1),
  username: string().min(1),
  password: mixed().test('a-text', 'Password must be at least 1 character', isTextOrNone),
  role: role(
    object({
      connect: array().of(entry),
      disconnect: array().of(entry).test('keeps-a-role', 'Cannot remove role', leavesRole),
    }),
    id(),
  ),
});

function isTextOrNone(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string';
}

/** A role can only be replaced, not removed. */
function leavesRole(
  disconnect: unknown,
  { parent }: { readonly parent: { readonly connect?: unknown } },
): boolean {
  const { connect } = parent;
  const isTaken = Array.isArray(disconnect) && disconnect.length > 0;
  return !isTaken || (Array.isArray(connect) && connect.length > 0);
}

/** Validates a new user. @throws ValidationError with all errors */
export function checkNewUser(body: unknown): Promise<JsonObject> {
  return checked(newUserForm, body);
}

/** Validates changes of a user. @throws ValidationError with all errors */
export function checkChangedUser(body: unknown): Promise<JsonObject> {
  return checked(changedUserForm, body);
}

async function checked(form: AnySchema, body: unknown): Promise<JsonObject> {
  const sent: unknown = await checkForm(form, body);
  return isJsonObject(sent) ? sent : {};
}
