// Authenticates requests: resolves the `Authorization` header to a principal (docs/strapi/access.md, "Rejected
// requests" and "Credentials").
import { AppError } from '../base/errors.ts';
import { LruMap, textBytes } from '../base/lru-map.ts';
import type { Database, ReadOptions } from '../storage/database.ts';
import type { DefaultLocale } from '../storage/settings/default-locale.ts';
import type { ApiToken } from './api-tokens/find-token.ts';
import { hashToken } from './api-tokens/token-keys.ts';
import { TokenUse } from './api-tokens/token-use.ts';
import type { Principal } from './principal.ts';
import { CallerCache, type TokenUser } from './caller-cache.ts';
import type { Tables } from '../documents/rows/built-in-rows.ts';
import type { TokenClaims, UserClaims, UserTokens } from './users/user-tokens.ts';

export interface AuthenticatorDependencies {
  readonly database: Database;
  readonly tables: Tables;
  /** `admin.apiToken.salt` of the project. */
  readonly tokenSalt: string;
  readonly userTokens: UserTokens;
  /** Read together with the caller, since every response depends on it. */
  readonly locale: DefaultLocale;
}

/** The maximum length of a token that is cached with its hash, in characters: anyone may send one. */
const MAX_CACHED_TOKEN_LENGTH = 1000;

/** Authenticates requests. Results are cached until the database changes; missing ones are read in one step. */
export class Authenticator {
  readonly #dependencies: AuthenticatorDependencies;
  readonly #callers: CallerCache;
  readonly #tokenUse: TokenUse;
  readonly #hashes = new LruMap<string, string>('token_hashes', textBytes);

  constructor(dependencies: AuthenticatorDependencies) {
    this.#dependencies = dependencies;
    this.#callers = new CallerCache(dependencies);
    this.#tokenUse = new TokenUse(dependencies);
  }

  /** Returns the caller of a request. @param options Of reads @throws UnauthorizedError */
  async authenticate(authorization: string | undefined, options?: ReadOptions): Promise<Principal> {
    const bearer = bearerToken(authorization);
    return bearer === null ? this.#public(options) : this.#bearer(bearer, options);
  }

  /** Returns a user that project code has authenticated. @throws UnauthorizedError */
  async authenticateUser({ userId, sessionId }: UserClaims): Promise<Principal> {
    const claims = { userId, sessionId, until: Infinity };
    const { user } = await this.#callers.ownerOf({ hash: '', claims });
    if (user === null) throw unknownCredentials();
    return userPrincipal(claims, user);
  }

  /** Waits until the use of tokens so far is recorded. */
  flush(): Promise<void> {
    return this.#tokenUse.flush();
  }

  async #public(options?: ReadOptions): Promise<Principal> {
    const actions = await this.#callers.publicActions(options);
    if (actions.size === 0) throw unknownCredentials();
    return { kind: 'public', actions, until: Infinity };
  }

  /** As in Strapi, API tokens take precedence, even for a token that looks like a JWT. */
  async #bearer(bearer: string, options?: ReadOptions): Promise<Principal> {
    const claims = SIGNED.test(bearer) ? await this.#dependencies.userTokens.verify(bearer) : null;
    const presented = { hash: this.#hashOf(bearer), claims };
    const { token, user } = await this.#callers.ownerOf(presented, options);
    if (token) return this.#token(token);
    if (claims === null || user === null) throw unknownCredentials();
    return userPrincipal(claims, user);
  }

  #hashOf(bearer: string): string {
    const { tokenSalt } = this.#dependencies;
    if (bearer.length > MAX_CACHED_TOKEN_LENGTH) return hashToken(bearer, tokenSalt);
    return this.#hashes.get(bearer) ?? this.#hashes.set(bearer, hashToken(bearer, tokenSalt));
  }

  #token(token: ApiToken): Principal {
    const now = Date.now();
    if (token.expiresAt !== null && token.expiresAt < now) {
      throw new AppError('UnauthorizedError', 'Token expired', { reason: 'expiredToken' });
    }
    const nextRecord = this.#tokenUse.record(token, now);
    const until = Math.min(token.expiresAt ?? Infinity, nextRecord);
    return { kind: 'token', id: token.id, type: token.type, actions: token.actions, until };
  }
}

/** Three parts, as a JWT has. */
const SIGNED = /^[^.]+\.[^.]+\.[^.]+$/;

function userPrincipal(
  { sessionId, until }: TokenClaims,
  { found, isRevoked, confirms }: TokenUser,
): Principal {
  if (isRevoked) throw unknownCredentials();
  if (!found || found.user.blocked || (!found.user.confirmed && confirms)) {
    throw new AppError('UnauthorizedError', 'Invalid credentials');
  }
  const { user, actions } = found;
  return { kind: 'user', user, sessionId, actions, until };
}

/** Creates the 401 for missing, malformed or unknown credentials. */
export function unknownCredentials(): AppError {
  return new AppError('UnauthorizedError', 'Missing or invalid credentials', {
    reason: 'unknownCredentials',
  });
}

/** Returns the token of `Bearer <token>`, or null for any other header, which is treated as missing credentials. */
export function bearerToken(authorization: string | undefined): string | null {
  return /^bearer\s+(\S+)$/i.exec(authorization?.trim() ?? '')?.[1] ?? null;
}
