// Service `role`: roles of end users.
import type { Service } from '../../strapi/strapi.ts';
import type { UsersPermissionsDependencies } from './dependencies.ts';

/** Creates the service. */
export function roleService(dependencies: () => UsersPermissionsDependencies): () => Service {
  return () => ({
    find: async () => structuredClone(await dependencies().roles.list()),
    findOne: async (id: unknown) => structuredClone(await dependencies().roles.find(rowId(id))),
    createRole: (role: unknown) => dependencies().roles.create(role),
    updateRole: (id: unknown, role: unknown) => dependencies().roles.update(rowId(id), role),
    /** Its users get the role that everyone has. */
    deleteRole: (id: unknown) => dependencies().roles.remove(rowId(id)),
  });
}

function rowId(id: unknown): number | null {
  const number = Number(id);
  return Number.isSafeInteger(number) ? number : null;
}
