// In charge of finding out who asks: the Authorization header becomes a principal (spec/auth.md sections 1 and 2).
import { AppError } from '../base/errors.ts';
import type { Database } from '../storage/database.ts';
import { hashToken, touchToken, type ApiToken } from './api-tokens.ts';
import type { Principal } from './principal.ts';
import { Standing } from './standing.ts';
import type { Tables } from './sessions.ts';
import type { UserTokens } from './users/user-tokens.ts';

/** How long a use of a token counts as noted, in milliseconds. */
const TOUCH_INTERVAL = 60 * 60 * 1000;

export interface AuthenticatorParts {
  readonly database: Database;
  readonly tables: Tables;
  /** `admin.apiToken.salt` of the project. */
  readonly tokenSalt: string;
  readonly userTokens: UserTokens;
}

/** Finds principals; what was read is reused until the database changes. */
export class Authenticator {
  readonly #parts: AuthenticatorParts;
  readonly #standing: Standing;
  /** When the use of a token was last written or tried to, by its id: one try at a time. */
  readonly #noted = new Map<number, number>();

  constructor(parts: AuthenticatorParts) {
    this.#parts = parts;
    this.#standing = new Standing(parts);
  }

  /** The caller of a request. @throws UnauthorizedError */
  async authenticate(authorization: string | undefined): Promise<Principal> {
    const word = bearerWord(authorization);
    return word === null ? this.#public() : this.#bearer(word);
  }

  async #public(): Promise<Principal> {
    const actions = await this.#standing.actions({ type: 'public' });
    if (actions.size === 0) throw invalidCredentials();
    return { kind: 'public', actions };
  }

  /** API tokens come first, as in Strapi; words with two dots are asked for among them too. */
  async #bearer(word: string): Promise<Principal> {
    const key = hashToken(word, this.#parts.tokenSalt);
    const token = await this.#standing.token(key);
    return token ? this.#token(token) : this.#user(word);
  }

  #token(token: ApiToken): Principal {
    const now = Date.now();
    if (token.expiresAt !== null && token.expiresAt < now) {
      throw new AppError('UnauthorizedError', 'Token expired');
    }
    this.#noteUse(token, now);
    return { kind: 'token', type: token.type, actions: token.actions };
  }

  async #user(word: string): Promise<Principal> {
    const claims = await this.#parts.userTokens.verify(word);
    if (claims === null) throw invalidCredentials();
    const { userId, sessionId } = claims;
    const standing = this.#standing;
    if (sessionId !== null && (await standing.isRevoked(sessionId))) throw invalidCredentials();
    const user = await standing.user(userId);
    const isLockedOut = !user || user.blocked || (!user.confirmed && (await standing.confirms()));
    if (isLockedOut) throw new AppError('UnauthorizedError', 'Invalid credentials');
    const { roleId } = user;
    const actions = roleId === null ? NONE : await standing.actions({ id: roleId });
    return { kind: 'user', user, sessionId, actions };
  }

  /** Not waited for, and a failure is let go: where the database cannot be written to, reads are answered all the same. */
  #noteUse({ id, lastUsedAt }: ApiToken, now: number): void {
    const last = Math.max(lastUsedAt ?? 0, this.#noted.get(id) ?? 0);
    if (now - last < TOUCH_INTERVAL) return;
    this.#noted.set(id, now);
    touchToken(this.#parts.database, id, now).catch(() => undefined);
  }
}

const NONE: ReadonlySet<string> = new Set();

/** The word of `Bearer <word>`; null for every other header, which counts as no credentials. */
function bearerWord(authorization: string | undefined): string | null {
  return /^bearer\s+(\S+)$/i.exec(authorization?.trim() ?? '')?.[1] ?? null;
}

function invalidCredentials(): AppError {
  return new AppError('UnauthorizedError', 'Missing or invalid credentials');
}
