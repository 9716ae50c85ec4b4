// Creates the service for admin tokens. Imported on demand.
import { AdminTokens } from '../../auth/api-tokens/admin-tokens.ts';
import type { Tables } from '../../documents/rows/built-in-rows.ts';
import type { Project } from '../../project/load.ts';
import { tokenSecrets } from './api-tokens.ts';
import type { Store } from '../store.ts';

/** Creates the service that manages the admin tokens. */
export function createAdminTokens(
  project: Project,
  { database, registry }: Store,
  tables: Tables,
): AdminTokens {
  return new AdminTokens({ database, tables, registry, secrets: tokenSecrets(project) });
}
