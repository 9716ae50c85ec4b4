// Rows of administrators with their roles (docs/strapi/administration.md, "Administrators").
import { ADMIN_ROLE, ADMIN_USER } from '../../schema/built-in/uids.ts';
import type { ReadSteps, SqlValue, WriteSteps } from '../../storage/session.ts';
import type { RowCondition } from '../../storage/statements/row-conditions.ts';
import {
  changeBuiltIn,
  insertBuiltIn,
  linkedRows,
  linkRows,
  type EntryValues,
  type LinkedAttribute,
  type Tables,
} from '../../documents/rows/built-in-rows.ts';
import { toTime, toIso } from '../../base/iso-time.ts';

/** A role of an administrator, as responses show it. */
export interface AdminRole {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly code: string;
}

/** An administrator. Times are milliseconds since 1970. */
export interface AdminUser {
  readonly id: number;
  readonly documentId: string | null;
  readonly firstname: string | null;
  readonly lastname: string | null;
  readonly username: string | null;
  readonly email: string;
  readonly isActive: boolean;
  readonly blocked: boolean;
  readonly preferedLanguage: string | null;
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  readonly publishedAt: number | null;
  /** bcrypt hash, or null if no password is set. */
  readonly passwordHash: string | null;
  readonly roles: readonly AdminRole[];
}

/** Values of a new administrator. */
export interface NewAdmin {
  /** Lowercase. */
  readonly email: string;
  readonly firstname: string | null;
  readonly lastname: string | null;
  readonly preferedLanguage?: string | null;
  /** Null for an administrator who still has to register. */
  readonly passwordHash: string | null;
  /** Secret of the invitation; null for an administrator who may sign in. */
  readonly registrationToken: string | null;
  /** Row ids. */
  readonly roles: readonly number[];
}

/** Identifies an administrator; an email address is lowercase. */
export type AdminKey =
  | { readonly id: number }
  | { readonly email: string }
  | { readonly registrationToken: string };

/** Finds an administrator, or returns null. */
export function* findAdmin(tables: Tables, key: AdminKey): ReadSteps<AdminUser | null> {
  const [found] = yield* readAdmins(tables, { ...key });
  return found ?? null;
}

/** Finds administrators by row ids, in the order of the ids. */
export function* findAdmins(
  tables: Tables,
  ids: readonly number[],
): ReadSteps<readonly AdminUser[]> {
  const found = yield* selectAdmins(tables, [{ column: 'id', in: ids }]);
  const byId = new Map(found.map((admin) => [admin.id, admin]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** All administrators with the given values, by id. */
export function* readAdmins(
  tables: Tables,
  criteria: Readonly<Record<string, SqlValue>> = {},
): ReadSteps<readonly AdminUser[]> {
  return yield* selectAdmins(
    tables,
    Object.entries(criteria).map(([name, is]) => ({
      column: tables.layout.column(ADMIN_USER, name),
      is,
    })),
  );
}

/** Administrators that match conditions, by id. */
export function* selectAdmins(
  tables: Tables,
  where: readonly RowCondition[],
): ReadSteps<readonly AdminUser[]> {
  const { layout, statements } = tables;
  const rows = yield* statements.select(layout.table(ADMIN_USER), {
    columns: [
      'id',
      ...COLUMNS.map(([name, as]) => ({ column: layout.column(ADMIN_USER, name), as })),
    ],
    where,
    order: ['id'],
  });
  const roles = yield* rolesOf(
    tables,
    rows.map(([id]) => Number(id)),
  );
  return rows.map((row) => toAdmin(row, roles.get(Number(row[0])) ?? []));
}

/** Returns true if an administrator exists. */
export function* hasAdmins({ layout, statements }: Tables): ReadSteps<boolean> {
  const rows = yield* statements.select(layout.table(ADMIN_USER), { columns: ['id'], where: [] });
  return rows.length > 0;
}

/** Inserts an administrator, who is active unless they have to register first. @returns the row id */
export function* insertAdmin(tables: Tables, admin: NewAdmin): WriteSteps<number> {
  const { dialect } = tables;
  const { passwordHash, roles, ...values } = admin;
  const [id = 0] = yield* insertBuiltIn(tables, ADMIN_USER, [
    {
      ...values,
      password: passwordHash,
      isActive: dialect.store('boolean', admin.registrationToken === null),
      blocked: dialect.store('boolean', false),
    },
  ]);
  yield* linkRows(tables, ADMIN_ROLES, { entry: id, rows: roles });
  return id;
}

/** Changes values of an administrator. */
export function* changeAdmin(tables: Tables, id: number, values: EntryValues): WriteSteps<void> {
  yield* changeBuiltIn(tables, ADMIN_USER, { id, values });
}

/** Sets the password of an administrator. */
export function* setAdminPassword(
  tables: Tables,
  id: number,
  passwordHash: string,
): WriteSteps<void> {
  yield* changeAdmin(tables, id, {
    password: passwordHash,
    resetPasswordToken: null,
    resetPasswordTokenExpiresAt: null,
  });
}

/** The link from administrators to their roles. */
export const ADMIN_ROLES: LinkedAttribute = { uid: ADMIN_USER, attribute: 'roles' };

const COLUMNS = [
  ['documentId', 'string'],
  ['firstname', 'string'],
  ['lastname', 'string'],
  ['username', 'string'],
  ['email', 'string'],
  ['isActive', 'boolean'],
  ['blocked', 'boolean'],
  ['preferedLanguage', 'string'],
  ['createdAt', 'datetime'],
  ['updatedAt', 'datetime'],
  ['publishedAt', 'datetime'],
  ['password', 'string'],
] as const;

/** Roles of administrators by row id. */
export function* rolesOf(
  tables: Tables,
  admins: readonly number[],
): ReadSteps<ReadonlyMap<number, readonly AdminRole[]>> {
  const { layout, statements } = tables;
  const linked = yield* linkedRows(tables, ADMIN_ROLES, admins);
  const names = ['name', 'description', 'code'] as const;
  const rows = yield* statements.select(layout.table(ADMIN_ROLE), {
    columns: ['id', ...names.map((name) => layout.column(ADMIN_ROLE, name))],
    where: [{ column: 'id', in: [...new Set([...linked.values()].flat())] }],
  });
  const roles = new Map(
    rows.map(([id, name, description, code]): [number, AdminRole] => [
      Number(id),
      { id: Number(id), name: String(name), description: toText(description), code: String(code) },
    ]),
  );
  return new Map(
    [...linked].map(([id, ids]) => [id, ids.flatMap((role) => roles.get(role) ?? [])]),
  );
}

function toAdmin(row: readonly unknown[], roles: readonly AdminRole[]): AdminUser {
  return {
    id: Number(row[0]),
    documentId: toText(row[1]),
    firstname: toText(row[2]),
    lastname: toText(row[3]),
    username: toText(row[4]),
    email: toText(row[5]) ?? '',
    isActive: isTrue(row[6]),
    blocked: isTrue(row[7]),
    preferedLanguage: toText(row[8]),
    createdAt: toTime(row[9]),
    updatedAt: toTime(row[10]),
    publishedAt: toTime(row[11]),
    passwordHash: toText(row[12]),
    roles,
  };
}

function toText(stored: unknown): string | null {
  return stored === null || stored === undefined ? null : String(stored);
}

function isTrue(stored: unknown): boolean {
  return stored === true || Number(stored) === 1;
}

/** Returns an administrator as JSON. */
export function showAdmin(admin: AdminUser, { roles }: { readonly roles: boolean }): object {
  const { passwordHash: _, roles: own, createdAt, updatedAt, publishedAt, ...shown } = admin;
  return {
    ...shown,
    createdAt: toIso(createdAt),
    updatedAt: toIso(updatedAt),
    publishedAt: toIso(publishedAt),
    locale: null,
    ...(roles ? { roles: own } : {}),
  };
}
