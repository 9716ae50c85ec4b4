// JSON form of API tokens in the admin API (docs/strapi/administration.md, "API tokens").
import { toIso } from '../../base/iso-time.ts';
import type { StoredToken } from './stored-tokens.ts';

/** Returns a token as JSON. @param accessKey The plain key, if it is shown */
export function showToken(token: StoredToken, accessKey: string | null = null): object {
  const { id, kind, name, description, type, lifespan, permissions } = token;
  return {
    id,
    kind,
    name,
    description,
    lastUsedAt: toIso(token.lastUsedAt),
    type,
    lifespan,
    expiresAt: toIso(token.expiresAt),
    createdAt: toIso(token.createdAt),
    updatedAt: toIso(token.updatedAt),
    permissions,
    ...(accessKey === null ? {} : { accessKey }),
  };
}
