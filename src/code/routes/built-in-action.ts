// Identifies routes of built-in plugins that project code has not changed.
import { toRecord } from '../../schema/raw.ts';
import { coreMethodOf } from '../factories/core-methods.ts';
import { ifOpen } from '../strapi/data-slot.ts';
import type { Strapi } from '../strapi/strapi.ts';
import { BUILT_IN, type CollectedRoute } from './collect-routes.ts';

/** Built-in routes include the rate limit. */
const RATE_LIMIT = 'plugin::users-permissions.rateLimit';

/**
 * Returns the built-in action of a route, such as `plugin::users-permissions.user.me`; null if the project defines the
 * route or an extension has changed it.
 */
export function builtInActionOf({ route }: CollectedRoute, strapi: Strapi): string | null {
  const { handler, info, config } = route;
  if (typeof handler !== 'string' || !BUILT_IN.includes(info.pluginName ?? '')) return null;
  const dot = handler.lastIndexOf('.');
  const uid = `plugin::${info.pluginName ?? ''}.${handler.slice(0, dot)}`;
  const name = handler.slice(dot + 1);
  const core = ifOpen(() => coreMethodOf(strapi.controller(uid)?.[name]));
  if (core?.uid !== uid || core.name !== name) return null;
  const { policies, middlewares, auth } = toRecord(config);
  // Built-in routes try all strategies.
  if (toRecord(auth)['strategies'] !== undefined) return null;
  const action = `${uid}.${name}`;
  const hasPolicies = Array.isArray(policies) && policies.length > 0;
  const hasMiddlewares =
    Array.isArray(middlewares) && middlewares.some((each) => each !== RATE_LIMIT);
  const isRescoped = auth !== undefined && String(toRecord(auth)['scope']) !== action;
  return hasPolicies || hasMiddlewares || isRescoped ? null : action;
}
