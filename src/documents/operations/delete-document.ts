// Deletes a document inside a transaction: all of its rows in the requested locales, or none.
import { validationError } from '../../base/errors.ts';
import type { InteractiveWriteSteps, WriteSteps } from '../../storage/database.ts';
import { findDocumentRows, rowsOfDocuments, type DocumentRow } from '../rows/document-rows.ts';
import { afterRow } from '../rows/row-hooks.ts';
import { beforeRemoval } from '../rows/removal-hooks.ts';
import { removeEntries } from '../rows/remove.ts';
import { rowsInLocales } from '../version.ts';
import { hasVersions } from '../versions/model-links.ts';
import { readSharedLinksTo, removePendingLinksTo } from '../versions/remove-pending.ts';
import { addPendingLinks, removePendingLinksOf } from '../versions/pending-links.ts';
import type { WriteContext } from '../write-context.ts';
import { recordEach, type WriteOperation } from '../write-operation.ts';
import type { DeleteRequest } from '../write-request.ts';

/**
 * Deletes a document if it exists and matches `filters` and `_q`.
 * @returns the deleted entries if they are requested
 * @throws ValidationError if only some of its rows match
 */
export function* deleteDocument<Entry>(
  operation: WriteOperation,
  request: DeleteRequest<Entry>,
): InteractiveWriteSteps<readonly Entry[]> {
  const { context, type } = operation;
  const { documentId, response, withEntries } = request;
  const { read } = response;
  const all = yield* findDocumentRows(context, type, documentId);
  const rows = rowsInLocales(all, read);
  const { root, search } = read.plan.shape;
  const isFiltered = root.filter !== null || search !== null;
  const matching: DocumentRow[] = [];
  const deleted: Entry[] = [];
  for (const row of rows) {
    const isRead = isFiltered || withEntries;
    const entry = isRead ? yield* response.matching(row.id) : null;
    if (isRead && entry === null) continue;
    matching.push(row);
    if (entry !== null) deleted.push(entry);
  }
  const isPartial = matching.length > 0 && matching.length < rows.length;
  if (isPartial && read.plan.writtenLocales !== 'matching') {
    throw validationError('Only some versions of the document match: delete it without filters.');
  }
  const going = [...matching, ...(yield* hiddenRows(context, request, matching))];
  const ids = going.map(({ id }) => id);
  const events = yield* beforeRemoval(operation, { uid: type.uid, rows: ids });
  yield* removePendingLinksOf(context, type.uid, ids);
  const isEntireDocument = matching.length === all.length;
  const waiting =
    type.localized && !isEntireDocument ? yield* readSharedLinksTo(context, type, matching) : [];
  if (hasVersions(type))
    yield* removePendingLinksTo(context, type.uid, { rows: matching, isEntireDocument });
  yield* removeEntries(context, type.uid, ids);
  yield* addPendingLinks(context, waiting);
  recordEach(operation, 'deleted', going);
  for (const event of events) yield* afterRow(operation, event);
  return withEntries ? deleted : [];
}

/**
 * Rows that are not served are deleted with their document, so that it does not reappear (docs/strapi/differences.md, D10).
 */
function* hiddenRows(
  context: WriteContext,
  { type, response: { read } }: Pick<DeleteRequest<unknown>, 'type' | 'response'>,
  matching: readonly DocumentRow[],
): WriteSteps<readonly DocumentRow[]> {
  if (!context.served.has(type.uid)) return [];
  const documents = matching.flatMap(({ documentId }) => documentId ?? []);
  const rows = rowsInLocales(yield* rowsOfDocuments(context, type.uid, documents), read);
  return rows.filter(({ id }) => !matching.some((row) => row.id === id));
}
