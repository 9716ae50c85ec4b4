// Creates the API token service of a project from its secrets and actions.
import { ApiTokens } from '../../auth/api-tokens/api-tokens.ts';
import type { TokenCeiling } from '../../auth/api-tokens/token-ceiling.ts';
import type { TokenSecrets } from '../../auth/api-tokens/token-keys.ts';
import { actionNames } from '../../auth/roles/action-listing.ts';
import type { Tables } from '../../documents/rows/built-in-rows.ts';
import { onDemand, type OnDemand } from '../../base/on-demand.ts';
import type { Project } from '../../project/load.ts';
import { actionGroups, publicationActionNames } from './action-groups.ts';
import type { Store } from '../store.ts';

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

/** Limits what administrators grant to tokens and roles of the content API. */
export function createTokenCeiling({
  project,
  store,
  tables,
}: {
  readonly project: Project;
  readonly store: Store;
  readonly tables: Tables;
}): OnDemand<TokenCeiling> {
  return onDemand(async () => {
    const { TokenCeiling: Ceiling } = await import('../../auth/api-tokens/token-ceiling.ts');
    const actions = new Set(allActions(project));
    return new Ceiling({ tables, registry: store.registry, actions });
  });
}

/** Full names of all actions that a custom token can be granted. */
export function allActions({ routes }: Project): readonly string[] {
  return [...actionNames(actionGroups(routes)), ...publicationActionNames(routes)];
}
