// In charge of what somebody is given who signs in, in both modes: a token, or a session with a token that opens it and
// one that is exchanged for the next (docs/strapi/accounts.md, "Sessions").
import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../base/json.ts';
import type { Database, Reading, Writing } from '../../storage/database.ts';
import { openSession, removeExpired, revokeSessions, type StoredSession } from '../sessions.ts';
import type { Tables } from '../tables.ts';
import type { UserTokens } from './user-tokens.ts';

export const ORIGIN = 'users-permissions';

/** Milliseconds between two looks for sessions that expired. */
const SWEEP_INTERVAL = 60 * 60 * 1000;

/** What a client shows from now on. */
export interface Tokens {
  readonly jwt: string;
  /** Null in `legacy-support`. */
  readonly refreshToken: string | null;
}

/** Where somebody signs in. */
export interface Device {
  /** As the client calls it; null where it does not. */
  readonly id: string | null;
  /** What a list of sessions shows, such as `Firefox on Linux`; null where nobody knows. */
  readonly name: string | null;
}

/** A session that is opened. */
export type OpenSession = Pick<StoredSession, 'userId' | 'deviceId'> & {
  readonly metadata?: JsonObject;
  /** When it ends whatever happens, in milliseconds since 1970; null: it is the first of its sign-in. */
  readonly absoluteExpiresAt?: number | null;
};

interface Parts {
  readonly database: Database;
  readonly tables: Tables;
  readonly userTokens: UserTokens;
}

/** Opens sessions and makes their tokens. */
export class SignIns {
  readonly #parts: Parts;
  #swept = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Signs a user in.
   * @param userId Row id
   * @param stillMay Throws where something has changed since the user was let in; asked in the same write
   */
  async open(userId: number, device: Device, stillMay?: () => Reading<void>): Promise<Tokens> {
    const signIn = this.begin();
    if (this.#parts.userTokens.mode === 'refresh') {
      const session = { deviceId: device.id, metadata: metadataOf(device) };
      const write = function* (): Writing<void> {
        if (stillMay) yield* stillMay();
        yield* signIn.write(userId, session);
      };
      await this.#parts.database.transact(write());
    } else signIn.of(userId);
    return signIn.tokens();
  }

  /** A sign-in that is a part of another write: first it is written there, then its tokens are made. */
  begin(): SignIn {
    return new SignIn(this.#parts.userTokens, (session) => this.#session(session));
  }

  *#session(session: OpenSession): Writing<string> {
    const { tables, userTokens } = this.#parts;
    const now = Date.now();
    const { idle, most } = userTokens.sessions;
    const sessionId = yield* openSession(tables, {
      ...session,
      origin: ORIGIN,
      type: 'refresh',
      expiresAt: now + idle * 1000,
      absoluteExpiresAt: session.absoluteExpiresAt ?? now + most * 1000,
    });
    if (now - this.#swept > SWEEP_INTERVAL) {
      this.#swept = now;
      // What a session signed may be good for a little longer than the session.
      yield* removeExpired(tables, ORIGIN, now - userTokens.lifetime * 1000);
    }
    return sessionId;
  }

  /** Ends all sessions of a user and opens another one, in the same write as their new password. */
  *instead(signIn: SignIn, userId: number): Writing<void> {
    yield* revokeSessions(this.#parts.tables, ORIGIN, String(userId));
    yield* signIn.write(userId, { deviceId: randomUUID() });
  }
}

/** One sign-in. */
export class SignIn {
  readonly #userTokens: UserTokens;
  readonly #open: (session: OpenSession) => Writing<string>;
  #user = 0;
  #sessionId = '';

  constructor(userTokens: UserTokens, open: (session: OpenSession) => Writing<string>) {
    this.#userTokens = userTokens;
    this.#open = open;
  }

  /** Notes who it is, where nothing is written. @param userId Row id */
  of(userId: number): void {
    this.#user = userId;
  }

  /** Notes who it is, with a session where there are sessions. @param userId Row id. @returns its `sessionId` */
  *write(userId: number, session: Omit<OpenSession, 'userId'>): Writing<string> {
    this.#user = userId;
    if (this.#userTokens.mode !== 'refresh') return '';
    this.#sessionId = yield* this.#open({ ...session, userId: String(userId) });
    return this.#sessionId;
  }

  /** After it was written. */
  async tokens(): Promise<Tokens> {
    const [tokens, userId] = [this.#userTokens, this.#user];
    if (tokens.mode !== 'refresh') return { jwt: await tokens.sign(userId), refreshToken: null };
    const session = { userId, sessionId: this.#sessionId };
    return {
      jwt: await tokens.signAccess(session),
      refreshToken: await tokens.signRefresh(session),
    };
  }
}

/** What is noted of a sign-in. */
export function metadataOf({ name }: Device): JsonObject {
  const loginAt = new Date().toISOString();
  return name === null ? { loginAt } : { loginAt, deviceName: name };
}
