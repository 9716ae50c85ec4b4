// Roles of administrators as records (docs/strapi/administration.md, "Roles and permissions").
import { AppError } from '../../base/errors.ts';
import { toIso, toTime } from '../../base/iso-time.ts';
import { formError } from '../../forms/check-form.ts';
import { ADMIN_ROLE, ADMIN_USER } from '../../schema/built-in/uids.ts';
import type { Database } from '../../storage/database.ts';
import type { ReadSteps, WriteSteps } from '../../storage/session.ts';
import type { RowCondition } from '../../storage/statements/row-conditions.ts';
import { snakeCase } from '../../storage/layout/snake-case.ts';
import {
  changeBuiltIn,
  insertBuiltIn,
  joinTableOf,
  type Tables,
} from '../../documents/rows/built-in-rows.ts';
import { SUPER_ADMIN } from './grants.ts';
import type { RoleIds, AdminRoleInput } from './admin-role-forms.ts';
import { ADMIN_ROLES } from './admin-users.ts';
import { readPermissions, removePermissions } from './permission-rows.ts';

/** Characters of the name in a code, which also contains the time and has a column of 255 characters. */
const MAX_SLUG_LENGTH = 240;

interface AdminRoleRecordDependencies {
  readonly database: Database;
  readonly tables: Tables;
}

/** A role. Times are milliseconds since 1970. */
export interface RoleRecord {
  readonly id: number;
  readonly documentId: string | null;
  readonly name: string;
  readonly code: string;
  readonly description: string | null;
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  readonly publishedAt: number | null;
}

/** Finds, creates, changes and deletes roles. */
export class AdminRoleRecords {
  readonly #dependencies: AdminRoleRecordDependencies;

  constructor(dependencies: AdminRoleRecordDependencies) {
    this.#dependencies = dependencies;
  }

  /** Finds a role by row id. @throws NotFoundError */
  find(id: number | null): Promise<RoleRecord> {
    const { database, tables } = this.#dependencies;
    return database.read(existingRole(tables, id));
  }

  /** Adds to roles how many administrators have each. */
  async withUsersCount<T extends { readonly id?: unknown }>(
    roles: readonly T[],
  ): Promise<readonly (T & { readonly usersCount: number })[]> {
    const { database, tables } = this.#dependencies;
    const ids = roles.map(({ id }) => Number(id));
    const counts = await database.read(countUsers(tables, ids));
    return roles.map((role) => ({ ...role, usersCount: counts.get(Number(role.id)) ?? 0 }));
  }

  /** Creates a role. @throws ApplicationError if the name is taken */
  create({ name, description }: AdminRoleInput): Promise<RoleRecord> {
    const { database, tables } = this.#dependencies;
    const slug = snakeCase(name).replaceAll('_', '-').slice(0, MAX_SLUG_LENGTH);
    const code = `${slug}-${Date.now().toString(36)}`;
    return database.transact(
      (function* (): WriteSteps<RoleRecord> {
        yield* assertAvailable(tables, name, null);
        const [id = 0] = yield* insertBuiltIn(tables, ADMIN_ROLE, [{ name, code, description }]);
        return yield* existingRole(tables, id);
      })(),
    );
  }

  /** Changes a role. @throws NotFoundError, ApplicationError for the role of super admins, or if the name is taken */
  update(id: number | null, change: Partial<AdminRoleInput>): Promise<RoleRecord> {
    const { database, tables } = this.#dependencies;
    return database.transact(
      (function* (): WriteSteps<RoleRecord> {
        const role = yield* existingRole(tables, id);
        if (role.code === SUPER_ADMIN) {
          throw new AppError('ApplicationError', "Super admin can't be edited.");
        }
        if (change.name !== undefined) yield* assertAvailable(tables, change.name, role.id);
        yield* changeBuiltIn(tables, ADMIN_ROLE, { id: role.id, values: { ...change } });
        return yield* existingRole(tables, role.id);
      })(),
    );
  }

  /**
   * Deletes roles with their permissions. @param field Name of the field that errors are about
   * @returns those that existed, in the order of the request @throws ValidationError if one is in use or that of super admins
   */
  delete({ rows, sent }: RoleIds, field: 'id' | 'ids'): Promise<readonly RoleRecord[]> {
    const { database, tables } = this.#dependencies;
    const rejected = (message: string): AppError => {
      const value = field === 'id' ? sent[0] : sent;
      return formError([{ path: [field], message, name: 'ValidationError', value }]);
    };
    return database.transact(
      (function* (): WriteSteps<readonly RoleRecord[]> {
        const roles = yield* selectRoles(tables, [{ column: 'id', in: [...new Set(rows)] }]);
        if (roles.some(({ code }) => code === SUPER_ADMIN)) {
          throw rejected('You cannot delete the super admin role');
        }
        const ids = roles.map(({ id }) => id);
        if ((yield* countUsers(tables, ids)).size > 0) {
          throw rejected('Some roles are still assigned to some users');
        }
        const permissions = yield* readPermissions(tables, ids);
        yield* removePermissions(
          tables,
          permissions.map(({ id }) => id),
        );
        const { layout, statements } = tables;
        yield* statements.delete(layout.table(ADMIN_ROLE), [{ column: 'id', in: ids }]);
        return roles.toSorted((a, b) => rows.indexOf(a.id) - rows.indexOf(b.id));
      })(),
    );
  }
}

/** Finds a role by row id. @throws NotFoundError */
export function* existingRole(tables: Tables, id: number | null): ReadSteps<RoleRecord> {
  const [role] = id === null ? [] : yield* selectRoles(tables, [{ column: 'id', is: id }]);
  if (!role) throw new AppError('NotFoundError', 'role.notFound');
  return role;
}

/** Returns a role as JSON. */
export function showRole(role: RoleRecord): object {
  const { createdAt, updatedAt, publishedAt, ...shown } = role;
  return {
    ...shown,
    createdAt: toIso(createdAt),
    updatedAt: toIso(updatedAt),
    publishedAt: toIso(publishedAt),
    locale: null,
  };
}

const COLUMNS = [
  ['documentId', 'string'],
  ['name', 'string'],
  ['code', 'string'],
  ['description', 'string'],
  ['createdAt', 'datetime'],
  ['updatedAt', 'datetime'],
  ['publishedAt', 'datetime'],
] as const;

function* selectRoles(
  { layout, statements }: Tables,
  where: readonly RowCondition[],
): ReadSteps<readonly RoleRecord[]> {
  const rows = yield* statements.select(layout.table(ADMIN_ROLE), {
    columns: [
      'id',
      ...COLUMNS.map(([name, as]) => ({ column: layout.column(ADMIN_ROLE, name), as })),
    ],
    where,
    order: ['id'],
  });
  return rows.map((row) => ({
    id: Number(row[0]),
    documentId: toText(row[1]),
    name: toText(row[2]) ?? '',
    code: toText(row[3]) ?? '',
    description: toText(row[4]),
    createdAt: toTime(row[5]),
    updatedAt: toTime(row[6]),
    publishedAt: toTime(row[7]),
  }));
}

/** Numbers of administrators by role, without unused roles. */
function* countUsers(
  tables: Tables,
  roles: readonly number[],
): ReadSteps<ReadonlyMap<number, number>> {
  const { table, far } = joinTableOf(tables, ADMIN_USER, ADMIN_ROLES.attribute);
  const rows = yield* tables.statements.select(table, {
    columns: [far],
    where: [{ column: far, in: roles }],
  });
  const counts = new Map<number, number>();
  for (const [role] of rows) counts.set(Number(role), (counts.get(Number(role)) ?? 0) + 1);
  return counts;
}

/** @param id Row id of the role that may have the name, or null @throws ApplicationError */
function* assertAvailable(tables: Tables, name: string, id: number | null): ReadSteps<void> {
  const column = tables.layout.column(ADMIN_ROLE, 'name');
  const others = yield* selectRoles(tables, [{ column, is: name }]);
  if (others.every((role) => role.id === id)) return;
  throw new AppError(
    'ApplicationError',
    `The name must be unique and a role with name \`${name}\` already exists.`,
  );
}

function toText(stored: unknown): string | null {
  return typeof stored === 'string' ? stored : null;
}
