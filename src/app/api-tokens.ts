// Creates the API token service of a project from its secrets and actions.
import { ApiTokens } from '../auth/api-tokens/api-tokens.ts';
import { actionNames } from '../auth/roles/action-listing.ts';
import type { Tables } from '../auth/entry-rows.ts';
import type { Project } from '../project/load.ts';
import { actionGroups, publicationActionNames } from './action-groups.ts';
import type { Store } from './store.ts';

/** Creates the service that manages the API tokens of a project. */
export function createApiTokens(project: Project, { database }: Store, tables: Tables): ApiTokens {
  const { apiTokenSalt: salt, encryptionKey } = project.config.admin;
  return new ApiTokens({
    database,
    tables,
    secrets: { salt, encryptionKey: encryptionKey === '' ? null : encryptionKey },
    actions: new Set(allActions(project)),
  });
}

/** Full names of all actions that a custom token can be granted. */
export function allActions({ routes }: Project): readonly string[] {
  return [...actionNames(actionGroups(routes)), ...publicationActionNames(routes)];
}
