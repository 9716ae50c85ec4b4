// In charge of the settings of end users' accounts, as the administrator keeps them: one object in Strapi's key-value
// table (docs/strapi/accounts.md, "Settings").
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { coreStoreValue } from '../../storage/core-store.ts';
import type { Reading } from '../../storage/database.ts';

/** Key of the settings. */
export const ADVANCED_SETTINGS = 'plugin_users-permissions_advanced';

/** The settings as they are stored: nothing checks what an administrator sends. */
export function* readAdvancedSettings(): Reading<JsonObject> {
  const stored = yield* coreStoreValue(ADVANCED_SETTINGS);
  return isJsonObject(stored) ? stored : {};
}
