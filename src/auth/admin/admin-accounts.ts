// In charge of becoming and being an administrator: the first one registers, further ones are made on the command line,
// all sign in with a password (docs/strapi/administration.md, "Administrators").
import { randomUUID } from 'node:crypto';
import { AppError } from '../../base/errors.ts';
import type { Database, Writing } from '../../storage/database.ts';
import type { Tables } from '../tables.ts';
import { hashPassword, isStoredPassword } from '../password-hash.ts';
import { revokeSessions } from '../sessions.ts';
import { SUPER_ADMIN } from './admin-actions.ts';
import { isActive } from './admin-authenticator.ts';
import { ensureAdminRoles } from './admin-roles.ts';
import type { AdminSessions, AdminTokens, Device } from './admin-sessions.ts';
import {
  findAdmin,
  hasAdmins,
  insertAdmin,
  readAdmins,
  setAdminPassword,
  type AdminUser,
} from './admin-users.ts';
import type { ManagedTypes } from './default-role-permissions.ts';

export interface AdminAccountParts {
  readonly database: Database;
  readonly tables: Tables;
  readonly sessions: AdminSessions;
  readonly types: ManagedTypes;
}

/** Who an administrator is to be; checked by the form. */
export interface AdminWish {
  /** In lower case. */
  readonly email: string;
  readonly firstname: string;
  readonly lastname?: string | null;
  readonly password: string;
}

/** An administrator who has just signed in. */
export interface SignedInAdmin {
  readonly admin: AdminUser;
  readonly tokens: AdminTokens;
}

/** Handles the accounts of administrators. */
export class AdminAccounts {
  readonly #parts: AdminAccountParts;

  constructor(parts: AdminAccountParts) {
    this.#parts = parts;
  }

  /** True where somebody has registered. */
  hasAdmins(): Promise<boolean> {
    return this.#parts.database.read(hasAdmins(this.#parts.tables));
  }

  /** All administrators, by id. */
  list(): Promise<readonly AdminUser[]> {
    return this.#parts.database.read(readAdmins(this.#parts.tables));
  }

  /** Makes the first administrator, signed in. Of several at a time one is. @throws ApplicationError */
  async registerFirst(wish: AdminWish, device: Partial<Device>): Promise<SignedInAdmin> {
    const { database, tables, types } = this.#parts;
    if (await this.hasAdmins()) throw notFirst();
    const passwordHash = await hashPassword(wish.password);
    const open = (id: number): Writing<string> => this.#open(id, device);
    const { admin, sessionId } = await database.transact(
      (function* () {
        if (yield* hasAdmins(tables)) throw notFirst();
        const made = yield* add(tables, types, { ...wish, passwordHash, role: SUPER_ADMIN });
        return { admin: made, sessionId: yield* open(made.id) };
      })(),
    );
    return { admin, tokens: await this.#parts.sessions.tokensOf(sessionId) };
  }

  /** Makes an administrator with the role of a code or name. @throws ApplicationError where the address is taken or there is no such role */
  async create(wish: AdminWish, role: string = SUPER_ADMIN): Promise<AdminUser> {
    const { database, tables, types } = this.#parts;
    const passwordHash = await hashPassword(wish.password);
    return database.transact(
      (function* () {
        if (yield* findAdmin(tables, { email: wish.email })) {
          throw new AppError('ApplicationError', `There is an administrator ${wish.email} already`);
        }
        return yield* add(tables, types, { ...wish, passwordHash, role });
      })(),
    );
  }

  /** Signs in. @throws ApplicationError, the same for an unknown address and a wrong password */
  async signIn(
    { email, password }: { readonly email: string; readonly password: string },
    device: Partial<Device>,
  ): Promise<SignedInAdmin> {
    const { database, tables, sessions } = this.#parts;
    const admin = await database.read(findAdmin(tables, { email: email.toLowerCase() }));
    const isRight = await isStoredPassword(password, admin?.passwordHash ?? null);
    if (!admin || !isRight) throw wrong();
    if (!isActive(admin)) throw new AppError('ApplicationError', 'User not active');
    const open = (): Writing<string> => this.#open(admin.id, device);
    const sessionId = await database.transact(
      (function* (): Writing<string> {
        // A new password ends what was opened with the old one, and a hash takes its time to be compared.
        const now = yield* findAdmin(tables, { id: admin.id });
        if (now?.passwordHash !== admin.passwordHash) throw wrong();
        return yield* open();
      })(),
    );
    return { admin, tokens: await sessions.tokensOf(sessionId) };
  }

  /** Gives an administrator another password; all sessions end. @returns null where there is no such administrator */
  async resetPassword(email: string, password: string): Promise<AdminUser | null> {
    const { database, tables } = this.#parts;
    const passwordHash = await hashPassword(password);
    return database.transact(
      (function* (): Writing<AdminUser | null> {
        const admin = yield* findAdmin(tables, { email });
        if (!admin) return null;
        yield* setAdminPassword(tables, admin.id, passwordHash);
        yield* revokeSessions(tables, 'admin', String(admin.id));
        return admin;
      })(),
    );
  }

  #open(id: number, { deviceId = randomUUID(), rememberMe = false }: Partial<Device>) {
    return this.#parts.sessions.open(id, { deviceId, rememberMe });
  }
}

interface HashedWish extends Omit<AdminWish, 'password'> {
  readonly passwordHash: string;
  /** Code or name. */
  readonly role: string;
}

function* add(
  tables: Tables,
  types: ManagedTypes,
  { role: wanted, email, firstname, lastname = null, passwordHash }: HashedWish,
): Writing<AdminUser> {
  const roles = yield* ensureAdminRoles(tables, types);
  const role = roles.find(({ code, name }) =>
    [code, code.replace('strapi-', ''), name.toLowerCase()].includes(wanted.toLowerCase()),
  );
  if (!role) throw new AppError('ApplicationError', `There is no role "${wanted}"`);
  const values = { email, firstname, lastname, passwordHash, role: role.id };
  const admin = yield* findAdmin(tables, { id: yield* insertAdmin(tables, values) });
  if (!admin) throw new Error('the administrator is gone');
  return admin;
}

function wrong(): AppError {
  return new AppError('ApplicationError', 'Invalid credentials');
}

function notFirst(): AppError {
  return new AppError('ApplicationError', 'You cannot register a new super admin');
}
