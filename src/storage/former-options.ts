// In charge of types whose drafts or locales were switched off: their other rows are kept and not served
// (decision D10). Strapi's record of the schemas that it last ran says what they were.
import { toRecord, valueAt } from '../schema/raw.ts';
import type { Registry } from '../schema/registry.ts';
import type { ContentType } from '../schema/types.ts';
import { coreStoreValue } from './core-store.ts';
import type { Reading } from './session.ts';

/** The rows of a type that are served, where not all are. */
export interface ServedRows {
  /** Drafts were switched off: the rows that were published. */
  readonly publishedOnly: boolean;
  /** Locales were switched off: the rows of one locale, and those without. Null: all. */
  readonly locale: string | null;
}

/** The types of which not all rows are served, by uid. */
export function* readServedRows(
  registry: Registry,
  defaultLocale: string,
): Reading<ReadonlyMap<string, ServedRows>> {
  const stored = toRecord(yield* coreStoreValue('strapi_content_types_schema'));
  const served = new Map<string, ServedRows>();
  for (const type of registry.contentTypes.values()) {
    const rows = servedRows(type, stored[type.uid], defaultLocale);
    if (rows.publishedOnly || rows.locale !== null) served.set(type.uid, rows);
  }
  return served;
}

function servedRows(type: ContentType, former: unknown, defaultLocale: string): ServedRows {
  const hadDrafts = valueAt(former, 'options.draftAndPublish') === true;
  const hadLocales = valueAt(former, 'pluginOptions.i18n.localized') === true;
  return {
    publishedOnly: hadDrafts && !type.draftAndPublish,
    locale: hadLocales && !type.localized ? defaultLocale : null,
  };
}
