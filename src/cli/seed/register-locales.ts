// Registers the locales of a project (docs/strapi/administration.md, "Locales").
import { localeName } from '../../base/locale-name.ts';
import type { Documents } from '../../documents/document-collection.ts';
import { LOCALE } from '../../schema/built-in/uids.ts';

/** Adds locales that do not exist yet. */
export async function registerLocales(
  documents: Documents,
  codes: readonly string[],
): Promise<void> {
  const locales = documents(LOCALE);
  for (const code of codes) {
    const has = await locales.findFirst({ filters: { code } });
    if (!has) await locales.create({ data: { code, name: localeName(code) } });
  }
}
