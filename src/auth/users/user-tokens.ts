// In charge of the tokens of end users, in both modes: one that names the user and lives for weeks, or one of a session
// that lives for minutes (docs/strapi/accounts.md, "Sessions").
import type { JsonObject } from '../../base/json.ts';
import type { Jwt } from '../jwt.ts';

/** What a good token says. */
export interface TokenClaims {
  /** Row id. */
  readonly userId: number;
  /** Null in `legacy-support`. */
  readonly sessionId: string | null;
  /** When the token expires: milliseconds since 1970. */
  readonly until: number;
}

/** A session, and whose it is. */
export interface NamedSession {
  /** Row id. */
  readonly userId: number;
  readonly sessionId: string;
}

/** `legacy-support`: tokens name the user. `refresh`: they name a session. */
export type TokenMode = 'legacy-support' | 'refresh';

export interface UserTokenOptions {
  readonly jwt: Jwt;
  readonly mode: TokenMode;
  /** Seconds that a token lives. */
  readonly lifetime: number;
  readonly sessions: SessionLifetimes;
}

/** Seconds that sessions last. */
export interface SessionLifetimes {
  /** Without being carried on. */
  readonly idle: number;
  /** From the sign-in on, however often they are carried on. */
  readonly most: number;
}

/** Makes and reads the tokens that users show. */
export class UserTokens {
  readonly mode: TokenMode;
  /** Seconds that a token lives. */
  readonly lifetime: number;
  readonly sessions: SessionLifetimes;
  readonly #jwt: Jwt;

  constructor({ jwt, mode, lifetime, sessions }: UserTokenOptions) {
    this.#jwt = jwt;
    this.mode = mode;
    this.lifetime = lifetime;
    this.sessions = sessions;
  }

  /** A token of `legacy-support`. @param userId Row id */
  sign(userId: number): Promise<string> {
    return this.#jwt.sign({ id: userId }, this.lifetime);
  }

  /** A token of any payload, in `legacy-support`. @param lifetime In seconds; default: that of all tokens */
  issue(payload: JsonObject, lifetime: number = this.lifetime): string {
    return this.#jwt.signNow(payload, lifetime);
  }

  /** The payload of a token that is valid, whatever it says; null for a word that is none. */
  payload(word: string): Promise<JsonObject | null> {
    return this.#jwt.verify(word);
  }

  /** A token of a session. */
  signAccess({ userId, sessionId }: NamedSession): Promise<string> {
    return this.#jwt.sign({ userId: String(userId), sessionId, type: 'access' }, this.lifetime);
  }

  /** A token that is exchanged for the next session. */
  signRefresh({ userId, sessionId }: NamedSession): Promise<string> {
    const payload = { userId: String(userId), sessionId, type: 'refresh' };
    return this.#jwt.sign(payload, this.sessions.idle);
  }

  /** What a refresh token says; null for a word that is none. */
  async verifyRefresh(word: string): Promise<NamedSession | null> {
    const payload = await this.#jwt.verify(word);
    return payload === null ? null : namedSession(payload, 'refresh');
  }

  /** What a token says; null for a word that is none, or one of the other mode. */
  async verify(word: string): Promise<TokenClaims | null> {
    const payload = await this.#jwt.verify(word);
    if (payload === null) return null;
    const named = this.mode === 'refresh' ? namedSession(payload, 'access') : namedUser(payload);
    return named && { ...named, until: expiryOf(payload) };
  }
}

function namedUser({ id }: JsonObject): Omit<TokenClaims, 'until'> | null {
  const userId = toRowId(id);
  return userId === null ? null : { userId, sessionId: null };
}

/** `exp` is in seconds; a token that an operator made may have none. */
function expiryOf({ exp }: JsonObject): number {
  return typeof exp === 'number' ? exp * 1000 : Infinity;
}

function namedSession(
  { userId: user, sessionId, type }: JsonObject,
  wanted: 'access' | 'refresh',
): NamedSession | null {
  const userId = toRowId(user);
  if (userId === null || type !== wanted || typeof sessionId !== 'string') return null;
  return { userId, sessionId };
}

function toRowId(id: unknown): number | null {
  const isWhole = typeof id === 'number' || (typeof id === 'string' && /^\d+$/.test(id));
  return isWhole && Number.isSafeInteger(Number(id)) ? Number(id) : null;
}
