// In charge of finding out which administrator asks, by the token of a session or by an API token of the kind `admin`,
// and what they may do (docs/strapi/administration.md, "Administrators").
import { AppError } from '../../base/errors.ts';
import type { Database, Reading } from '../../storage/database.ts';
import { API_TOKEN } from '../../schema/built-in/uids.ts';
import { findToken, type ApiToken } from '../api-tokens/find-token.ts';
import { hashToken } from '../api-tokens/token-keys.ts';
import { TokenUse } from '../api-tokens/token-use.ts';
import { bearerWord } from '../bearer.ts';
import { linkedRows } from '../entry-rows.ts';
import type { Tables } from '../tables.ts';
import { abilityOf, abilityOfToken, type MayDo } from './admin-actions.ts';
import type { AdminSessions } from './admin-sessions.ts';
import { findAdmin, type AdminUser } from './admin-users.ts';

/** An administrator who asks. */
export interface AdminPrincipal {
  readonly admin: AdminUser;
  /** Null for an API token. */
  readonly sessionId: string | null;
  readonly may: MayDo;
}

export interface AdminAuthenticatorParts {
  readonly database: Database;
  readonly tables: Tables;
  readonly sessions: AdminSessions;
  /** `admin.apiToken.salt` of the project. */
  readonly tokenSalt: string;
}

/** Finds administrators. Everything is read at each request: they are few. */
export class AdminAuthenticator {
  readonly #parts: AdminAuthenticatorParts;
  readonly #tokenUse: TokenUse;

  constructor(parts: AdminAuthenticatorParts) {
    this.#parts = parts;
    this.#tokenUse = new TokenUse(parts);
  }

  /** The caller of a request. @throws UnauthorizedError */
  async authenticate(authorization: string | undefined): Promise<AdminPrincipal> {
    const word = bearerWord(authorization);
    if (word === null) throw refused();
    return (await this.#session(word)) ?? this.#token(word);
  }

  async #session(word: string): Promise<AdminPrincipal | null> {
    const { database, tables, sessions } = this.#parts;
    const session = await sessions.opened(word);
    if (session === null) return null;
    const found = await database.read(byId(tables, session.userId));
    if (!found || !isActive(found.admin)) throw refused();
    return { ...found, sessionId: session.sessionId };
  }

  async #token(word: string): Promise<AdminPrincipal> {
    const { database, tables, tokenSalt } = this.#parts;
    const found = await database.read(byToken(tables, hashToken(word, tokenSalt)));
    if (!found) throw refused();
    const { token, admin, may } = found;
    const now = Date.now();
    if (token.expiresAt !== null && token.expiresAt < now) throw refused('Token expired');
    if (!admin) throw refused('Token owner not found');
    if (!isActive(admin)) throw refused('Token owner is deactivated');
    this.#tokenUse.note(token, now);
    return { admin, sessionId: null, may };
  }
}

/** True for an administrator who may sign in. */
export function isActive({ isActive: active, blocked }: AdminUser): boolean {
  return active && !blocked;
}

function* byId(
  tables: Tables,
  id: number,
): Reading<{ readonly admin: AdminUser; readonly may: MayDo } | null> {
  const admin = yield* findAdmin(tables, { id });
  return admin && { admin, may: yield* abilityOf(tables, admin) };
}

interface FoundToken {
  readonly token: ApiToken;
  /** Null where its owner is gone. */
  readonly admin: AdminUser | null;
  readonly may: MayDo;
}

function* byToken(tables: Tables, hash: string): Reading<FoundToken | null> {
  const token = yield* findToken(tables, hash, 'admin');
  if (!token) return null;
  const owned = { uid: API_TOKEN, attribute: 'adminUserOwner' };
  const [owner] = (yield* linkedRows(tables, owned, [token.id])).get(token.id) ?? [];
  const admin = owner === undefined ? null : yield* findAdmin(tables, { id: owner });
  if (!admin) return { token, admin: null, may: () => false };
  return { token, admin, may: yield* abilityOfToken(tables, token.id, admin) };
}

function refused(message: string = 'Missing or invalid credentials'): AppError {
  return new AppError('UnauthorizedError', message);
}
