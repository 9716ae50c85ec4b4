// Administrators for project code: what their services are built on, and their roles.
import { FullAbility } from '../../auth/admin/ability.ts';
import type { AdminServiceDependencies } from '../../code/admin/dependencies.ts';
import { createApiTokens } from '../accounts/api-tokens.ts';
import type { Services } from '../build-services.ts';

/** The dependencies, of the services of a server. */
export function adminDependencies(services: Services): AdminServiceDependencies {
  const { project, store, tables } = services;
  return {
    database: store.database,
    tables,
    apiTokens: createApiTokens(project, store, tables),
    tokenSalt: project.config.admin.apiTokenSalt,
    async assignPermissions(role, permissions) {
      const { createAdminServices } = await import('../accounts/admin-services.ts');
      const all = new FullAbility(new Set());
      return createAdminServices(services).permissions.replace(role, { permissions }, all);
    },
  };
}

/** Creates the roles of a new database, which project code may look up. */
export async function createAdminRoles({
  store: { database },
  tables,
  administrators: { types },
}: Pick<Services, 'store' | 'tables' | 'administrators'>): Promise<void> {
  const { ensureAdminRoles, readRoles } = await import('../../auth/admin/admin-roles.ts');
  if ((await database.read(readRoles(tables))).length > 0) return;
  await database.transact(ensureAdminRoles(tables, types));
}
