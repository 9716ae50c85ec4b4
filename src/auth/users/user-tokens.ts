// Tokens of end users: a JWT of a user that is valid for weeks, or an access token of a session that is valid for
// minutes (docs/strapi/accounts.md, "Sessions").
import type { JsonObject } from '../../base/json.ts';
import type { Jwt } from '../jwt.ts';

/** Claims of a valid token. */
export interface TokenClaims {
  /** Row id. */
  readonly userId: number;
  /** Null in `legacy-support`. */
  readonly sessionId: string | null;
  /** Expiration in milliseconds since 1970. */
  readonly until: number;
}

/** Claims of a token that was verified elsewhere. */
export type UserClaims = Omit<TokenClaims, 'until'>;

export interface SessionWithUser {
  /** Row id. */
  readonly userId: number;
  readonly sessionId: string;
}

/** `legacy-support`: tokens contain the user. `refresh`: tokens contain a session. */
export type TokenMode = 'legacy-support' | 'refresh';

export interface UserTokenOptions {
  readonly jwt: Jwt;
  readonly mode: TokenMode;
  /** Lifetime of an access token in seconds. */
  readonly lifetime: number;
  readonly sessions: SessionLifetimes;
}

/** Lifetimes of sessions in seconds. */
export interface SessionLifetimes {
  /** Without a refresh. */
  readonly idle: number;
  /** Since the sign-in, regardless of refreshes. */
  readonly max: number;
}

/** Signs and verifies the tokens of users. */
export class UserTokens {
  readonly mode: TokenMode;
  /** Lifetime of an access token in seconds. */
  readonly lifetime: number;
  readonly sessions: SessionLifetimes;
  readonly #jwt: Jwt;

  constructor({ jwt, mode, lifetime, sessions }: UserTokenOptions) {
    this.#jwt = jwt;
    this.mode = mode;
    this.lifetime = lifetime;
    this.sessions = sessions;
  }

  /** Signs a token in `legacy-support` mode. @param userId Row id */
  sign(userId: number): Promise<string> {
    return this.#jwt.sign({ id: userId }, this.lifetime);
  }

  /** Signs a token with any payload, in `legacy-support` mode. @param lifetime In seconds; default: that of all tokens */
  issue(payload: JsonObject, lifetime: number = this.lifetime): string {
    return this.#jwt.signNow(payload, lifetime);
  }

  /** Returns the payload of a valid token, with any claims, or null. */
  payload(token: string): Promise<JsonObject | null> {
    return this.#jwt.verify(token);
  }

  /** Signs an access token of a session. */
  signAccess({ userId, sessionId }: SessionWithUser): Promise<string> {
    return this.#jwt.sign({ userId: String(userId), sessionId, type: 'access' }, this.lifetime);
  }

  /** Signs a refresh token of a session. */
  signRefresh({ userId, sessionId }: SessionWithUser): Promise<string> {
    const payload = { userId: String(userId), sessionId, type: 'refresh' };
    return this.#jwt.sign(payload, this.sessions.idle);
  }

  /** Returns the session of a refresh token, or null if it is not valid. */
  async verifyRefresh(token: string): Promise<SessionWithUser | null> {
    const payload = await this.#jwt.verify(token);
    return payload === null ? null : namedSession(payload, 'refresh');
  }

  /** Returns the claims of a token, or null if it is not valid or of the other mode. */
  async verify(token: string): Promise<TokenClaims | null> {
    const payload = await this.#jwt.verify(token);
    if (payload === null) return null;
    const named = this.mode === 'refresh' ? namedSession(payload, 'access') : namedUser(payload);
    return named && { ...named, until: expiryOf(payload) };
  }
}

function namedUser({ id }: JsonObject): UserClaims | null {
  const userId = toRowId(id);
  return userId === null ? null : { userId, sessionId: null };
}

/** `exp` is in seconds; a token that an operator created may have none. */
function expiryOf({ exp }: JsonObject): number {
  return typeof exp === 'number' ? exp * 1000 : Infinity;
}

function namedSession(
  { userId: user, sessionId, type }: JsonObject,
  expected: 'access' | 'refresh',
): SessionWithUser | null {
  const userId = toRowId(user);
  if (userId === null || type !== expected || typeof sessionId !== 'string') return null;
  return { userId, sessionId };
}

/** Returns a number or a string of digits as a row id, or null for any other value. */
export function toRowId(id: unknown): number | null {
  const isInteger = typeof id === 'number' || (typeof id === 'string' && /^\d+$/.test(id));
  return isInteger && Number.isSafeInteger(Number(id)) ? Number(id) : null;
}
