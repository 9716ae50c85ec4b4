// Administrators as records: invited, changed and deleted by others, and their own profile
// (docs/strapi/administration.md, "Accounts").
import { randomBytes } from 'node:crypto';
import { AppError, validationError } from '../../base/errors.ts';
import { ADMIN_ROLE, ADMIN_USER } from '../../schema/built-in/uids.ts';
import type { Registry } from '../../schema/registry.ts';
import type { Database } from '../../storage/database.ts';
import type { WriteSteps } from '../../storage/session.ts';
import { limitTokensOf, removeTokensOf } from '../api-tokens/owned-tokens.ts';
import { replaceLinks, type EntryValues, type Tables } from '../../documents/rows/built-in-rows.ts';
import { hashPassword, isStoredPassword } from '../password-hash.ts';
import { revokeSessions, removeSessionsOf } from '../sessions.ts';
import type { Ability } from './ability.ts';
import { grantsOfRoles, SUPER_ADMIN } from './grants.ts';
import { assertMayGrant, missingPermission } from './ceiling.ts';
import { assertSuperAdminRemains } from './last-super-admin.ts';
import type { AdminChange, Invitation, ProfileChange } from './admin-user-forms.ts';
import {
  ADMIN_ROLES,
  changeAdmin,
  findAdmin,
  findAdmins,
  insertAdmin,
  rolesOf,
  type AdminRole,
  type AdminUser,
} from './admin-users.ts';
import { removePreferencesOf } from './preferences.ts';

interface AdminUserRecordDependencies {
  readonly database: Database;
  readonly tables: Tables;
  readonly registry: Pick<Registry, 'contentTypes'>;
}

/** An administrator who has been invited, with the secret of the link. */
export interface InvitedAdmin {
  readonly admin: AdminUser;
  readonly registrationToken: string;
}

/** Finds, invites, changes and deletes administrators. */
export class AdminUserRecords {
  readonly #dependencies: AdminUserRecordDependencies;

  constructor(dependencies: AdminUserRecordDependencies) {
    this.#dependencies = dependencies;
  }

  /** Finds an administrator by row id. @throws NotFoundError */
  async find(id: number | null): Promise<AdminUser> {
    const { database, tables } = this.#dependencies;
    const found = id === null ? null : await database.read(findAdmin(tables, { id }));
    if (!found) throw doesNotExist();
    return found;
  }

  /** Adds their roles to administrators of a list. */
  async withRoles<T extends { readonly id?: unknown }>(
    admins: readonly T[],
  ): Promise<readonly (T & { readonly roles: readonly AdminRole[] })[]> {
    const { database, tables } = this.#dependencies;
    const ids = admins.map(({ id }) => Number(id));
    const roles = await database.read(rolesOf(tables, ids));
    return admins.map((admin) => ({ ...admin, roles: roles.get(Number(admin.id)) ?? [] }));
  }

  /**
   * Creates an administrator who has to register.
   * @param by Of the caller @throws ApplicationError, ValidationError, ForbiddenError for roles that may do more
   */
  async invite({ email, roles, ...values }: Invitation, by: Ability): Promise<InvitedAdmin> {
    const { database, tables } = this.#dependencies;
    const assertMayAssign = this.#assertMayAssign.bind(this, by);
    const registrationToken = randomBytes(20).toString('hex');
    const admin = await database.transact(
      (function* (): WriteSteps<AdminUser> {
        if (yield* findAdmin(tables, { email })) {
          throw new AppError('ApplicationError', 'Email already taken');
        }
        yield* assertRolesExist(tables, roles);
        yield* assertMayAssign(roles);
        const row = { ...values, email, roles, registrationToken, passwordHash: null };
        return yield* stored(tables, yield* insertAdmin(tables, row));
      })(),
    );
    return { admin, registrationToken };
  }

  /**
   * Changes an administrator. @param by Of the caller
   * @throws NotFoundError, ApplicationError, ValidationError, ForbiddenError for roles that may do more than the caller,
   * and for the email address or the password of an administrator who has such a role
   */
  async update(
    id: number | null,
    { password, roles, ...values }: AdminChange,
    by: Ability,
  ): Promise<AdminUser> {
    const { database, tables } = this.#dependencies;
    const assertMayAssign = this.#assertMayAssign.bind(this, by);
    const passwordHash =
      password === undefined ? null : await hashPassword(password, 'administrator');
    return database.transact(
      (function* (): WriteSteps<AdminUser> {
        const admin = id === null ? null : yield* findAdmin(tables, { id });
        if (!admin) throw doesNotExist();
        if (yield* isTaken(tables, admin, values.email)) {
          throw new AppError('ApplicationError', 'A user with this email address already exists');
        }
        const currentRoles = admin.roles.map((role) => role.id);
        const isNewEmail = values.email !== undefined && values.email !== admin.email;
        if (isNewEmail || password !== undefined) yield* assertMayAssign(currentRoles);
        const isDeactivated = values.isActive === false;
        if (isDeactivated || losesSuperAdmin(admin, roles)) {
          yield* assertSuperAdminRemains(tables, [admin]);
        }
        yield* assertRolesExist(tables, roles ?? []);
        yield* assertMayAssign((roles ?? []).filter((role) => !currentRoles.includes(role)));
        yield* changeAdmin(tables, admin.id, columnsOf(tables, values, passwordHash));
        if (roles) {
          yield* replaceLinks(tables, ADMIN_ROLES, { entry: admin.id, rows: roles });
          yield* limitTokensOf(tables, [admin.id]);
        }
        if (isDeactivated || passwordHash !== null) yield* endSessions(tables, admin.id);
        return yield* stored(tables, admin.id);
      })(),
    );
  }

  /**
   * Changes an administrator's own profile. A new password ends all their sessions.
   * @throws BadRequestError if the email address is taken or the current password is wrong
   */
  async updateProfile(
    { id, passwordHash: before }: AdminUser,
    { password, currentPassword = '', ...values }: ProfileChange,
  ): Promise<AdminUser> {
    const { database, tables } = this.#dependencies;
    const isNew = password !== undefined;
    if (isNew && !(await isStoredPassword(currentPassword, before, 'administrator')))
      throw wrongPassword();
    const passwordHash = isNew ? await hashPassword(password, 'administrator') : null;
    return database.transact(
      (function* (): WriteSteps<AdminUser> {
        const admin = yield* stored(tables, id);
        // Hashing is slow, so the password may have changed in the meantime.
        if (isNew && admin.passwordHash !== before) throw wrongPassword();
        if (yield* isTaken(tables, admin, values.email)) {
          throw profileError({ email: ['Email already taken'] });
        }
        yield* changeAdmin(tables, id, columnsOf(tables, values, passwordHash));
        if (isNew) yield* endSessions(tables, id);
        return yield* stored(tables, id);
      })(),
    );
  }

  /** Deletes an administrator with their sessions and tokens. @throws NotFoundError, ValidationError */
  async delete(id: number | null): Promise<AdminUser> {
    const [deleted] = await this.#delete(id === null ? [] : [id]);
    if (!deleted) throw new AppError('NotFoundError', 'User not found');
    return deleted;
  }

  /**
   * Deletes administrators with their sessions and tokens. @param caller Row id of the caller, who may not be among them
   * @throws ApplicationError, NotFoundError if none of them exists, ValidationError
   */
  async deleteAll(ids: readonly number[], caller: number): Promise<readonly AdminUser[]> {
    if (ids.includes(caller)) {
      throw new AppError('ApplicationError', 'You cannot delete your own user');
    }
    const deleted = await this.#delete(ids);
    if (deleted.length === 0) throw new AppError('NotFoundError', 'User not found');
    return deleted;
  }

  /** @param roles Row ids @throws ForbiddenError for roles that may do more than the caller */
  *#assertMayAssign(by: Ability, roles: readonly number[]): WriteSteps<void> {
    if (by.isUnlimited || roles.length === 0) return;
    const { tables, registry } = this.#dependencies;
    const { layout, statements } = tables;
    const rows = yield* statements.select(layout.table(ADMIN_ROLE), {
      columns: [layout.column(ADMIN_ROLE, 'code')],
      where: [{ column: 'id', in: roles }],
    });
    if (rows.some(([code]) => code === SUPER_ADMIN))
      throw missingPermission('the role of super admins');
    assertMayGrant(by, yield* grantsOfRoles(tables, roles), registry);
  }

  #delete(ids: readonly number[]): Promise<readonly AdminUser[]> {
    const { database, tables } = this.#dependencies;
    return database.transact(
      (function* (): WriteSteps<readonly AdminUser[]> {
        const admins = yield* findAdmins(tables, ids);
        if (admins.length === 0) return [];
        yield* assertSuperAdminRemains(tables, admins);
        const found = admins.map(({ id }) => id);
        yield* removeAdminData(tables, found);
        const { layout, statements } = tables;
        yield* statements.delete(layout.table(ADMIN_USER), [{ column: 'id', in: found }]);
        return admins;
      })(),
    );
  }
}

function endSessions(tables: Tables, id: number): WriteSteps<void> {
  return revokeSessions(tables, 'admin', String(id));
}

/** Reads an administrator after a write. @throws NotFoundError if the row was deleted in the meantime */
function* stored(tables: Tables, id: number): WriteSteps<AdminUser> {
  const admin = yield* findAdmin(tables, { id });
  if (!admin) throw doesNotExist();
  return admin;
}

function* isTaken(
  tables: Tables,
  { id }: AdminUser,
  email: string | undefined,
): WriteSteps<boolean> {
  if (email === undefined) return false;
  const other = yield* findAdmin(tables, { email });
  return other !== null && other.id !== id;
}

function losesSuperAdmin({ roles }: AdminUser, requested: readonly number[] | undefined): boolean {
  const isLost = ({ id, code }: AdminRole): boolean =>
    code === SUPER_ADMIN && requested?.includes(id) === false;
  return roles.some(isLost);
}

/** @throws ValidationError */
function* assertRolesExist(tables: Tables, ids: readonly number[]): WriteSteps<void> {
  const { layout, statements } = tables;
  const rows = yield* statements.select(layout.table(ADMIN_ROLE), {
    columns: ['id'],
    where: [{ column: 'id', in: ids }],
  });
  const existingIds = new Set(rows.map(([id]) => Number(id)));
  if (ids.some((id) => !existingIds.has(id))) {
    throw validationError('roles contains a role that does not exist');
  }
}

/** Values by attribute. @param passwordHash Null to keep the password */
function columnsOf(
  { dialect }: Tables,
  { isActive, ...texts }: Omit<AdminChange, 'password' | 'roles'>,
  passwordHash: string | null,
): EntryValues {
  return {
    ...texts,
    ...(isActive === undefined ? {} : { isActive: dialect.store('boolean', isActive) }),
    ...(passwordHash === null ? {} : { password: passwordHash }),
  };
}

function doesNotExist(): AppError {
  return new AppError('NotFoundError', 'User does not exist');
}

function wrongPassword(): AppError {
  return profileError({ currentPassword: ['Invalid credentials'] });
}

/** Errors of the caller’s profile have their own form. */
function profileError(details: Readonly<Record<string, readonly string[]>>): AppError {
  return new AppError('BadRequestError', 'ValidationError', { details });
}

/** Removes sessions, tokens, preferences and private views of deleted administrators. @param admins Row ids */
export function* removeAdminData(tables: Tables, admins: readonly number[]): WriteSteps<void> {
  yield* removeSessionsOf(tables, 'admin', admins.map(String));
  yield* removeTokensOf(tables, admins);
  yield* removePreferencesOf(tables, admins);
}
