// Forgotten passwords of administrators: a token that is valid for a time, and a new password in exchange for it
// (docs/strapi/administration.md, "Accounts").
import { randomBytes } from 'node:crypto';
import { AppError } from '../../base/errors.ts';
import { toTime } from '../../base/iso-time.ts';
import { ADMIN_USER } from '../../schema/built-in/uids.ts';
import type { Database } from '../../storage/database.ts';
import type { ReadSteps, WriteSteps } from '../../storage/session.ts';
import type { Tables } from '../../documents/rows/built-in-rows.ts';
import { hashPassword } from '../password-hash.ts';
import { revokeSessions } from '../sessions.ts';
import type { PasswordReset } from './invitation-forms.ts';
import type { SignedInAdmin } from './admin-accounts.ts';
import { isActive } from './admin-authenticator.ts';
import type { AdminPasswordMail } from './admin-password-mail.ts';
import { newDevice, type AdminSessions } from './admin-sessions.ts';
import { changeAdmin, findAdmin, setAdminPassword, type AdminUser } from './admin-users.ts';

interface AdminPasswordDependencies {
  readonly database: Database;
  readonly tables: Tables;
  readonly sessions: AdminSessions;
  readonly mail: AdminPasswordMail;
  /** How long a token is valid, in seconds. */
  readonly lifespan: number;
}

/** Resets forgotten passwords. */
export class AdminPasswords {
  readonly #dependencies: AdminPasswordDependencies;

  constructor(dependencies: AdminPasswordDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Starts a password reset. @param email Lowercase @returns the work to do after the response, so that its duration
   * does not reveal whether the administrator exists; null if they do not, or may not sign in
   */
  async forget(email: string): Promise<(() => Promise<void>) | null> {
    const { database, tables } = this.#dependencies;
    const admin = await database.read(findAdmin(tables, { email }));
    return admin && isActive(admin) ? () => this.#mailToken(admin) : null;
  }

  /**
   * Sets a new password, ends all sessions and signs in. @throws ApplicationError if the token is unknown or expired
   */
  async reset(
    { resetPasswordToken, password }: PasswordReset,
    deviceName: string | null,
  ): Promise<SignedInAdmin> {
    const { database, tables, sessions } = this.#dependencies;
    // Hashing is slow: unknown tokens are rejected first.
    await database.read(findByToken(tables, resetPasswordToken));
    const passwordHash = await hashPassword(password, 'administrator');
    const { admin, sessionId } = await database.transact(
      (function* () {
        const found = yield* findByToken(tables, resetPasswordToken);
        yield* setAdminPassword(tables, found.id, passwordHash);
        yield* revokeSessions(tables, 'admin', String(found.id));
        const device = newDevice({ name: deviceName });
        return { admin: found, sessionId: yield* sessions.open(found.id, device) };
      })(),
    );
    return { admin, tokens: await sessions.tokensOf(sessionId) };
  }

  /** The token is stored before it is sent, so that it is valid when it arrives. */
  async #mailToken(admin: AdminUser): Promise<void> {
    const { database, tables, mail, lifespan } = this.#dependencies;
    const { dialect } = tables;
    const token = randomBytes(20).toString('hex');
    const expires = Date.now() + lifespan * 1000;
    await database.transact(
      changeAdmin(tables, admin.id, {
        resetPasswordToken: token,
        resetPasswordTokenExpiresAt: dialect.store('datetime', expires),
      }),
    );
    await mail.send(admin, token);
  }
}

/** Finds the active administrator with a token. @throws ApplicationError */
function* findByToken(tables: Tables, token: string): WriteSteps<AdminUser> {
  const found = yield* readToken(tables, token);
  const admin = found && (yield* findAdmin(tables, { id: found.id }));
  if (!found || !admin || !isActive(admin)) {
    throw new AppError('ApplicationError', 'An application error occurred');
  }
  if (found.expiresAt === null || found.expiresAt <= Date.now()) {
    throw new AppError('ApplicationError', 'This reset password token has expired');
  }
  return admin;
}

interface StoredResetToken {
  /** Row id of the administrator. */
  readonly id: number;
  /** Milliseconds since 1970, or null if none is stored. */
  readonly expiresAt: number | null;
}

function* readToken(
  { layout, statements }: Tables,
  token: string,
): ReadSteps<StoredResetToken | null> {
  const expiry = layout.column(ADMIN_USER, 'resetPasswordTokenExpiresAt');
  const [row] = yield* statements.select(layout.table(ADMIN_USER), {
    columns: ['id', { column: expiry, as: 'datetime' }],
    where: [{ column: layout.column(ADMIN_USER, 'resetPasswordToken'), is: token }],
  });
  return row ? { id: Number(row[0]), expiresAt: toTime(row[1]) } : null;
}
