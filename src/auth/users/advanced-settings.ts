// Settings of end users' accounts, stored as one object in Strapi's key-value table (docs/strapi/accounts.md,
// "Settings").
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { coreStoreValue } from '../../storage/settings/core-store.ts';
import type { ReadSteps } from '../../storage/session.ts';

/** Key of the settings. */
export const ADVANCED_SETTINGS = 'plugin_users-permissions_advanced';

/** Returns the stored settings, which are not validated. */
export function* readAdvancedSettings(): ReadSteps<JsonObject> {
  const stored = yield* coreStoreValue(ADVANCED_SETTINGS);
  return isJsonObject(stored) ? stored : {};
}
