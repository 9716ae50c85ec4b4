// In charge of reading settings from Strapi's key-value table (spec/storage.md section 4).
import type { Reading } from './session.ts';

/** The value of a key such as `plugin_i18n_default_locale`, parsed; null where there is none. */
export function* coreStoreValue(key: string): Reading<unknown> {
  const [rows = []] = yield [
    {
      sql: 'select value from strapi_core_store_settings where key = ? order by id',
      values: [key],
    },
  ];
  const text = rows[0]?.[0];
  if (typeof text !== 'string') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Code of the locale that is meant where none is named. @param initialLocale Where the database names none */
export function* readDefaultLocale(initialLocale: string): Reading<string> {
  const stored = yield* coreStoreValue('plugin_i18n_default_locale');
  return typeof stored === 'string' ? stored : initialLocale;
}
