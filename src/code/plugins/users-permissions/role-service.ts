// Services `role` and `permission`: roles of end users and their permissions.
import { allowAll } from '../../../auth/permissions.ts';
import { PERMISSION, ROLE } from '../../../schema/built-in/uids.ts';
import type { Service, Strapi } from '../../strapi/strapi.ts';
import type { UsersPermissionsDependencies } from '../dependencies.ts';

export function roleService(dependencies: () => UsersPermissionsDependencies): () => Service {
  return () => ({
    find: async () => structuredClone(await dependencies().roles.list()),
    findOne: async (id: unknown) => structuredClone(await dependencies().roles.find(rowId(id))),
    createRole: (role: unknown) => dependencies().roles.create(role, allowAll),
    updateRole: (id: unknown, role: unknown) =>
      dependencies().roles.update(rowId(id), role, allowAll),
    /** Its users get the default role. */
    deleteRole: (id: unknown) => dependencies().roles.remove(rowId(id)),
  });
}

function rowId(id: unknown): number | null {
  const number = Number(id);
  return Number.isSafeInteger(number) ? number : null;
}

export function permissionService({ strapi }: { readonly strapi: Strapi }): Service {
  return {
    findRolePermissions: (id: unknown) => strapi.db.query(ROLE).load({ id }, 'permissions'),
    findPublicPermissions: () =>
      strapi.db.query(PERMISSION).findMany({ where: { role: { type: 'public' } } }),
    toContentAPIPermission: ({ action }: { readonly action: string }) => ({ action }),
  };
}
