// Creates the API token service of a project from its secrets and actions. Imported on demand.
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

/** Secrets of tokens from config/admin. */
export function tokenSecrets({ config }: Project): TokenSecrets {
  const { apiTokenSalt: salt, encryptionKey } = config.admin;
  return { salt, encryptionKey: encryptionKey === '' ? null : encryptionKey };
}
