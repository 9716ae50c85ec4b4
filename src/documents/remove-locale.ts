// In charge of what goes with a locale: every row in it, of every localized type, with all that hangs on it
// (spec/auth.md section 7). Nobody waits for what is gone: the links that stand ready for it go too.
import type { Writing } from '../storage/database.ts';
import { pendingLinks } from '../storage/quoin-tables.ts';
import { rowsOfDocuments, type DocumentRow } from './document-rows.ts';
import { removeEntries } from './remove.ts';
import { removePendingLinksTo } from './versions/end-pending.ts';
import { removePendingLinksOf } from './versions/pending-links.ts';
import type { WriteContext } from './write-context.ts';

/** Removes all rows in a locale. @returns how many there were */
export function* removeLocale(context: WriteContext, locale: string): Writing<number> {
  let count = 0;
  for (const { uid, localized } of context.registry.contentTypes.values()) {
    if (!localized) continue;
    const { ids, whole } = yield* readGoing(context, uid, locale);
    count += ids.length;
    yield* removePendingLinksOf(context, uid, ids);
    yield* removePendingLinksTo(context, uid, { rows: whole, isWhole: true });
    yield* removeEntries(context, uid, ids);
  }
  const { table, targetLocale } = pendingLinks;
  yield* context.statements.delete(table, [{ column: targetLocale, is: locale }]);
  return count;
}

interface GoingRows {
  readonly ids: readonly number[];
  /** Rows of documents that have none in other locales. */
  readonly whole: readonly DocumentRow[];
}

function* readGoing(context: WriteContext, uid: string, locale: string): Writing<GoingRows> {
  const { statements, layout } = context;
  const found = yield* statements.select(layout.table(uid), {
    columns: ['id', 'document_id'],
    where: [{ column: 'locale', is: locale }],
    order: ['id'],
  });
  const documents = found.flatMap(([, document]) => (document === null ? [] : [String(document)]));
  const rows = yield* rowsOfDocuments(context, uid, documents);
  const elsewhere = new Set(
    rows.filter((row) => row.locale !== locale).map(({ documentId }) => documentId),
  );
  return {
    ids: found.map(([id]) => Number(id)),
    whole: rows.filter(({ documentId }) => !elsewhere.has(documentId)),
  };
}

/** How many rows there are in a locale, drafts and published ones of all localized types. */
export function* countLocaleRows(
  { registry, statements, layout }: WriteContext,
  locale: string,
): Writing<number> {
  let count = 0;
  for (const { uid, localized } of registry.contentTypes.values()) {
    if (!localized) continue;
    const rows = yield* statements.select(layout.table(uid), {
      columns: ['id'],
      where: [{ column: 'locale', is: locale }],
    });
    count += rows.length;
  }
  return count;
}
