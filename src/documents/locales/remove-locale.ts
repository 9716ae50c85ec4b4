// Removes a locale: every row in it, of every localized type, and the pending links to it.
import type { WriteSteps } from '../../storage/session.ts';
import { pendingLinks } from '../../storage/layout/quoin-tables.ts';
import { rowsOfDocuments, type DocumentRow } from '../rows/document-rows.ts';
import { removeEntries } from '../rows/remove.ts';
import { removePendingLinksTo } from '../versions/remove-pending.ts';
import { removePendingLinksOf } from '../versions/pending-links.ts';
import type { WriteContext } from '../write-context.ts';
import { recordEach, type WriteOperation } from '../write-operation.ts';

/** Removes all rows in a locale and records the events. @returns the number of removed rows */
export function* removeLocale(
  { context, ...write }: Pick<WriteOperation, 'context' | 'by' | 'events'>,
  locale: string,
): WriteSteps<number> {
  let count = 0;
  for (const type of context.registry.contentTypes.values()) {
    const { uid, localized } = type;
    if (!localized) continue;
    const { ids, rows, whole } = yield* readRowsToRemove(context, uid, locale);
    count += ids.length;
    yield* removePendingLinksOf(context, uid, ids);
    yield* removePendingLinksTo(context, uid, { rows: whole, isEntireDocument: true });
    yield* removeEntries(context, uid, ids);
    recordEach({ ...write, type }, 'deleted', rows);
  }
  const { table, targetLocale } = pendingLinks;
  yield* context.statements.delete(table, [{ column: targetLocale, is: locale }]);
  return count;
}

interface RowsToRemove {
  readonly ids: readonly number[];
  /** Rows with a documentId. */
  readonly rows: readonly DocumentRow[];
  /** Rows of documents that have none in other locales. */
  readonly whole: readonly DocumentRow[];
}

function* readRowsToRemove(
  context: WriteContext,
  uid: string,
  locale: string,
): WriteSteps<RowsToRemove> {
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
    rows: rows.filter((row) => row.locale === locale),
    whole: rows.filter(({ documentId }) => !elsewhere.has(documentId)),
  };
}

/** Counts the rows in a locale: drafts and published rows of all localized types. */
export function* countLocaleRows(
  { registry, statements, layout }: WriteContext,
  locale: string,
): WriteSteps<number> {
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
