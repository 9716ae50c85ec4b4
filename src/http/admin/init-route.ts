// Tells the panel of administrators what it needs before anybody signs in.
import type { AdminAccounts } from '../../auth/admin/admin-accounts.ts';
import { isJsonObject } from '../../base/json.ts';
import { coreStoreValue, PROJECT_SETTINGS } from '../../storage/core-store.ts';
import type { Database } from '../../storage/database.ts';
import type { Route } from '../bind-routes.ts';
import { sendJson } from '../respond.ts';

export interface InitRouteParts {
  readonly accounts: AdminAccounts;
  readonly database: Database;
  /** `strapi.uuid` of the project's package.json; false: it has none, or does not want to be counted. */
  readonly uuid: unknown;
}

/** What answers `/admin/init`, to everyone. */
export function initRoute({ accounts, database, uuid }: InitRouteParts): Route {
  const handler: Route['handler'] = async (_request, reply) => {
    const [hasAdmin, settings] = await Promise.all([
      accounts.hasAdmins(),
      database.read(coreStoreValue(PROJECT_SETTINGS)),
    ]);
    const data = {
      uuid,
      hasAdmin,
      menuLogo: logoOf(settings, 'menuLogo'),
      authLogo: logoOf(settings, 'authLogo'),
    };
    return sendJson(reply, JSON.stringify({ data }));
  };
  return { method: 'GET', path: '/admin/init', handler };
}

/** The address of a logo; null where there is none. One that was never set beside the other is an empty object: undefined. */
function logoOf(settings: unknown, name: string): unknown {
  const logo = isJsonObject(settings) ? settings[name] : null;
  if (!logo) return null;
  return isJsonObject(logo) ? logo['url'] : undefined;
}
