// In charge of the tokens of end users, in both modes: one that names the user and lives for weeks, or one of a session
// that lives for minutes (spec/auth.md section 5, "Sessions").
import type { JsonObject } from '../../base/json.ts';
import type { Jwt } from '../jwt.ts';

/** What a good token says. */
export interface TokenClaims {
  /** Row id. */
  readonly userId: number;
  /** Null in `legacy-support`. */
  readonly sessionId: string | null;
}

/** `legacy-support`: tokens name the user. `refresh`: they name a session. */
export type TokenMode = 'legacy-support' | 'refresh';

export interface UserTokenOptions {
  readonly jwt: Jwt;
  readonly mode: TokenMode;
  /** Seconds that a token lives. */
  readonly lifetime: number;
}

/** Makes and reads the tokens that users show. */
export class UserTokens {
  readonly mode: TokenMode;
  readonly #jwt: Jwt;
  readonly #lifetime: number;

  constructor({ jwt, mode, lifetime }: UserTokenOptions) {
    this.#jwt = jwt;
    this.mode = mode;
    this.#lifetime = lifetime;
  }

  /** A token of `legacy-support`. @param userId Row id */
  sign(userId: number): Promise<string> {
    return this.#jwt.sign({ id: userId }, this.#lifetime);
  }

  /** A token of a session. */
  signAccess({
    userId,
    sessionId,
  }: {
    readonly userId: number;
    readonly sessionId: string;
  }): Promise<string> {
    return this.#jwt.sign({ userId: String(userId), sessionId, type: 'access' }, this.#lifetime);
  }

  /** What a token says; null for a word that is none, or one of the other mode. */
  async verify(word: string): Promise<TokenClaims | null> {
    const payload = await this.#jwt.verify(word);
    if (payload === null) return null;
    return this.mode === 'refresh' ? sessionClaims(payload) : userClaims(payload);
  }
}

function userClaims({ id }: JsonObject): TokenClaims | null {
  const userId = toRowId(id);
  return userId === null ? null : { userId, sessionId: null };
}

function sessionClaims({ userId: user, sessionId, type }: JsonObject): TokenClaims | null {
  const userId = toRowId(user);
  if (userId === null || type !== 'access' || typeof sessionId !== 'string') return null;
  return { userId, sessionId };
}

function toRowId(id: unknown): number | null {
  const isWhole = typeof id === 'number' || (typeof id === 'string' && /^\d+$/.test(id));
  return isWhole && Number.isSafeInteger(Number(id)) ? Number(id) : null;
}
