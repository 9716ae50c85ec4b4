// Creates the services for administrators and their sign-in from the configuration (docs/strapi/administration.md,
// "Administrators"; docs/strapi/server.md, "Configuration").
import { AdminAccounts } from '../../auth/admin/admin-accounts.ts';
import { AdminAuthenticator } from '../../auth/admin/admin-authenticator.ts';
import { AdminSessions } from '../../auth/admin/admin-sessions.ts';
import { Jwt } from '../../auth/jwt.ts';
import {
  NO_CUSTOM_PERMISSIONS,
  type CustomPermissions,
  type ManagedTypes,
} from '../../auth/admin/managed-types.ts';
import type { Tables } from '../../documents/rows/built-in-rows.ts';
import type { Project } from '../../project/load.ts';
import type { Registry } from '../../schema/registry.ts';
import { toRecord } from '../../schema/raw.ts';
import type { Store } from '../store.ts';

/** Services for the administrators of a project. */
export interface Administrators {
  readonly accounts: AdminAccounts;
  readonly sessions: AdminSessions;
  readonly authenticator: AdminAuthenticator;
  /** The types that they manage. */
  readonly types: ManagedTypes;
}

interface AdministratorOptions {
  readonly tables: Tables;
  /** Actions and conditions that project code registers. Default: none. */
  readonly custom?: CustomPermissions;
}

/** Creates accounts, sessions and the authenticator of administrators. */
export function createAdministrators(
  { config, definitions }: Project,
  { registry, database }: Store,
  { tables, custom = NO_CUSTOM_PERMISSIONS }: AdministratorOptions,
): Administrators {
  const jwt = new Jwt({ secret: config.admin.authSecret, algorithm: 'HS256' });
  const sessions = new AdminSessions({ database, tables, jwt, lifespans: config.admin.lifespans });
  const types = typesOf(definitions, registry, custom);
  const tokenSalt = config.admin.apiTokenSalt;
  return {
    accounts: new AdminAccounts({ database, tables, sessions, types }),
    sessions,
    types,
    authenticator: new AdminAuthenticator({ database, tables, sessions, tokenSalt, types }),
  };
}

/** Completes the permissions of roles with new content-types, attributes and locales. */
export async function completeAdminPermissions(
  { definitions }: Pick<Project, 'definitions'>,
  { registry, database }: Pick<Store, 'registry' | 'database'>,
  { tables, custom = NO_CUSTOM_PERMISSIONS }: AdministratorOptions,
): Promise<void> {
  const { completePermissions } = await import('../../auth/admin/complete-permissions.ts');
  await completePermissions(database, tables, typesOf(definitions, registry, custom));
}

function typesOf(
  definitions: Project['definitions'],
  registry: Registry,
  custom: CustomPermissions,
): ManagedTypes {
  const hidden = definitions.filter(({ json }) => isHidden(json)).map(({ uid }) => uid);
  return { registry, hidden: new Set(hidden), custom };
}

/** Returns true for a type that is hidden in the admin panel. */
function isHidden(json: unknown): boolean {
  const options = toRecord(toRecord(toRecord(json)['pluginOptions'])['content-manager']);
  return options['visible'] === false;
}
