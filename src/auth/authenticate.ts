// In charge of finding out who asks: the Authorization header becomes a principal (docs/strapi/access.md,
// "Refused requests" and "Credentials").
import { AppError } from '../base/errors.ts';
import { LruMap } from '../base/lru-map.ts';
import type { Database } from '../storage/database.ts';
import type { DefaultLocale } from '../storage/default-locale.ts';
import type { ApiToken } from './api-tokens/find-token.ts';
import { hashToken } from './api-tokens/token-keys.ts';
import { TokenUse } from './api-tokens/token-use.ts';
import { bearerWord } from './bearer.ts';
import type { Principal } from './principal.ts';
import { Standing, type UserStanding } from './standing.ts';
import type { Tables } from './tables.ts';
import type { TokenClaims, UserTokens } from './users/user-tokens.ts';

export interface AuthenticatorParts {
  readonly database: Database;
  readonly tables: Tables;
  /** `admin.apiToken.salt` of the project. */
  readonly tokenSalt: string;
  readonly userTokens: UserTokens;
  /** It is followed with whoever asks, since every answer depends on it. */
  readonly locale: DefaultLocale;
}

/** How many words are kept with their hashes, and the longest of them, in characters: anybody may send one. */
const KEPT_WORDS = 1000;
const LONGEST_KEPT_WORD = 1000;

/** Finds principals; what was read is reused until the database changes, and what has to be read is read in one step. */
export class Authenticator {
  readonly #parts: AuthenticatorParts;
  readonly #standing: Standing;
  readonly #tokenUse: TokenUse;
  readonly #hashes = new LruMap<string, string>(KEPT_WORDS);

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
    const actions = await this.#standing.publicActions();
    if (actions.size === 0) throw invalidCredentials();
    return { kind: 'public', actions, until: Infinity };
  }

  /** API tokens come first, as in Strapi; words with two dots are asked for among them too. */
  async #bearer(word: string): Promise<Principal> {
    const claims = SIGNED.test(word) ? await this.#parts.userTokens.verify(word) : null;
    const { token, user } = await this.#standing.word({ hash: this.#hashOf(word), claims });
    if (token) return this.#token(token);
    if (claims === null || user === null) throw invalidCredentials();
    return userPrincipal(claims, user);
  }

  #hashOf(word: string): string {
    const { tokenSalt } = this.#parts;
    if (word.length > LONGEST_KEPT_WORD) return hashToken(word, tokenSalt);
    return this.#hashes.get(word) ?? this.#hashes.keep(word, hashToken(word, tokenSalt));
  }

  #token(token: ApiToken): Principal {
    const now = Date.now();
    if (token.expiresAt !== null && token.expiresAt < now) {
      throw new AppError('UnauthorizedError', 'Token expired');
    }
    const noted = this.#tokenUse.note(token, now);
    const until = Math.min(token.expiresAt ?? Infinity, noted);
    return { kind: 'token', id: token.id, type: token.type, actions: token.actions, until };
  }
}

/** Three parts, as signed words have. */
const SIGNED = /^[^.]+\.[^.]+\.[^.]+$/;

function userPrincipal(
  { sessionId, until }: TokenClaims,
  { found, isRevoked, confirms }: UserStanding,
): Principal {
  if (isRevoked) throw invalidCredentials();
  if (!found || found.user.blocked || (!found.user.confirmed && confirms)) {
    throw new AppError('UnauthorizedError', 'Invalid credentials');
  }
  const { user, actions } = found;
  return { kind: 'user', user, sessionId, actions, until };
}

function invalidCredentials(): AppError {
  return new AppError('UnauthorizedError', 'Missing or invalid credentials');
}
