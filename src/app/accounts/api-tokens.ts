// Creates the services of API tokens and of admin tokens. Imported on demand.
import { AdminTokens } from '../../auth/api-tokens/admin-tokens.ts';
import { ApiTokens } from '../../auth/api-tokens/api-tokens.ts';
import type { TokenSecrets } from '../../auth/api-tokens/token-keys.ts';
import type { Tables } from '../../documents/rows/built-in-rows.ts';
import type { Project } from '../../project/load.ts';
import type { Store } from '../store.ts';
import { allActions } from './token-ceiling.ts';

/** Creates the service that manages the API tokens of a project. */
export function createApiTokens(project: Project, { database }: Store, tables: Tables): ApiTokens {
  return new ApiTokens({
    database,
    tables,
    secrets: tokenSecrets(project),
    actions: new Set(allActions(project)),
  });
}

/** Creates the service that manages the admin tokens. */
export function createAdminTokens(
  project: Project,
  { database, registry }: Store,
  tables: Tables,
): AdminTokens {
  return new AdminTokens({ database, tables, registry, secrets: tokenSecrets(project) });
}

/** Secrets of tokens from config/admin. */
function tokenSecrets({ config }: Project): TokenSecrets {
  const { apiTokenSalt: salt, encryptionKey } = config.admin;
  return { salt, encryptionKey: encryptionKey === '' ? null : encryptionKey };
}
