// Startup data of the admin interface.
import { isJsonObject } from '../base/json.ts';
import { preferencesKey } from '../auth/admin/preferences.ts';
import type { AdminPermissions } from '../auth/admin/admin-permissions.ts';
import { showAdmin } from '../auth/admin/admin-users.ts';
import type { AdminPrincipal } from '../auth/admin/admin-authenticator.ts';
import {
  Configurations,
  type ConfigurationDependencies,
} from '../content-manager/views/configurations.ts';
import { SavedViews } from '../content-manager/views/saved-views.ts';
import { Views } from '../content-manager/views/views.ts';
import type { Locales } from '../documents/locales/document-locales.ts';
import type { Bootstrap } from '../http/panel/bootstrap.ts';
import type { RawDefinition } from '../schema/types.ts';
import { coreStoreValue } from '../storage/settings/core-store.ts';

interface BootstrapDependencies extends Pick<ConfigurationDependencies, 'context' | 'database'> {
  /** Of all content-types and components. */
  readonly definitions: readonly RawDefinition[];
  readonly permissions: Pick<AdminPermissions, 'ofUser'>;
  readonly locales: Locales;
  readonly restPrefix: string;
}

/** Returns the function that reads the data. */
export function createBootstrap({
  definitions,
  permissions,
  locales,
  restPrefix,
  ...stored
}: BootstrapDependencies): (caller: AdminPrincipal) => Promise<Bootstrap> {
  const { models, init: types } = new Views(definitions);
  const configurations = new Configurations({ ...stored, models });
  const savedViews = new SavedViews(stored);
  return async (caller) => {
    const { admin } = caller;
    const [own, views, all, saved, preferences] = await Promise.all([
      permissions.ofUser(admin),
      configurations.all(),
      locales.list(),
      savedViews.list(caller),
      stored.database.read(coreStoreValue(preferencesKey(admin.id))),
    ]);
    return {
      user: showAdmin(admin, { roles: true }),
      permissions: own,
      types,
      views,
      locales: all.map((locale) => ({
        code: locale.code,
        name: locale.name,
        isDefault: locales.isDefault(locale),
      })),
      savedViews: saved,
      preferences: isJsonObject(preferences) ? preferences : {},
      restPrefix,
    };
  };
}
