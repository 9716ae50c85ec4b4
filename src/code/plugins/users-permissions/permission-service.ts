// Service `permission`: what roles are granted.
import { PERMISSION, ROLE } from '../../../schema/built-in/uids.ts';
import type { Service, Strapi } from '../../strapi/strapi.ts';

/** Creates the service. */
export function permissionService({ strapi }: { readonly strapi: Strapi }): Service {
  return {
    findRolePermissions: (id: unknown) => strapi.db.query(ROLE).load({ id }, 'permissions'),
    findPublicPermissions: () =>
      strapi.db.query(PERMISSION).findMany({ where: { role: { type: 'public' } } }),
    toContentAPIPermission: ({ action }: { readonly action: string }) => ({ action }),
  };
}
