// Invitations of administrators: the data behind an invitation link, and the registration that invalidates it
// (docs/strapi/administration.md, "Accounts").
import { validationError, type AppError } from '../../base/errors.ts';
import type { Database } from '../../storage/database.ts';
import type { WriteSteps } from '../../storage/session.ts';
import type { Tables } from '../../documents/rows/built-in-rows.ts';
import { hashPassword } from '../password-hash.ts';
import type { InvitedRegistration } from './invitation-forms.ts';
import type { SignedInAdmin } from './admin-accounts.ts';
import { newDevice, type AdminSessions } from './admin-sessions.ts';
import { changeAdmin, findAdmin, type AdminUser } from './admin-users.ts';

interface AdminInvitationDependencies {
  readonly database: Database;
  readonly tables: Tables;
  readonly sessions: AdminSessions;
}

/** Shows and accepts invitations. */
export class AdminInvitations {
  readonly #dependencies: AdminInvitationDependencies;

  constructor(dependencies: AdminInvitationDependencies) {
    this.#dependencies = dependencies;
  }

  /** Finds the administrator who was invited with a token. @throws ValidationError */
  async find(registrationToken: string): Promise<AdminUser> {
    const { database, tables } = this.#dependencies;
    const invited = await database.read(findAdmin(tables, { registrationToken }));
    if (!invited) throw validationError('Invalid registrationToken');
    return invited;
  }

  /** Activates an invited administrator and signs them in. @throws ValidationError for an unknown or used token */
  async accept(registration: InvitedRegistration): Promise<SignedInAdmin> {
    const { database, tables, sessions } = this.#dependencies;
    const { registrationToken, firstname, lastname, password, ...device } = registration;
    // Hashing is slow: unknown tokens are rejected first.
    if (!(await database.read(findAdmin(tables, { registrationToken })))) throw invalid();
    const passwordHash = await hashPassword(password, 'administrator');
    const { admin, sessionId } = await database.transact(
      (function* (): WriteSteps<{ readonly admin: AdminUser | null; readonly sessionId: string }> {
        const invited = yield* findAdmin(tables, { registrationToken });
        if (!invited) throw invalid();
        const { id } = invited;
        yield* changeAdmin(tables, id, {
          firstname,
          ...(lastname === undefined ? {} : { lastname }),
          password: passwordHash,
          registrationToken: null,
          isActive: tables.dialect.store('boolean', true),
        });
        const opened = yield* sessions.open(id, newDevice(device));
        return { admin: yield* findAdmin(tables, { id }), sessionId: opened };
      })(),
    );
    if (!admin) throw invalid();
    return { admin, tokens: await sessions.tokensOf(sessionId) };
  }
}

function invalid(): AppError {
  return validationError('Invalid registration info');
}
