// Service `role`: roles of end users.
import type { Service } from '../../strapi/strapi.ts';
import type { UsersPermissionsParts } from './parts.ts';

/** Creates the service. */
export function roleService(parts: () => UsersPermissionsParts): () => Service {
  return () => ({
    find: async () => structuredClone(await parts().roles.list()),
    findOne: async (id: unknown) => structuredClone(await parts().roles.find(rowId(id))),
    createRole: (role: unknown) => parts().roles.create(role),
    updateRole: (id: unknown, role: unknown) => parts().roles.update(rowId(id), role),
    /** Its users get the role that everyone has. */
    deleteRole: (id: unknown) => parts().roles.remove(rowId(id)),
  });
}

function rowId(id: unknown): number | null {
  const number = Number(id);
  return Number.isSafeInteger(number) ? number : null;
}
