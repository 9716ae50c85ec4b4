// Authenticates administrators by a session token or an API token of the kind `admin` (docs/strapi/administration.md,
// "Administrators").
import { AppError } from '../../base/errors.ts';
import type { Database, ReadSteps } from '../../storage/database.ts';
import { API_TOKEN } from '../../schema/built-in/uids.ts';
import { findToken, type ApiToken } from '../api-tokens/find-token.ts';
import { hashToken } from '../api-tokens/token-keys.ts';
import { TokenUse } from '../api-tokens/token-use.ts';
import { bearerToken } from '../authenticate.ts';
import { linkedRows, type Tables } from '../entry-rows.ts';
import { abilityOf, abilityOfToken, type Ability } from './admin-actions.ts';
import type { AdminSessions } from './admin-sessions.ts';
import { findAdmin, type AdminUser } from './admin-users.ts';

/** An authenticated administrator. */
export interface AdminPrincipal {
  readonly admin: AdminUser;
  /** Null for an API token. */
  readonly sessionId: string | null;
  readonly ability: Ability;
}

export interface AdminAuthenticatorParts {
  readonly database: Database;
  readonly tables: Tables;
  readonly sessions: AdminSessions;
  /** `admin.apiToken.salt` of the project. */
  readonly tokenSalt: string;
}

/** Authenticates administrators. Nothing is cached, since their requests are rare. */
export class AdminAuthenticator {
  readonly #parts: AdminAuthenticatorParts;
  readonly #tokenUse: TokenUse;

  constructor(parts: AdminAuthenticatorParts) {
    this.#parts = parts;
    this.#tokenUse = new TokenUse(parts);
  }

  /** Returns the caller of a request. @throws UnauthorizedError */
  async authenticate(authorization: string | undefined): Promise<AdminPrincipal> {
    const token = bearerToken(authorization);
    if (token === null) throw refused();
    return (await this.#session(token)) ?? this.#token(token);
  }

  async #session(token: string): Promise<AdminPrincipal | null> {
    const { database, tables, sessions } = this.#parts;
    const session = await sessions.find(token);
    if (session === null) return null;
    const found = await database.read(byId(tables, session.userId));
    if (!found || !isActive(found.admin)) throw refused();
    return { ...found, sessionId: session.sessionId };
  }

  async #token(plain: string): Promise<AdminPrincipal> {
    const { database, tables, tokenSalt } = this.#parts;
    const found = await database.read(byToken(tables, hashToken(plain, tokenSalt)));
    if (!found) throw refused();
    const { token, admin, ability } = found;
    const now = Date.now();
    if (token.expiresAt !== null && token.expiresAt < now) throw refused('Token expired');
    if (!admin) throw refused('Token owner not found');
    if (!isActive(admin)) throw refused('Token owner is deactivated');
    this.#tokenUse.note(token, now);
    return { admin, sessionId: null, ability };
  }
}

/** Returns true if an administrator may sign in. */
export function isActive({ isActive: active, blocked }: AdminUser): boolean {
  return active && !blocked;
}

function* byId(
  tables: Tables,
  id: number,
): ReadSteps<{ readonly admin: AdminUser; readonly ability: Ability } | null> {
  const admin = yield* findAdmin(tables, { id });
  return admin && { admin, ability: yield* abilityOf(tables, admin) };
}

interface FoundToken {
  readonly token: ApiToken;
  /** Null if the owner was deleted. */
  readonly admin: AdminUser | null;
  readonly ability: Ability;
}

function* byToken(tables: Tables, hash: string): ReadSteps<FoundToken | null> {
  const token = yield* findToken(tables, hash, 'admin');
  if (!token) return null;
  const owned = { uid: API_TOKEN, attribute: 'adminUserOwner' };
  const [owner] = (yield* linkedRows(tables, owned, [token.id])).get(token.id) ?? [];
  const admin = owner === undefined ? null : yield* findAdmin(tables, { id: owner });
  if (!admin) return { token, admin: null, ability: () => false };
  return { token, admin, ability: yield* abilityOfToken(tables, token.id, admin) };
}

function refused(message: string = 'Missing or invalid credentials'): AppError {
  return new AppError('UnauthorizedError', message);
}
