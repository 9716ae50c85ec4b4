// Routes of the actions on versions next to a core `update` (docs/strapi/differences.md, D15): those that its core router
// enables, with the configuration that it gives them.
import {
  offeredActions,
  PUBLICATION_PATHS,
  type PublicationAction,
} from '../../project/core-router.ts';
import { toRecord } from '../../schema/raw.ts';
import type { Strapi } from '../strapi/strapi.ts';
import type { CollectedRoute } from './collect-routes.ts';
import type { CoreRoute } from './core-route.ts';

/** A route of an action on versions. */
export interface VersionRoute {
  readonly uid: string;
  readonly action: PublicationAction;
  readonly path: string;
  /** Null if it is open to everyone. */
  readonly permissions: readonly string[] | null;
  /** What runs before it: policies and middlewares of `update`, then its own. */
  readonly policies: readonly unknown[];
  readonly middlewares: readonly unknown[];
}

/** The routes next to a core route; none if it is not `update`, or if the controller has an action of that name. */
export function versionRoutes(
  { route }: CollectedRoute,
  { uid, action, path }: CoreRoute,
  strapi: Strapi,
): readonly VersionRoute[] {
  if (action !== 'update') return [];
  const controller = strapi.controller(uid);
  return offeredActions(route).flatMap((offered): readonly VersionRoute[] => {
    if (controller?.[offered.action] !== undefined) return [];
    const own = toRecord(offered.config);
    const inherited = toRecord(route.config);
    const both = (name: string): readonly unknown[] => [
      ...listOf(inherited[name]),
      ...listOf(own[name]),
    ];
    return [
      {
        uid,
        action: offered.action,
        path: `${path}${PUBLICATION_PATHS[offered.action]}`,
        permissions: permissionsOf(own['auth'], `${uid}.${offered.action}`),
        policies: both('policies'),
        middlewares: both('middlewares'),
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
