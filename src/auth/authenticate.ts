// In charge of finding out who asks: the Authorization header becomes a principal (spec/auth.md sections 1 and 2).
import { AppError } from '../base/errors.ts';
import type { Database } from '../storage/database.ts';
import type { ApiToken } from './api-tokens/find-token.ts';
import { hashToken } from './api-tokens/token-keys.ts';
import { TokenUse } from './api-tokens/token-use.ts';
import { bearerWord } from './bearer.ts';
import type { Principal } from './principal.ts';
import { Standing } from './standing.ts';
import type { Tables } from './tables.ts';
import type { UserTokens } from './users/user-tokens.ts';

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
  readonly #tokenUse: TokenUse;

  constructor(parts: AuthenticatorParts) {
    this.#parts = parts;
    this.#standing = new Standing(parts);
    this.#tokenUse = new TokenUse(parts);
  }

  /** The caller of a request. @throws UnauthorizedError */
  async authenticate(authorization: string | undefined): Promise<Principal> {
    const word = bearerWord(authorization);
    return word === null ? this.#public() : this.#bearer(word);
  }

  /** Waits until the uses of tokens so far are noted. */
  settled(): Promise<void> {
    return this.#tokenUse.settled();
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
    this.#tokenUse.note(token, now);
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
}

const NONE: ReadonlySet<string> = new Set();

function invalidCredentials(): AppError {
  return new AppError('UnauthorizedError', 'Missing or invalid credentials');
}
