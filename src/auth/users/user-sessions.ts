// In charge of the sessions of end users: carried on with a refresh token, listed, and ended (docs/strapi/accounts.md,
// "Sessions").
import { AppError } from '../../base/errors.ts';
import type { Writing } from '../../storage/database.ts';
import {
  findSession,
  markSessions,
  removeSessions,
  sessionsOf,
  type StoredSession,
} from '../sessions.ts';
import { findAccount } from './account.ts';
import type { AccountParts } from './account-parts.ts';
import { ORIGIN, type SignIn, type Tokens } from './sign-in.ts';
import type { NamedSession, UserTokens } from './user-tokens.ts';

/** A session as its user sees it. */
export interface ShownSession {
  readonly id: string;
  readonly deviceId: string | null;
  readonly deviceName?: string;
  readonly current: boolean;
  readonly loginAt?: string;
  readonly lastActiveAt: string;
}

/** Which sessions are ended. */
export interface Logout {
  /** True: all of the user's. */
  readonly all: boolean;
  /** All on that device; null: it is not asked for one. */
  readonly deviceId: string | null;
  /** Names the session that is meant; null: the one that asks. */
  readonly refreshToken: string | null;
}

/** A signed-in user. */
export interface SessionUser {
  /** Row id. */
  readonly id: number;
  /** Of the token that was shown. */
  readonly sessionId: string | null;
}

/** Carries sessions on, lists and ends them. */
export class UserSessions {
  readonly #parts: AccountParts;
  readonly #userTokens: UserTokens;

  constructor(parts: AccountParts, userTokens: UserTokens) {
    this.#parts = parts;
    this.#userTokens = userTokens;
  }

  /** Exchanges a refresh token for the next session. @throws UnauthorizedError for one that is not good, or not any more */
  async refresh(refreshToken: string): Promise<Tokens> {
    const { database, signIns } = this.#parts;
    const named = await this.#userTokens.verifyRefresh(refreshToken);
    if (named === null) throw badToken();
    const signIn = signIns.begin();
    await database.transact(this.#carryOn(named, signIn));
    return signIn.tokens();
  }

  *#carryOn(named: NamedSession, signIn: SignIn): Writing<void> {
    const { tables } = this.#parts;
    const session = yield* this.#current(named);
    const account = yield* findAccount(tables, [{ id: named.userId }]);
    if (!session || !account || account.blocked) throw badToken();
    const { deviceId, metadata, absoluteExpiresAt } = session;
    const childId = yield* signIn.write(named.userId, { deviceId, metadata, absoluteExpiresAt });
    yield* markSessions(tables, [session.id], { status: 'rotated', childId });
  }

  /** The session of a refresh token, where it is still good for one. */
  *#current({ userId, sessionId }: NamedSession): Writing<StoredSession | null> {
    const session = yield* findSession(this.#parts.tables, ORIGIN, sessionId);
    const now = Date.now();
    const isGood =
      session?.status === 'active' &&
      session.userId === String(userId) &&
      session.expiresAt > now &&
      (session.absoluteExpiresAt ?? Number.POSITIVE_INFINITY) > now;
    return isGood ? session : null;
  }

  /** The sessions of a user: first the one that asks, then by their last use. */
  async list({ id, sessionId }: SessionUser): Promise<readonly ShownSession[]> {
    const { database, tables } = this.#parts;
    const all = await database.read(sessionsOf(tables, ORIGIN, String(id)));
    const now = Date.now();
    return all
      .filter(({ status, expiresAt }) => status === 'active' && expiresAt > now)
      .map((session) => shown(session, sessionId))
      .toSorted(
        (a, b) =>
          Number(b.current) - Number(a.current) || b.lastActiveAt.localeCompare(a.lastActiveAt),
      );
  }

  /** Ends one session of a user. @returns false: they have none such */
  end({ id }: SessionUser, sessionId: string): Promise<boolean> {
    return this.#parts.database.transact(this.#remove(id, sessionId));
  }

  /** Ends sessions. Tokens that open them are good until they expire. */
  async logOut(user: SessionUser, { all, deviceId, refreshToken }: Logout): Promise<void> {
    const { database, tables } = this.#parts;
    const named = refreshToken === null ? null : await this.#userTokens.verifyRefresh(refreshToken);
    const isOne = !all && deviceId === null;
    const current = this.#current.bind(this);
    const remove = this.#remove.bind(this);
    await database.transact(
      (function* (): Writing<void> {
        const meant = isOne && named ? yield* current(named) : null;
        const sessionId = meant?.sessionId ?? user.sessionId;
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

  *#remove(userId: number, sessionId: string): Writing<boolean> {
    const { tables } = this.#parts;
    const session = yield* findSession(tables, ORIGIN, sessionId);
    if (session?.userId !== String(userId) || session.status === 'revoked') return false;
    yield* removeSessions(tables, [session.id]);
    return true;
  }
}

/** What was ended before its time stays until what it signed has expired. */
function removable(sessions: readonly StoredSession[]): readonly number[] {
  return sessions.filter(({ status }) => status !== 'revoked').map(({ id }) => id);
}

function shown(session: StoredSession, current: string | null): ShownSession {
  const { sessionId, deviceId, metadata, createdAt } = session;
  const { deviceName, loginAt } = metadata;
  return {
    id: sessionId,
    deviceId,
    ...(typeof deviceName === 'string' ? { deviceName } : {}),
    current: sessionId === current,
    ...(typeof loginAt === 'string' ? { loginAt } : {}),
    lastActiveAt: new Date(createdAt).toISOString(),
  };
}

function badToken(): AppError {
  return new AppError('UnauthorizedError', 'Invalid refresh token');
}
