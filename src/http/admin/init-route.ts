// Route with the data that the admin panel needs before sign-in.
import type { AdminAccounts } from '../../auth/admin/admin-accounts.ts';
import { isJsonObject } from '../../base/json.ts';
import { coreStoreValue, PROJECT_SETTINGS } from '../../storage/core-store.ts';
import type { Database } from '../../storage/database.ts';
import { json } from '../response/response.ts';
import type { Route } from '../routing/route.ts';

interface InitRouteParts {
  readonly accounts: AdminAccounts;
  readonly database: Database;
  /** `strapi.uuid` of the project's package.json; false if it is missing or telemetry is disabled. */
  readonly uuid: unknown;
}

/** `GET /admin/init`. */
export function initRoute({ accounts, database, uuid }: InitRouteParts): Route {
  return {
    method: 'GET',
    path: '/admin/init',
    caller: 'public',
    handler: async () => {
      const [hasAdmin, settings] = await Promise.all([
        accounts.hasAdmins(),
        database.read(coreStoreValue(PROJECT_SETTINGS)),
      ]);
      const menuLogo = logoOf(settings, 'menuLogo');
      const authLogo = logoOf(settings, 'authLogo');
      return json({ data: { uuid, hasAdmin, menuLogo, authLogo } });
    },
  };
}

/** URL of a logo, or null. Undefined if only the other logo was ever set, which Strapi stores as an empty object. */
function logoOf(settings: unknown, name: string): unknown {
  const logo = isJsonObject(settings) ? settings[name] : null;
  if (!logo) return null;
  return isJsonObject(logo) ? logo['url'] : undefined;
}
