// A deletion in its transaction: all rows of a document in the locales that are named go, or none.
import { validationError } from '../base/errors.ts';
import type { Reader } from '../query/read.ts';
import type { InteractiveWriting, Writing } from '../storage/database.ts';
import { findDocumentRows, rowsOfDocuments, type DocumentRow } from './document-rows.ts';
import { afterRow } from './hooked-rows.ts';
import { beforeRemoval } from './hooked-removal.ts';
import { removeEntries } from './remove.ts';
import { rowsInLocales } from './version.ts';
import { hasVersions } from './versions/model-links.ts';
import { readSharedLinksTo, removePendingLinksTo } from './versions/end-pending.ts';
import { addPendingLinks, removePendingLinksOf } from './versions/pending-links.ts';
import type { WriteContext } from './write-context.ts';
import { recordEach, type WriteOperation } from './write-operation.ts';
import type { DeleteRequest } from './write-request.ts';

/**
 * Deletes a document, if it is there. Of one that `filters` or `_q` leave out nothing is deleted.
 * @returns the rows that were deleted, as JSON texts, where they are asked for
 * @throws ValidationError where filters tear the document apart
 */
export function* deleteDocument(
  operation: WriteOperation,
  reader: Reader,
  request: DeleteRequest,
): InteractiveWriting<readonly string[]> {
  const { context, type } = operation;
  const {
    documentId,
    answer: { read, format },
    withEntries,
  } = request;
  const all = yield* findDocumentRows(context, type, documentId);
  const rows = rowsInLocales(all, read);
  const { root, search } = read.plan.shape;
  const isFiltered = root.filter !== null || search !== null;
  const gone: DocumentRow[] = [];
  const deleted: string[] = [];
  for (const row of rows) {
    const isRead = isFiltered || withEntries;
    const entry = isRead ? yield* reader.matching(read, row.id, format) : null;
    if (isRead && entry === null) continue;
    gone.push(row);
    if (entry !== null) deleted.push(entry);
  }
  const isTorn = gone.length > 0 && gone.length < rows.length;
  if (isTorn && read.plan.writtenLocales !== 'matching') {
    throw validationError('Only some versions of the document match: delete it without filters.');
  }
  const going = [...gone, ...(yield* hiddenRows(context, request, gone))];
  const ids = going.map(({ id }) => id);
  const events = yield* beforeRemoval(operation, { uid: type.uid, rows: ids });
  yield* removePendingLinksOf(context, type.uid, ids);
  const isWhole = gone.length === all.length;
  const waiting = type.localized && !isWhole ? yield* readSharedLinksTo(context, type, gone) : [];
  if (hasVersions(type)) yield* removePendingLinksTo(context, type.uid, { rows: gone, isWhole });
  yield* removeEntries(context, type.uid, ids);
  yield* addPendingLinks(context, waiting);
  recordEach(operation, 'deleted', going);
  for (const event of events) yield* afterRow(operation, event);
  return withEntries ? deleted : [];
}

/**
 * Rows that are kept and not served go with their document: it must not come back (docs/strapi/differences.md, D10).
 */
function* hiddenRows(
  context: WriteContext,
  { type, answer: { read } }: DeleteRequest,
  gone: readonly DocumentRow[],
): Writing<readonly DocumentRow[]> {
  if (!context.served.has(type.uid)) return [];
  const documents = gone.flatMap(({ documentId }) => documentId ?? []);
  const rows = rowsInLocales(yield* rowsOfDocuments(context, type.uid, documents), read);
  return rows.filter(({ id }) => !gone.some((row) => row.id === id));
}
