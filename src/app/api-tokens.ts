// In charge of API tokens as a project keeps them: with its secrets, and the actions that it has.
import { ApiTokens } from '../auth/api-tokens/api-tokens.ts';
import { actionNames } from '../auth/roles/action-listing.ts';
import type { Tables } from '../auth/tables.ts';
import type { Project } from '../project/load.ts';
import { actionGroups, publicationActionNames } from './action-groups.ts';
import type { Store } from './store.ts';

/** Handles the API tokens of a project. */
export function createApiTokens(project: Project, { database }: Store, tables: Tables): ApiTokens {
  const { apiTokenSalt: salt, encryptionKey } = project.config.admin;
  return new ApiTokens({
    database,
    tables,
    secrets: { salt, encryptionKey: encryptionKey === '' ? null : encryptionKey },
    actions: new Set(allActions(project)),
  });
}

/** All actions that a custom token may list, by their full names. */
export function allActions({ routes }: Project): readonly string[] {
  return [...actionNames(actionGroups(routes)), ...publicationActionNames(routes)];
}
