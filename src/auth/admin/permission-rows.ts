// Rows of `admin_permissions` that belong to roles (docs/strapi/administration.md, "Roles and permissions").
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { ADMIN_PERMISSION, ADMIN_ROLE } from '../../schema/built-in/uids.ts';
import type { ReadSteps, WriteSteps } from '../../storage/database.ts';
import { insertEntries, linkedRows, linkRows, type Tables } from '../entry-rows.ts';

/** What a permission grants. */
export interface PermissionValues {
  readonly action: string;
  readonly actionParameters: JsonObject;
  /** Uid of a content-type, or null. */
  readonly subject: string | null;
  /** `fields` and `locales`, each a list of texts. */
  readonly properties: JsonObject;
  /** Ids of conditions. */
  readonly conditions: readonly string[];
}

/** A stored permission. */
export interface StoredPermission extends PermissionValues {
  readonly id: number;
}

const PERMISSIONS = { uid: ADMIN_ROLE, attribute: 'permissions' } as const;

/** Permissions of roles by row id. @param roles Row ids */
export function* readPermissions(
  tables: Tables,
  roles: readonly number[],
): ReadSteps<readonly StoredPermission[]> {
  const { layout, statements } = tables;
  const column = (name: string): string => layout.column(ADMIN_PERMISSION, name);
  const linked = yield* linkedRows(tables, PERMISSIONS, roles);
  const rows = yield* statements.select(layout.table(ADMIN_PERMISSION), {
    columns: [
      'id',
      column('action'),
      { column: column('actionParameters'), as: 'json' },
      column('subject'),
      { column: column('properties'), as: 'json' },
      { column: column('conditions'), as: 'json' },
    ],
    where: [{ column: 'id', in: [...new Set([...linked.values()].flat())] }],
    order: ['id'],
  });
  return rows.map(([id, action, parameters, subject, properties, conditions]) => ({
    id: Number(id),
    action: String(action),
    actionParameters: toObject(parameters),
    subject: subject === null ? null : String(subject),
    properties: toObject(properties),
    conditions: toTexts(conditions),
  }));
}

/** Adds permissions to a role. @returns their row ids in the same order */
export function* insertPermissions(
  tables: Tables,
  role: number,
  permissions: readonly PermissionValues[],
): WriteSteps<readonly number[]> {
  const { dialect } = tables;
  const entries = permissions.map(
    ({ action, actionParameters, subject, properties, conditions }) => ({
      action,
      actionParameters: dialect.store('json', actionParameters),
      subject,
      properties: dialect.store('json', properties),
      conditions: dialect.store('json', conditions),
    }),
  );
  const rows = yield* insertEntries(tables, ADMIN_PERMISSION, entries);
  yield* linkRows(tables, PERMISSIONS, { entry: role, rows });
  return rows;
}

/** Deletes permissions. @param ids Row ids */
export function* removePermissions(
  { layout, statements }: Tables,
  ids: readonly number[],
): WriteSteps<void> {
  yield* statements.delete(layout.table(ADMIN_PERMISSION), [{ column: 'id', in: ids }]);
}

function toObject(stored: unknown): JsonObject {
  const value = parsed(stored);
  return isJsonObject(value) ? value : {};
}

function toTexts(stored: unknown): readonly string[] {
  const value = parsed(stored);
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  return items.filter((item) => typeof item === 'string');
}

/** Drivers return JSON as text. */
function parsed(stored: unknown): unknown {
  if (typeof stored !== 'string') return stored;
  try {
    return JSON.parse(stored) as unknown;
  } catch {
    return null;
  }
}
