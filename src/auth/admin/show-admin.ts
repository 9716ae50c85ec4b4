// JSON form of administrators, without secrets (docs/strapi/administration.md, "Administrators").
import { toIso } from '../../base/iso-time.ts';
import type { AdminUser } from './admin-users.ts';

/** Returns an administrator as JSON. */
export function showAdmin(admin: AdminUser, { roles }: { readonly roles: boolean }): object {
  const { passwordHash: _, roles: own, createdAt, updatedAt, publishedAt, ...shown } = admin;
  return {
    ...shown,
    createdAt: toIso(createdAt),
    updatedAt: toIso(updatedAt),
    publishedAt: toIso(publishedAt),
    locale: null,
    ...(roles ? { roles: own } : {}),
  };
}
