// Personal data of administrators in the core store: preferences and saved views of lists (docs/panel.md).
import { isJsonObject } from '../../base/json.ts';
import { coreStoreValue, storeCoreValue } from '../../storage/settings/core-store.ts';
import { CORE_STORE } from '../../storage/layout/names.ts';
import type { WriteSteps } from '../../storage/session.ts';
import type { Tables } from '../../documents/rows/built-in-rows.ts';

/** Key of all saved views. */
export const SAVED_VIEWS = 'quoin_saved_views';

/** Key of the preferences of an administrator. @param admin Row id */
export function preferencesKey(admin: number): string {
  return `quoin_preferences_${admin}`;
}

/** Removes the preferences and private views of administrators; shared views stay. @param admins Row ids */
export function* removePreferencesOf(tables: Tables, admins: readonly number[]): WriteSteps<void> {
  yield* tables.statements.delete(CORE_STORE, [
    { column: 'key', in: admins.map((id) => preferencesKey(id)) },
  ]);
  const stored = yield* coreStoreValue(SAVED_VIEWS);
  const views = isJsonObject(stored) && Array.isArray(stored['views']) ? stored['views'] : [];
  const others = views.filter(
    (view) =>
      !isJsonObject(view) || view['isShared'] === true || !admins.includes(Number(view['owner'])),
  );
  if (others.length < views.length) yield* storeCoreValue(tables, SAVED_VIEWS, { views: others });
}
