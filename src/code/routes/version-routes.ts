// Publication routes next to a core `update` route (docs/strapi/differences.md, D15), as its core router enables and
// configures them.
import {
  offeredActions,
  PUBLICATION_PATHS,
  type PublicationAction,
} from '../../project/core-router.ts';
import { toRecord } from '../../schema/raw.ts';
import type { Strapi } from '../strapi/strapi.ts';
import type { CollectedRoute } from './collect-routes.ts';
import type { CoreActionRoute } from './core-route.ts';

/** A publication route. */
export interface VersionRoute {
  readonly uid: string;
  readonly action: PublicationAction;
  readonly path: string;
  /** Null for a public route. */
  readonly permissions: readonly string[] | null;
  /** Policies of `update`, then those of the action; `middlewares` likewise. */
  readonly policies: readonly unknown[];
  readonly middlewares: readonly unknown[];
  /** Policies and middlewares of the action only, in the form of the configuration of a route. */
  readonly ownConfig: {
    readonly policies: readonly unknown[];
    readonly middlewares: readonly unknown[];
  };
}

/** Returns the publication routes of an `update` route, except those that the controller replaces. */
export function versionRoutes(
  { route }: CollectedRoute,
  { uid, action, path }: CoreActionRoute,
  strapi: Strapi,
): readonly VersionRoute[] {
  if (action !== 'update') return [];
  const controller = strapi.controller(uid);
  return offeredActions(route).flatMap((offered): readonly VersionRoute[] => {
    if (controller?.[offered.action] !== undefined) return [];
    const own = toRecord(offered.config);
    const inherited = toRecord(route.config);
    const ownConfig = {
      policies: listOf(own['policies']),
      middlewares: listOf(own['middlewares']),
    };
    return [
      {
        uid,
        action: offered.action,
        path: `${path}${PUBLICATION_PATHS[offered.action]}`,
        permissions: permissionsOf(own['auth'], `${uid}.${offered.action}`),
        policies: [...listOf(inherited['policies']), ...ownConfig.policies],
        middlewares: [...listOf(inherited['middlewares']), ...ownConfig.middlewares],
        ownConfig,
      },
    ];
  });
}

function permissionsOf(auth: unknown, name: string): readonly string[] | null {
  if (auth === false) return null;
  const scope = listOf(toRecord(auth)['scope']).map(String);
  return scope.length > 0 ? scope : [name];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
