// In charge of the settings in Strapi's key-value table: read and written by key (docs/strapi/storage.md,
// "Strapi's own tables").
import { literal } from './literal.ts';
import { CORE_STORE } from './names.ts';
import type { RowStatements } from './row-statements.ts';
import type { Reading, Writing } from './session.ts';

/** Key of the code of the locale that is meant where none is named. */
export const DEFAULT_LOCALE = 'plugin_i18n_default_locale';

/** Key of the logos of the administration. */
export const PROJECT_SETTINGS = 'core_admin_project-settings';

/** The value of a key such as `plugin_i18n_default_locale`, parsed; null where there is none. */
export function* coreStoreValue(key: string): Reading<unknown> {
  const [rows = []] = yield [
    {
      sql: `select value from strapi_core_store_settings where key = ${literal(key)} order by id`,
      values: [],
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
  const stored = yield* coreStoreValue(DEFAULT_LOCALE);
  return typeof stored === 'string' ? stored : initialLocale;
}

/** Stores the value of a key, in the place of the one that is there. @param value What JSON can hold */
export function* storeCoreValue(
  { statements }: { readonly statements: RowStatements },
  key: string,
  value: unknown,
): Writing<void> {
  const columns = ['value', 'type'];
  const stored = [JSON.stringify(value), typeof value];
  const rows = yield* statements.select(CORE_STORE, {
    columns: ['id'],
    where: [{ column: 'key', is: key }],
    order: ['id'],
  });
  const [first] = rows;
  if (first) yield* statements.update(CORE_STORE, columns, [[Number(first[0]), ...stored]]);
  else yield* statements.insert(CORE_STORE, ['key', ...columns], [[key, ...stored]]);
}
