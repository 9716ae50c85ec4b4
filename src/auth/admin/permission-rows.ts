// Rows of `admin_permissions`, which belong to roles or to admin tokens (docs/strapi/administration.md,
// "Roles and permissions").
import { toIso, toTime } from '../../base/iso-time.ts';
import { isJsonObject, type JsonObject, parseStoredJson } from '../../base/json.ts';
import { ADMIN_PERMISSION, ADMIN_ROLE, API_TOKEN } from '../../schema/built-in/uids.ts';
import { toTexts } from '../../schema/raw.ts';
import type { ReadSteps, WriteSteps } from '../../storage/session.ts';
import {
  insertBuiltIn,
  linkedRows,
  linkRows,
  type LinkedAttribute,
  type Tables,
} from '../../documents/rows/built-in-rows.ts';

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

export interface StoredPermission extends PermissionValues {
  readonly id: number;
}

const OF_ROLES: LinkedAttribute = { uid: ADMIN_ROLE, attribute: 'permissions' };
const OF_TOKENS: LinkedAttribute = { uid: API_TOKEN, attribute: 'adminPermissions' };

/** The owner of permissions: a role or a token. */
export interface PermissionOwner extends LinkedAttribute {
  /** Row id. */
  readonly entry: number;
}

/** A role as an owner. @param id Row id */
export function roleOwner(id: number): PermissionOwner {
  return { ...OF_ROLES, entry: id };
}

/** A token as an owner. @param id Row id */
export function tokenOwner(id: number): PermissionOwner {
  return { ...OF_TOKENS, entry: id };
}

/** Permissions of roles by row id. @param roles Row ids */
export function* readPermissions(
  tables: Tables,
  roles: readonly number[],
): ReadSteps<readonly StoredPermission[]> {
  const all = yield* permissionsByRole(tables, roles);
  return [...all.values()].flat().toSorted((a, b) => a.id - b.id);
}

/** Permissions of roles by the row id of the role. @param roles Row ids */
export function* permissionsByRole(
  tables: Tables,
  roles: readonly number[],
): ReadSteps<ReadonlyMap<number, readonly StoredPermission[]>> {
  return yield* permissionsOf(tables, OF_ROLES, {
    entries: roles,
    more: [],
    toShown: (row) => row,
  });
}

/** Permissions of tokens as whole rows, by the row id of the token. @param tokens Row ids */
export function* permissionsByToken(
  tables: Tables,
  tokens: readonly number[],
): ReadSteps<ReadonlyMap<number, readonly PermissionRow[]>> {
  const toShown: PermissionQuery<PermissionRow>['toShown'] = (
    permission,
    [documentId, ...times],
  ) => {
    const [createdAt, updatedAt, publishedAt] = times.map((time) => toIso(toTime(time)));
    return {
      ...permission,
      documentId: typeof documentId === 'string' ? documentId : null,
      createdAt: createdAt ?? null,
      updatedAt: updatedAt ?? null,
      publishedAt: publishedAt ?? null,
      locale: null,
    };
  };
  return yield* permissionsOf(tables, OF_TOKENS, { entries: tokens, more: SYSTEM, toShown });
}

/** A permission with its system attributes. Times are in ISO format. */
export interface PermissionRow extends StoredPermission {
  readonly documentId: string | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly publishedAt: string | null;
  readonly locale: null;
}

const SYSTEM = [
  ['documentId', 'string'],
  ['createdAt', 'datetime'],
  ['updatedAt', 'datetime'],
  ['publishedAt', 'datetime'],
] as const;

interface PermissionQuery<Shown> {
  /** Row ids of the owners. */
  readonly entries: readonly number[];
  /** Further attributes. */
  readonly more: readonly (typeof SYSTEM)[number][];
  /** @param values Of the further attributes */
  readonly toShown: (permission: StoredPermission, values: readonly unknown[]) => Shown;
}

function* permissionsOf<Shown>(
  tables: Tables,
  attribute: LinkedAttribute,
  { entries, more, toShown }: PermissionQuery<Shown>,
): ReadSteps<ReadonlyMap<number, readonly Shown[]>> {
  const { layout, statements } = tables;
  const column = (name: string): string => layout.column(ADMIN_PERMISSION, name);
  const linked = yield* linkedRows(tables, attribute, entries);
  const rows = yield* statements.select(layout.table(ADMIN_PERMISSION), {
    columns: [
      'id',
      column('action'),
      { column: column('actionParameters'), as: 'json' },
      column('subject'),
      { column: column('properties'), as: 'json' },
      { column: column('conditions'), as: 'json' },
      ...more.map(([name, as]) => ({ column: column(name), as })),
    ],
    where: [{ column: 'id', in: [...new Set([...linked.values()].flat())] }],
    order: ['id'],
  });
  const found = new Map(
    rows.map(([id, action, parameters, subject, properties, conditions, ...values]) => {
      const permission = {
        id: Number(id),
        action: String(action),
        actionParameters: toObject(parameters),
        subject: subject === null ? null : String(subject),
        properties: toObject(properties),
        conditions: toTexts(parseStoredJson(conditions)),
      };
      return [permission.id, toShown(permission, values)];
    }),
  );
  return new Map(
    [...linked].map(([entry, ids]) => [entry, ids.flatMap((id) => found.get(id) ?? [])]),
  );
}

/** Adds permissions to a role or a token. @returns their row ids in the same order */
export function* insertPermissions(
  tables: Tables,
  owner: PermissionOwner,
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
  const rows = yield* insertBuiltIn(tables, ADMIN_PERMISSION, entries);
  yield* linkRows(tables, owner, { entry: owner.entry, rows });
  return rows;
}

/** Replaces the conditions of permissions by their row ids. */
export function* changeConditions(
  { layout, statements, dialect }: Tables,
  changed: readonly Pick<StoredPermission, 'id' | 'conditions'>[],
): WriteSteps<void> {
  yield* statements.update(
    layout.table(ADMIN_PERMISSION),
    [layout.column(ADMIN_PERMISSION, 'conditions')],
    changed.map(({ id, conditions }) => [id, dialect.store('json', conditions)]),
  );
}

/** Deletes permissions. @param ids Row ids */
export function* removePermissions(
  { layout, statements }: Tables,
  ids: readonly number[],
): WriteSteps<void> {
  yield* statements.delete(layout.table(ADMIN_PERMISSION), [{ column: 'id', in: ids }]);
}

function toObject(stored: unknown): JsonObject {
  const value = parseStoredJson(stored);
  return isJsonObject(value) ? value : {};
}
