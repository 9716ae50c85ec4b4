// Admin tokens with their owners and permissions (docs/strapi/administration.md, "Admin tokens").
import { toIso } from '../../base/iso-time.ts';
import type { ReadSteps } from '../../storage/session.ts';
import { findAdmins, type AdminUser } from '../admin/admin-users.ts';
import { permissionsByToken, type PermissionRow } from '../admin/permission-rows.ts';
import { linkedRows, type Tables } from '../../documents/rows/built-in-rows.ts';
import { TOKEN_OWNER } from './owned-tokens.ts';
import { readTokens, type StoredToken } from './stored-tokens.ts';

/** A token of an administrator. */
export interface AdminToken {
  readonly stored: StoredToken;
  /** Null if another program deleted the owner. */
  readonly owner: AdminUser | null;
  readonly permissions: readonly PermissionRow[];
}

/** Admin tokens by name: all, or one. */
export function* readAdminTokens(
  tables: Tables,
  one: { readonly id?: number } = {},
): ReadSteps<readonly AdminToken[]> {
  const tokens = yield* readTokens(tables, { ...one, kind: 'admin' });
  const ids = tokens.map(({ id }) => id);
  const links = yield* linkedRows(tables, TOKEN_OWNER, ids);
  const owners = yield* findAdmins(tables, [...new Set([...links.values()].flat())]);
  const byId = new Map(owners.map((owner) => [owner.id, owner]));
  const permissions = yield* permissionsByToken(tables, ids);
  return tokens.map((stored) => {
    const [owner = 0] = links.get(stored.id) ?? [];
    const own = permissions.get(stored.id) ?? [];
    return { stored, owner: byId.get(owner) ?? null, permissions: own };
  });
}

/** Returns a token as JSON. @param plain The plain key, if it is shown */
export function showAdminToken(
  { stored, owner, permissions }: AdminToken,
  plain: string | null = null,
): object {
  const { id, kind, name, description, type, lifespan } = stored;
  return {
    id,
    kind,
    name,
    description,
    lastUsedAt: toIso(stored.lastUsedAt),
    type,
    lifespan,
    expiresAt: toIso(stored.expiresAt),
    createdAt: toIso(stored.createdAt),
    updatedAt: toIso(stored.updatedAt),
    adminPermissions: permissions,
    adminUserOwner: owner && {
      id: owner.id,
      firstname: owner.firstname,
      lastname: owner.lastname,
      username: owner.username,
      email: owner.email,
    },
    ...(plain === null ? {} : { accessKey: plain }),
  };
}
