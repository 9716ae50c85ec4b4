// Routes of publication actions next to a core `update` (docs/strapi/differences.md, D15): those that its core router
// enables, with their configuration.
import {
  offeredActions,
  PUBLICATION_PATHS,
  type PublicationAction,
} from '../../project/core-router.ts';
import { toRecord } from '../../schema/raw.ts';
import type { Strapi } from '../strapi/strapi.ts';
import type { CollectedRoute } from './collect-routes.ts';
import type { CoreRoute } from './core-route.ts';

/** The route of a publication action. */
export interface VersionRoute {
  readonly uid: string;
  readonly action: PublicationAction;
  readonly path: string;
  /** `null` for a public route. */
  readonly permissions: readonly string[] | null;
  /** Policies and middlewares of `update`, then its own. */
  readonly policies: readonly unknown[];
  readonly middlewares: readonly unknown[];
}

/** Publication routes next to a core route; none unless it is `update`, or if the controller defines the action. */
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
