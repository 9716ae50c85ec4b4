// What can be granted to API tokens and to roles of end users: the actions of a project, and the limits of administrators.
import type { TokenCeiling } from '../../auth/api-tokens/token-ceiling.ts';
import { actionNames } from '../../auth/roles/action-listing.ts';
import { onDemand, type OnDemand } from '../../base/on-demand.ts';
import type { Tables } from '../../documents/rows/built-in-rows.ts';
import type { Project } from '../../project/load.ts';
import type { Store } from '../store.ts';
import { actionGroups, publicationActionNames } from './action-groups.ts';

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
