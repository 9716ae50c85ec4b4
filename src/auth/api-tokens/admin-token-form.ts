// Forms of requests that create and update admin tokens (docs/strapi/administration.md, "Admin tokens"). Imported on
// demand.
import * as yup from 'yup';
import { AppError } from '../../base/errors.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { checkForm } from '../../forms/check-form.ts';
import { plainText } from '../../forms/fields.ts';
import type { ManagedTypes } from '../admin/managed-types.ts';
import { assertStorable, permissionIssues, toPermissions } from '../admin/permission-list.ts';
import type { PermissionValues } from '../admin/permission-rows.ts';
import { changedTexts, LIFESPANS, newTexts } from '../token-fields.ts';

/** Values of a new token. */
export interface NewAdminToken {
  readonly name: string;
  readonly description: string;
  /** In milliseconds, or null if the token does not expire. */
  readonly lifespan: number | null;
  readonly permissions: readonly PermissionValues[];
}

/** Values that change. */
export type AdminTokenUpdate = Partial<Omit<NewAdminToken, 'lifespan'>>;

const newToken = yup
  .object()
  .shape({
    name: plainText().min(1).required(),
    description: plainText().defined(),
    lifespan: yup.number().min(1).oneOf(LIFESPANS).nullable(),
  })
  .noUnknown();

const changedToken = yup
  .object()
  .shape({ name: plainText().min(1), description: plainText() })
  .noUnknown();

/** Returns the values of a new token; unknown keys are ignored. @throws BadRequestError, ValidationError with all errors */
export async function checkNewAdminToken(
  body: unknown,
  types: ManagedTypes,
): Promise<NewAdminToken> {
  const sent: JsonObject = isJsonObject(body) ? body : {};
  rejectKey(sent, 'type', 'Type is not allowed for admin tokens');
  rejectKey(sent, 'permissions', 'Permissions are not allowed for admin tokens');
  assertStorable(sent);
  const { lifespan, adminPermissions = [] } = sent;
  const form = {
    ...newTexts(sent),
    ...(lifespan === undefined ? {} : { lifespan }),
  };
  const issues = permissionIssues(adminPermissions, ['adminPermissions'], types);
  const checked = await checkForm(newToken, form, issues);
  return {
    name: checked.name,
    description: checked.description,
    lifespan: checked.lifespan ?? null,
    permissions: permissionsIn(adminPermissions, types),
  };
}

/** Returns the values that change. @throws ValidationError with all errors */
export async function checkAdminTokenUpdate(
  body: unknown = {},
  types: ManagedTypes,
): Promise<AdminTokenUpdate> {
  assertStorable(body);
  const sent: JsonObject = isJsonObject(body) ? body : {};
  const { adminPermissions, ...others } = sent;
  const form = isJsonObject(body) ? { ...others, ...changedTexts(others) } : body;
  const list = adminPermissions ?? [];
  const issues = permissionIssues(list, ['adminPermissions'], types);
  const checked = await checkForm(changedToken, form, issues);
  return {
    ...(checked.name === undefined ? {} : { name: checked.name }),
    ...(checked.description === undefined ? {} : { description: checked.description }),
    ...(adminPermissions === undefined ? {} : { permissions: permissionsIn(list, types) }),
  };
}

/** Permissions of tokens have no parameters. */
function permissionsIn(list: JsonObject[string], types: ManagedTypes): readonly PermissionValues[] {
  return toPermissions(list, types).map((each) => ({ ...each, actionParameters: {} }));
}

/** @throws BadRequestError */
function rejectKey(sent: JsonObject, key: string, message: string): void {
  if (sent[key] !== undefined) throw new AppError('BadRequestError', message);
}
