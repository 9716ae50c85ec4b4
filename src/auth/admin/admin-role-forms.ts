// Forms of roles of administrators (docs/strapi/administration.md, "Roles and permissions"). Imported on demand.
import * as yup from 'yup';
import { MAX_NAME_LENGTH, MAX_PATH_STEPS } from '../../base/limits.ts';
import { rowIdOf } from '../../base/row-id.ts';
import { checkForm } from '../../forms/check-form.ts';
import { plainText, idField } from '../../forms/fields.ts';
import { hasManyNames } from './field-paths.ts';

/** Values of a new role. */
export interface AdminRoleInput {
  readonly name: string;
  readonly description: string | null;
}

const newRole = yup
  .object()
  .shape({
    name: plainText().min(1).max(MAX_NAME_LENGTH).required(),
    description: plainText().nullable(),
  })
  .noUnknown();

const change = yup
  .object()
  .shape({ name: plainText().min(1).max(MAX_NAME_LENGTH), description: plainText().nullable() })
  .noUnknown();

const deletion = yup
  .object()
  .shape({ ids: yup.array().of(idField()).min(1).required() })
  .noUnknown();

const queried = yup.object().shape({
  permissions: yup
    .array()
    .of(
      yup
        .object()
        .shape({
          action: yup.string().required(),
          subject: yup.string().nullable(),
          field: yup
            .string()
            .test(
              'names',
              `\${path} must not have more than ${MAX_PATH_STEPS} names`,
              (field) => !hasManyNames(field ?? ''),
            ),
        })
        .noUnknown(),
    )
    .required(),
});

/** @throws ValidationError with all errors */
export async function checkNewRole(body: unknown = {}): Promise<AdminRoleInput> {
  const { name, description = null } = await checkForm(newRole, body);
  return { name, description };
}

/** @throws ValidationError with all errors */
export async function checkRoleChange(body: unknown = {}): Promise<Partial<AdminRoleInput>> {
  const { name, description } = await checkForm(change, body);
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
  };
}

/** Ids of a request body: the original values, and the row ids. */
export interface RoleIds {
  readonly sent: readonly unknown[];
  readonly rows: readonly number[];
}

/** @throws ValidationError with all errors */
export async function checkRoleIds(body: unknown = {}): Promise<RoleIds> {
  const { ids } = await checkForm(deletion, body);
  return { sent: ids, rows: ids.flatMap((id) => rowIdOf(String(id)) ?? []) };
}

/** A permission to check for the caller. */
export interface QueriedPermission {
  readonly action: string;
  readonly subject?: string | null | undefined;
  readonly field?: string | undefined;
}

/** @throws ValidationError with all errors */
export async function checkQueriedPermissions(
  body: unknown = {},
): Promise<readonly QueriedPermission[]> {
  return (await checkForm(queried, body)).permissions;
}
