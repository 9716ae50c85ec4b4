// Accounts of administrators: the first one registers, others are created on the command line, all sign in with a
// password (docs/strapi/administration.md, "Administrators").
import { AppError } from '../../base/errors.ts';
import type { Database } from '../../storage/database.ts';
import type { WriteSteps } from '../../storage/session.ts';
import type { Tables } from '../../documents/rows/built-in-rows.ts';
import { hashPassword, isStoredPassword } from '../password-hash.ts';
import { revokeSessions } from '../sessions.ts';
import { SUPER_ADMIN } from './grants.ts';
import { isActive } from './admin-authenticator.ts';
import type { StoredRole } from './admin-roles.ts';
import {
  newDevice,
  type AdminDevice,
  type AdminSessions,
  type AdminSessionTokens,
} from './admin-sessions.ts';
import {
  findAdmin,
  hasAdmins,
  insertAdmin,
  readAdmins,
  setAdminPassword,
  type AdminUser,
} from './admin-users.ts';
import type { ManagedTypes } from './managed-types.ts';

export interface AdminAccountDependencies {
  readonly database: Database;
  readonly tables: Tables;
  readonly sessions: AdminSessions;
  readonly types: ManagedTypes;
}

/** A new administrator, validated by the form. */
export interface NewAdminInput {
  /** Lowercase. */
  readonly email: string;
  readonly firstname: string;
  readonly lastname?: string | null;
  readonly password: string;
}

/** An administrator who has just signed in. */
export interface SignedInAdmin {
  readonly admin: AdminUser;
  readonly tokens: AdminSessionTokens;
}

/** Manages the accounts of administrators. */
export class AdminAccounts {
  readonly #dependencies: AdminAccountDependencies;

  constructor(dependencies: AdminAccountDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns true if an administrator exists. */
  hasAdmins(): Promise<boolean> {
    return this.#dependencies.database.read(hasAdmins(this.#dependencies.tables));
  }

  /** All administrators by id. */
  list(): Promise<readonly AdminUser[]> {
    return this.#dependencies.database.read(readAdmins(this.#dependencies.tables));
  }

  /**
   * Creates the first administrator and signs them in. Only one of several concurrent calls succeeds. @throws
   * ApplicationError
   */
  async registerFirst(input: NewAdminInput, device: Partial<AdminDevice>): Promise<SignedInAdmin> {
    const { database, tables, types } = this.#dependencies;
    if (await this.hasAdmins()) throw notFirst();
    const passwordHash = await hashPassword(input.password, 'administrator');
    const rolesOf = await loadRoles();
    const open = (id: number): WriteSteps<string> => this.#open(id, device);
    const { admin, sessionId } = await database.transact(
      (function* () {
        if (yield* hasAdmins(tables)) throw notFirst();
        const roles = yield* rolesOf(tables, types);
        const made = yield* add(tables, roles, { ...input, passwordHash, role: SUPER_ADMIN });
        return { admin: made, sessionId: yield* open(made.id) };
      })(),
    );
    return { admin, tokens: await this.#dependencies.sessions.tokensOf(sessionId) };
  }

  /**
   * Creates an administrator with a role, given by code or name. @throws ApplicationError if the email address is
   * taken or the role does not exist
   */
  async create(input: NewAdminInput, role: string = SUPER_ADMIN): Promise<AdminUser> {
    const { database, tables, types } = this.#dependencies;
    const passwordHash = await hashPassword(input.password, 'administrator');
    const rolesOf = await loadRoles();
    return database.transact(
      (function* () {
        if (yield* findAdmin(tables, { email: input.email })) {
          throw new AppError(
            'ApplicationError',
            `There is an administrator ${input.email} already`,
          );
        }
        const roles = yield* rolesOf(tables, types);
        return yield* add(tables, roles, { ...input, passwordHash, role });
      })(),
    );
  }

  /** Signs in. @throws ApplicationError, the same for an unknown address and a wrong password */
  async signIn(
    { email, password }: { readonly email: string; readonly password: string },
    device: Partial<AdminDevice>,
  ): Promise<SignedInAdmin> {
    const { database, tables, sessions } = this.#dependencies;
    const admin = await database.read(findAdmin(tables, { email: email.toLowerCase() }));
    const isRight = await isStoredPassword(password, admin?.passwordHash ?? null, 'administrator');
    if (!admin || !isRight) throw invalidCredentials();
    if (!isActive(admin)) throw new AppError('ApplicationError', 'User not active');
    const open = (): WriteSteps<string> => this.#open(admin.id, device);
    const sessionId = await database.transact(
      (function* (): WriteSteps<string> {
        // Hashing is slow, so the password may have changed in the meantime.
        const now = yield* findAdmin(tables, { id: admin.id });
        if (now?.passwordHash !== admin.passwordHash) throw invalidCredentials();
        return yield* open();
      })(),
    );
    return { admin, tokens: await sessions.tokensOf(sessionId) };
  }

  /**
   * Sets the password of an administrator and ends all their sessions. @returns null if the administrator does not
   * exist
   */
  async resetPassword(email: string, password: string): Promise<AdminUser | null> {
    const { database, tables } = this.#dependencies;
    const passwordHash = await hashPassword(password, 'administrator');
    return database.transact(
      (function* (): WriteSteps<AdminUser | null> {
        const admin = yield* findAdmin(tables, { email });
        if (!admin) return null;
        yield* setAdminPassword(tables, admin.id, passwordHash);
        yield* revokeSessions(tables, 'admin', String(admin.id));
        return admin;
      })(),
    );
  }

  #open(id: number, device: Partial<AdminDevice>): WriteSteps<string> {
    return this.#dependencies.sessions.open(id, newDevice(device));
  }
}

interface HashedInput extends Omit<NewAdminInput, 'password'> {
  readonly passwordHash: string;
  /** Code or name. */
  readonly role: string;
}

function* add(
  tables: Tables,
  roles: readonly StoredRole[],
  { role: requested, email, firstname, lastname = null, passwordHash }: HashedInput,
): WriteSteps<AdminUser> {
  const role = roles.find(({ code, name }) =>
    [code, code.replace('strapi-', ''), name.toLowerCase()].includes(requested.toLowerCase()),
  );
  if (!role) throw new AppError('ApplicationError', `There is no role "${requested}"`);
  const values = { email, firstname, lastname, passwordHash, registrationToken: null };
  const id = yield* insertAdmin(tables, { ...values, roles: [role.id] });
  const admin = yield* findAdmin(tables, { id });
  if (!admin) throw new Error('the administrator no longer exists');
  return admin;
}

/** The roles of a first administrator are created rarely. */
async function loadRoles(): Promise<
  (tables: Tables, types: ManagedTypes) => WriteSteps<readonly StoredRole[]>
> {
  return (await import('./admin-roles.ts')).ensureAdminRoles;
}

function invalidCredentials(): AppError {
  return new AppError('ApplicationError', 'Invalid credentials');
}

function notFirst(): AppError {
  return new AppError('ApplicationError', 'You cannot register a new super admin');
}
