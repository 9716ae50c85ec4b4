// Authenticates administrators by a session token or an API token of the kind `admin` (docs/strapi/administration.md,
// "Administrators").
import { AppError } from '../../base/errors.ts';
import type { Database } from '../../storage/database.ts';
import type { ReadSteps } from '../../storage/session.ts';
import { API_TOKEN } from '../../schema/built-in/uids.ts';
import { findToken, type ApiToken } from '../api-tokens/find-token.ts';
import { hashToken } from '../api-tokens/token-keys.ts';
import { TokenUse } from '../api-tokens/token-use.ts';
import { bearerToken } from '../authenticate.ts';
import { linkedRows, type Tables } from '../../documents/rows/built-in-rows.ts';
import { FullAbility, GrantedAbility, NO_ABILITY, TokenAbility, type Ability } from './ability.ts';
import { grantsOfToken, SUPER_ADMIN } from './grants.ts';
import type { AdminSessions } from './admin-sessions.ts';
import { findAdmin, type AdminUser } from './admin-users.ts';
import { managedTypes, type ManagedTypes } from './managed-types.ts';
import { RoleGrants } from './role-grants.ts';

/** An authenticated administrator. */
export interface AdminPrincipal {
  readonly admin: AdminUser;
  /** Null for an API token. */
  readonly sessionId: string | null;
  readonly ability: Ability;
}

export interface AdminAuthenticatorDependencies {
  readonly database: Database;
  readonly tables: Tables;
  readonly sessions: AdminSessions;
  /** `admin.apiToken.salt` of the project. */
  readonly tokenSalt: string;
  /** The types that super admins manage. */
  readonly types: ManagedTypes;
}

/** Authenticates administrators. Permissions of roles are cached; administrators and sessions are read each time. */
export class AdminAuthenticator {
  readonly #dependencies: AdminAuthenticatorDependencies;
  readonly #tokenUse: TokenUse;
  readonly #roles: RoleGrants;
  readonly #full: Ability;

  constructor(dependencies: AdminAuthenticatorDependencies) {
    this.#dependencies = dependencies;
    this.#roles = new RoleGrants(dependencies.database, dependencies.tables);
    const { types } = dependencies;
    this.#full = new FullAbility(
      new Set(managedTypes(types).map(({ uid }) => uid)),
      new Set([...types.registry.contentTypes.keys()].filter((uid) => uid.startsWith('plugin::'))),
    );
    this.#tokenUse = new TokenUse(dependencies);
  }

  /** Returns the caller of a request. @throws UnauthorizedError */
  async authenticate(authorization: string | undefined): Promise<AdminPrincipal> {
    const token = bearerToken(authorization);
    if (token === null) throw unauthorized();
    return (await this.#session(token)) ?? this.#token(token);
  }

  async #session(token: string): Promise<AdminPrincipal | null> {
    const { database, sessions } = this.#dependencies;
    const session = await sessions.find(token);
    if (session === null) return null;
    const found = await database.read(this.#byId(session.userId));
    if (!found || !isActive(found.admin)) throw unauthorized();
    const { admin, ability } = found;
    return { admin, sessionId: session.sessionId, ability: await this.#evaluated(ability, admin) };
  }

  async #token(plain: string): Promise<AdminPrincipal> {
    const { database, tokenSalt } = this.#dependencies;
    const found = await database.read(this.#byToken(hashToken(plain, tokenSalt)));
    if (!found) throw unauthorized();
    const { token, admin, ability } = found;
    const now = Date.now();
    if (token.expiresAt !== null && token.expiresAt < now) throw unauthorized('Token expired');
    if (!admin) throw unauthorized('Token owner not found');
    if (!isActive(admin)) throw unauthorized('Token owner is deactivated');
    this.#tokenUse.record(token, now);
    return { admin, sessionId: null, ability: await this.#evaluated(ability, admin) };
  }

  /** Waits until all uses of tokens so far are recorded. */
  flush(): Promise<void> {
    return this.#tokenUse.flush();
  }

  /** With the conditions of project code. */
  async #evaluated(ability: Ability, admin: AdminUser): Promise<Ability> {
    const { custom } = this.#dependencies.types;
    if (custom.conditions.size === 0) return ability;
    const { withConditions } = await import('./custom-permissions.ts');
    return withConditions(ability, admin, custom.conditions);
  }

  *#byId(id: number): ReadSteps<FoundAdmin | null> {
    const admin = yield* findAdmin(this.#dependencies.tables, { id });
    return admin && { admin, ability: yield* this.#abilityOf(admin) };
  }

  *#byToken(hash: string): ReadSteps<FoundToken | null> {
    const { tables } = this.#dependencies;
    const token = yield* findToken(tables, hash, 'admin');
    if (!token) return null;
    const owned = { uid: API_TOKEN, attribute: 'adminUserOwner' };
    const [owner] = (yield* linkedRows(tables, owned, [token.id])).get(token.id) ?? [];
    const admin = owner === undefined ? null : yield* findAdmin(tables, { id: owner });
    if (!admin) return { token, admin: null, ability: NO_ABILITY };
    const own = new GrantedAbility(yield* grantsOfToken(tables, token.id));
    return { token, admin, ability: new TokenAbility(own, yield* this.#abilityOf(admin)) };
  }

  *#abilityOf({ roles }: AdminUser): ReadSteps<Ability> {
    if (roles.some(({ code }) => code === SUPER_ADMIN)) return this.#full;
    return yield* this.#roles.of(roles.map(({ id }) => id));
  }
}

/** Returns true if an administrator may sign in. */
export function isActive({ isActive: active, blocked }: AdminUser): boolean {
  return active && !blocked;
}

interface FoundAdmin {
  readonly admin: AdminUser;
  readonly ability: Ability;
}

interface FoundToken {
  readonly token: ApiToken;
  /** Null if the owner was deleted. */
  readonly admin: AdminUser | null;
  readonly ability: Ability;
}

function unauthorized(message: string = 'Missing or invalid credentials'): AppError {
  return new AppError('UnauthorizedError', message);
}
