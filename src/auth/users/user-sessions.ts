// Sessions of end users: refresh, list and end them (docs/strapi/accounts.md, "Sessions").
import { AppError } from '../../base/errors.ts';
import type { WriteSteps } from '../../storage/session.ts';
import {
  chainOf,
  findSession,
  isOver,
  markSessions,
  removeSessions,
  sessionsOf,
  shownSessions,
  type ShownSession,
  type StoredSession,
} from '../sessions.ts';
import { findAccount } from './account.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { ORIGIN, type SignIn, type Tokens } from './sign-in.ts';
import type { SessionWithUser, UserTokens } from './user-tokens.ts';

/** Which sessions to end. */
export interface Logout {
  /** If true, all sessions of the user. */
  readonly all: boolean;
  /** All sessions on a device; null for any device. */
  readonly deviceId: string | null;
  /** Identifies the session; null for the current one. */
  readonly refreshToken: string | null;
}

/** A signed-in user. */
export interface SessionUser {
  /** Row id. */
  readonly id: number;
  /** Session of the access token. */
  readonly sessionId: string | null;
}

/** Refreshes, lists and ends sessions. */
export class UserSessions {
  readonly #dependencies: AccountDependencies;
  readonly #userTokens: UserTokens;

  constructor(dependencies: AccountDependencies, userTokens: UserTokens) {
    this.#dependencies = dependencies;
    this.#userTokens = userTokens;
  }

  /** Exchanges a refresh token for the next session. @throws UnauthorizedError if it is not valid */
  async refresh(refreshToken: string): Promise<Tokens> {
    const { database, signIns } = this.#dependencies;
    const named = await this.#userTokens.verifyRefresh(refreshToken);
    if (named === null) throw invalidToken();
    const signIn = signIns.begin();
    await database.transact(this.#refresh(named, signIn));
    return signIn.tokens();
  }

  *#refresh(named: SessionWithUser, signIn: SignIn): WriteSteps<void> {
    const { tables } = this.#dependencies;
    const session = yield* this.#current(named);
    const account = yield* findAccount(tables, [{ id: named.userId }]);
    if (!session || !account || account.blocked) throw invalidToken();
    const { deviceId, metadata, absoluteExpiresAt } = session;
    const childId = yield* signIn.write(named.userId, { deviceId, metadata, absoluteExpiresAt });
    yield* markSessions(tables, [session.id], { status: 'rotated', childId });
  }

  /** Session of a refresh token that is still valid. */
  *#current({ userId, sessionId }: SessionWithUser): WriteSteps<StoredSession | null> {
    const session = yield* findSession(this.#dependencies.tables, ORIGIN, sessionId);
    const isValid =
      session?.status === 'active' && session.userId === String(userId) && !isOver(session);
    return isValid ? session : null;
  }

  /** Sessions of a user: the current one, then by last use. */
  async list({ id, sessionId }: SessionUser): Promise<readonly ShownSession[]> {
    const { database, tables } = this.#dependencies;
    const all = await database.read(sessionsOf(tables, ORIGIN, String(id)));
    return shownSessions(all, sessionId);
  }

  /** Ends a session of a user, also if it was refreshed in the meantime. @returns false if it does not exist */
  end({ id }: SessionUser, sessionId: string): Promise<boolean> {
    return this.#dependencies.database.transact(this.#remove(id, sessionId));
  }

  /** Ends sessions. Their access tokens remain valid until they expire. */
  async logOut(user: SessionUser, { all, deviceId, refreshToken }: Logout): Promise<void> {
    const { database, tables } = this.#dependencies;
    const named = refreshToken === null ? null : await this.#userTokens.verifyRefresh(refreshToken);
    const isOne = !all && deviceId === null;
    const current = this.#current.bind(this);
    const remove = this.#remove.bind(this);
    await database.transact(
      (function* (): WriteSteps<void> {
        const target = isOne && named ? yield* current(named) : null;
        const sessionId = target?.sessionId ?? user.sessionId;
        if (isOne && sessionId !== null) {
          yield* remove(user.id, sessionId);
          return;
        }
        const own = yield* sessionsOf(tables, ORIGIN, String(user.id));
        const ended = own.filter((each) => deviceId === null || all || each.deviceId === deviceId);
        yield* removeSessions(tables, removable(ended));
      })(),
    );
  }

  *#remove(userId: number, sessionId: string): WriteSteps<boolean> {
    const { tables } = this.#dependencies;
    const own = yield* sessionsOf(tables, ORIGIN, String(userId));
    const ended = removable(chainOf(own, sessionId));
    if (ended.length > 0) yield* removeSessions(tables, ended);
    return ended.length > 0;
  }
}

/** Revoked sessions are kept until their tokens have expired. */
function removable(sessions: readonly StoredSession[]): readonly number[] {
  return sessions.filter(({ status }) => status !== 'revoked').map(({ id }) => id);
}

function invalidToken(): AppError {
  return new AppError('UnauthorizedError', 'Invalid refresh token');
}
