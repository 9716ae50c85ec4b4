// Issues tokens when a user signs in: a JWT, or a session with an access and a refresh token
// (docs/strapi/accounts.md, "Sessions").
import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../base/json.ts';
import type { Database } from '../../storage/database.ts';
import type { ReadSteps, WriteSteps } from '../../storage/session.ts';
import { openSession, removeExpired, revokeSessions, type StoredSession } from '../sessions.ts';
import type { Tables } from '../../documents/rows/built-in-rows.ts';
import type { UserOverrides } from './user-overrides.ts';
import type { UserTokens } from './user-tokens.ts';

export const ORIGIN = 'users-permissions';

/** Interval between removals of expired sessions, in milliseconds. */
const SWEEP_INTERVAL = 60 * 60 * 1000;

/** Tokens of a client. */
export interface Tokens {
  readonly jwt: string;
  /** Null in `legacy-support`. */
  readonly refreshToken: string | null;
}

/** The device of a sign-in. */
export interface Device {
  /** Id that the client sent, or null. */
  readonly id: string | null;
  /** Name in session lists, such as `Firefox on Linux`, or null. */
  readonly name: string | null;
}

/** A new session. */
export type OpenSession = Pick<StoredSession, 'userId' | 'deviceId'> & {
  readonly metadata?: JsonObject;
  /** Absolute expiration in milliseconds since 1970; null for the first session of a sign-in. */
  readonly absoluteExpiresAt?: number | null;
};

interface Dependencies {
  readonly database: Database;
  readonly tables: Tables;
  readonly userTokens: UserTokens;
  /** Default: none. */
  readonly overrides?: UserOverrides;
}

/** Opens sessions and issues tokens. */
export class SignIns {
  readonly #dependencies: Dependencies;
  #swept = 0;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Signs a user in.
   * @param userId Row id
   * @param stillMay Runs in the same write and throws if the user may no longer sign in
   */
  async open(userId: number, device: Device, recheck?: () => ReadSteps<void>): Promise<Tokens> {
    const signIn = this.begin();
    if (this.#dependencies.userTokens.mode === 'refresh') {
      const session = { deviceId: device.id, metadata: metadataOf(device) };
      const write = function* (): WriteSteps<void> {
        if (recheck) yield* recheck();
        yield* signIn.write(userId, session);
      };
      await this.#dependencies.database.transact(write());
    } else signIn.of(userId);
    return signIn.tokens();
  }

  /**
   * Starts a sign-in that is part of another write: its session is written there, and its tokens are issued
   * afterwards.
   */
  begin(): SignIn {
    return new SignIn(this.#dependencies, (session) => this.#session(session));
  }

  *#session(session: OpenSession): WriteSteps<string> {
    const { tables, userTokens } = this.#dependencies;
    const now = Date.now();
    const { idle, max } = userTokens.sessions;
    const sessionId = yield* openSession(tables, {
      ...session,
      origin: ORIGIN,
      type: 'refresh',
      expiresAt: now + idle * 1000,
      absoluteExpiresAt: session.absoluteExpiresAt ?? now + max * 1000,
    });
    if (now - this.#swept > SWEEP_INTERVAL) {
      this.#swept = now;
      // Tokens of a session may be valid a little longer than the session.
      yield* removeExpired(tables, ORIGIN, now - userTokens.lifetime * 1000);
    }
    return sessionId;
  }

  /** Ends all sessions of a user and opens a new one, in the same write as a new password. */
  *instead(signIn: SignIn, userId: number): WriteSteps<void> {
    yield* revokeSessions(this.#dependencies.tables, ORIGIN, String(userId));
    yield* signIn.write(userId, { deviceId: randomUUID() });
  }
}

export class SignIn {
  readonly #userTokens: UserTokens;
  readonly #overrides: UserOverrides;
  readonly #open: (session: OpenSession) => WriteSteps<string>;
  #user: number | null = null;
  #sessionId = '';

  constructor(
    { userTokens, overrides = {} }: Pick<Dependencies, 'userTokens' | 'overrides'>,
    open: (session: OpenSession) => WriteSteps<string>,
  ) {
    this.#userTokens = userTokens;
    this.#overrides = overrides;
    this.#open = open;
  }

  /** Sets the user of a sign-in without a write. @param userId Row id */
  of(userId: number): void {
    this.#user = userId;
  }

  /** Sets the user, and opens a session in modes with sessions. @param userId Row id @returns its `sessionId` */
  *write(userId: number, session: Omit<OpenSession, 'userId'>): WriteSteps<string> {
    this.#user = userId;
    if (this.#userTokens.mode !== 'refresh') return '';
    this.#sessionId = yield* this.#open({ ...session, userId: String(userId) });
    return this.#sessionId;
  }

  /** Row id of the user; null until it is set. */
  get user(): number | null {
    return this.#user;
  }

  /** Issues the tokens after the write. */
  async tokens(): Promise<Tokens> {
    const [tokens, userId] = [this.#userTokens, this.#user];
    if (userId === null) throw new Error('A sign-in without a user has no tokens');
    if (tokens.mode !== 'refresh') {
      const { issueToken } = this.#overrides;
      return { jwt: await (issueToken?.(userId) ?? tokens.sign(userId)), refreshToken: null };
    }
    const session = { userId, sessionId: this.#sessionId };
    return {
      jwt: await tokens.signAccess(session),
      refreshToken: await tokens.signRefresh(session),
    };
  }
}

/** Metadata of a session. */
export function metadataOf({ name }: Device): JsonObject {
  const loginAt = new Date().toISOString();
  return name === null ? { loginAt } : { loginAt, deviceName: name };
}
