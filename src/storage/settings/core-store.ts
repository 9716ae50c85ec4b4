// Reads and writes settings in Strapi's key-value table by key (docs/strapi/storage.md, "Strapi's own tables").
import { literal } from '../dialect.ts';
import { CORE_STORE } from '../layout/names.ts';
import type { RowStatements } from '../statements/row-statements.ts';
import type { ReadSteps, WriteSteps } from '../session.ts';

/** Key of the default locale. */
export const DEFAULT_LOCALE = 'plugin_i18n_default_locale';

/** Key of the logos of the admin panel. */
export const PROJECT_SETTINGS = 'core_admin_project-settings';

/** Parsed value of a key such as `plugin_i18n_default_locale`, or null. */
export function* coreStoreValue(key: string): ReadSteps<unknown> {
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

/** Code of the default locale. @param initialLocale Default if the database has none */
export function* readDefaultLocale(initialLocale: string): ReadSteps<string> {
  const stored = yield* coreStoreValue(DEFAULT_LOCALE);
  return typeof stored === 'string' ? stored : initialLocale;
}

/** Stores the value of a key. @param value A JSON value */
export function* storeCoreValue(
  { statements }: { readonly statements: RowStatements },
  key: string,
  value: unknown,
): WriteSteps<void> {
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
