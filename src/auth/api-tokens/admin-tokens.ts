// Tokens for the admin API, which act as their administrator. Each call is one transaction and fails as in Strapi
// (docs/strapi/administration.md, "Admin tokens").
import { AppError, forbidden } from '../../base/errors.ts';
import type { Registry } from '../../schema/registry.ts';
import type { Database } from '../../storage/database.ts';
import type { ReadSteps, WriteSteps } from '../../storage/session.ts';
import { grantOf } from '../admin/grants.ts';
import type { AdminPrincipal } from '../admin/admin-authenticator.ts';
import type { AdminUser } from '../admin/admin-users.ts';
import { assertMayGrant } from '../admin/ceiling.ts';
import { isSuperAdmin } from '../admin/last-super-admin.ts';
import {
  readPermissions,
  tokenOwner,
  type PermissionValues,
  type StoredPermission,
} from '../admin/permission-rows.ts';
import { applyPermissions, permissionChanges } from '../admin/replace-permissions.ts';
import { linkRows, type Tables } from '../../documents/rows/built-in-rows.ts';
import type { AdminTokenUpdate, NewAdminToken } from './admin-token-form.ts';
import { removeAdminTokens, TOKEN_OWNER } from './owned-tokens.ts';
import { withinScope } from './owner-scope.ts';
import { API_TOKENS } from '../permissions.ts';
import { assertNameAvailable, changeToken, insertToken } from '../token-rows.ts';
import { readAdminTokens, type AdminToken } from './stored-admin-tokens.ts';
import { readTokens } from './stored-tokens.ts';
import { decryptToken, newTokenKey, type TokenSecrets } from './token-keys.ts';

interface AdminTokenDependencies {
  readonly database: Database;
  readonly tables: Tables;
  readonly registry: Pick<Registry, 'contentTypes'>;
  readonly secrets: TokenSecrets;
}

/** A token with its plain key. */
export interface IssuedAdminToken {
  readonly token: AdminToken;
  readonly plain: string;
}

/** Manages admin tokens. Super admins see all of them; others only their own, and those without an owner. */
export class AdminTokens {
  readonly #dependencies: AdminTokenDependencies;

  constructor(dependencies: AdminTokenDependencies) {
    this.#dependencies = dependencies;
  }

  /** All that a caller sees, by name. */
  async list({ admin }: AdminPrincipal): Promise<readonly AdminToken[]> {
    const { database, tables } = this.#dependencies;
    const all = await database.read(readAdminTokens(tables));
    return isSuperAdmin(admin)
      ? all
      : all.filter(({ owner }) => owner === null || owner.id === admin.id);
  }

  /** A token with its plain key, if the caller owns it. @throws NotFoundError */
  async find(
    id: number,
    caller: AdminPrincipal,
  ): Promise<{ readonly token: AdminToken; readonly plain: string | null }> {
    const { database, tables, secrets } = this.#dependencies;
    const token = await database.read(existing(tables, id));
    if (!mayManage(caller, token)) throw notFound();
    const isShown = isOwner(caller, token) && this.#mayGrant(caller, token.permissions);
    const { encryptedKey } = token.stored;
    return { token, plain: isShown ? decryptToken(encryptedKey, secrets.encryptionKey) : null };
  }

  /**
   * Creates a token of the caller. @throws ApplicationError if the name is taken, ValidationError for permissions that
   * the caller does not have, ForbiddenError for those that the requesting token does not have
   */
  create(
    { name, description, lifespan, permissions }: NewAdminToken,
    caller: AdminPrincipal,
  ): Promise<IssuedAdminToken> {
    const { database, tables, secrets } = this.#dependencies;
    const { plain, ...keys } = newTokenKey(secrets);
    const assertMayAdd = this.#assertMayAdd.bind(this, caller);
    return database.transact(
      (function* (): WriteSteps<IssuedAdminToken> {
        assertNameAvailable(yield* readTokens(tables, { name }));
        const added = yield* inScopeOf(tables, caller.admin, permissions);
        assertMayAdd(added);
        const values = { kind: 'admin', name, description, type: 'read-only', ...keys };
        const id = yield* insertToken(tables, API_TOKENS, { values, lifespan, permissions: [] });
        yield* linkRows(tables, TOKEN_OWNER, { entry: id, rows: [caller.admin.id] });
        yield* applyPermissions(tables, tokenOwner(id), { missing: added, obsolete: [] });
        return { token: yield* existing(tables, id), plain };
      })(),
    );
  }

  /** Updates a token. @throws NotFoundError, ApplicationError, ForbiddenError unless the caller manages it, ValidationError */
  update(
    id: number,
    { permissions, ...values }: AdminTokenUpdate,
    caller: AdminPrincipal,
  ): Promise<AdminToken> {
    const { database, tables } = this.#dependencies;
    const assertMayAdd = this.#assertMayAdd.bind(this, caller);
    return database.transact(
      (function* (): WriteSteps<AdminToken> {
        const token = yield* existing(tables, id);
        const { name } = values;
        if (name !== undefined) {
          // As in Strapi, a token of the content API may have the name.
          assertNameAvailable(yield* readTokens(tables, { name, kind: 'admin' }), id);
        }
        assertManages(caller, token);
        if (permissions !== undefined) {
          const { owner, permissions: present } = token;
          const selected = owner ? yield* inScopeOf(tables, owner, permissions) : [];
          const changes = permissionChanges(present, { selected });
          assertMayAdd(changes.missing);
          yield* applyPermissions(tables, tokenOwner(id), changes);
        }
        yield* changeToken(tables, API_TOKENS, { token: token.stored, values });
        return yield* existing(tables, id);
      })(),
    );
  }

  /** Replaces the key of a token of the caller; the old one stops working. @throws NotFoundError, ForbiddenError */
  regenerate(id: number, caller: AdminPrincipal): Promise<IssuedAdminToken> {
    const { database, tables, secrets } = this.#dependencies;
    const { plain, ...keys } = newTokenKey(secrets);
    const assertMayAdd = this.#assertMayAdd.bind(this, caller);
    return database.transact(
      (function* (): WriteSteps<IssuedAdminToken> {
        const token = yield* existing(tables, id);
        if (!isOwner(caller, token)) throw forbidden();
        assertMayAdd(token.permissions);
        yield* changeToken(tables, API_TOKENS, { token: token.stored, values: keys });
        return { token, plain };
      })(),
    );
  }

  /** Deletes a token. @throws NotFoundError, ForbiddenError unless the caller manages it */
  remove(id: number, caller: AdminPrincipal): Promise<AdminToken> {
    const { database, tables } = this.#dependencies;
    return database.transact(
      (function* (): WriteSteps<AdminToken> {
        const token = yield* existing(tables, id);
        assertManages(caller, token);
        yield* removeAdminTokens(tables, [id]);
        return { ...token, permissions: [] };
      })(),
    );
  }

  /** Permissions of the owner of a token. @throws NotFoundError, ForbiddenError unless the caller manages it */
  ownerPermissions(id: number, caller: AdminPrincipal): Promise<readonly StoredPermission[]> {
    const { database, tables } = this.#dependencies;
    return database.read(
      (function* (): ReadSteps<readonly StoredPermission[]> {
        const token = yield* find(tables, id);
        if (!token) throw new AppError('NotFoundError', 'apiToken.notFound');
        assertManages(caller, token);
        if (!token.owner) throw new AppError('NotFoundError', 'owner.notFound');
        return yield* permissionsOf(tables, token.owner);
      })(),
    );
  }

  /** A request with a token adds no permission that the token does not have. @throws ForbiddenError */
  #assertMayAdd({ ability, sessionId }: AdminPrincipal, added: readonly PermissionValues[]): void {
    if (sessionId === null)
      assertMayGrant(ability, added.map(grantOf), this.#dependencies.registry);
  }

  #mayGrant(caller: AdminPrincipal, permissions: readonly PermissionValues[]): boolean {
    try {
      this.#assertMayAdd(caller, permissions);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.name === 'ForbiddenError') return false;
      throw error;
    }
  }
}

/** Permissions with the conditions of the owner. @throws ValidationError for those that the owner does not have */
function* inScopeOf(
  tables: Tables,
  owner: AdminUser,
  permissions: readonly PermissionValues[],
): ReadSteps<readonly PermissionValues[]> {
  if (isSuperAdmin(owner) || permissions.length === 0) return permissions;
  return withinScope(permissions, yield* permissionsOf(tables, owner));
}

function permissionsOf(
  tables: Tables,
  { roles }: AdminUser,
): ReadSteps<readonly StoredPermission[]> {
  return readPermissions(
    tables,
    roles.map(({ id }) => id),
  );
}

function isOwner({ admin }: AdminPrincipal, { owner }: AdminToken): boolean {
  return owner?.id === admin.id;
}

function mayManage(caller: AdminPrincipal, token: AdminToken): boolean {
  return isOwner(caller, token) || isSuperAdmin(caller.admin);
}

function assertManages(caller: AdminPrincipal, token: AdminToken): void {
  if (!mayManage(caller, token)) throw forbidden();
}

function* find(tables: Tables, id: number): ReadSteps<AdminToken | null> {
  const [token] = yield* readAdminTokens(tables, { id });
  return token ?? null;
}

function* existing(tables: Tables, id: number): ReadSteps<AdminToken> {
  const token = yield* find(tables, id);
  if (!token) throw notFound();
  return token;
}

function notFound(): AppError {
  return new AppError('NotFoundError', 'API Token not found');
}
