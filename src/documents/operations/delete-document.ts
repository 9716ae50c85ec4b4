// Deletes a document inside a transaction, or only its rows that match the query.
import { validationError } from '../../base/errors.ts';
import type { InteractiveWriteSteps, WriteSteps } from '../../storage/session.ts';
import { findDocumentRows, rowsOfDocuments, type DocumentRow } from '../rows/document-rows.ts';
import { afterRow } from '../rows/row-hooks.ts';
import { beforeRemoval } from '../rows/removal-hooks.ts';
import { removeEntries } from '../rows/remove.ts';
import { rowsInLocales } from '../version.ts';
import { hasVersions } from '../versions/model-links.ts';
import { readSharedLinksTo, removePendingLinksTo } from '../versions/remove-pending.ts';
import { addPendingLinks, removePendingLinksOf } from '../versions/pending-links.ts';
import { unpublishRows, type UnpublishedRow } from '../versions/unpublish-rows.ts';
import type { WriteContext } from '../write-context.ts';
import { recordEach, type WriteOperation } from '../write-operation.ts';
import type { DeleteRequest } from '../write-request.ts';

/**
 * Deletes a document if it exists, or only its rows that match `filters`, `_q` and `publicationFilter`. Published rows whose
 * drafts do not match are unpublished (docs/strapi/publishing.md, "Deletion").
 * @returns the deleted entries if they are requested
 * @throws ValidationError if a draft matches, but not its published row
 */
export function* deleteDocument<Entry>(
  operation: WriteOperation,
  request: DeleteRequest<Entry>,
): InteractiveWriteSteps<readonly Entry[]> {
  const { context, type } = operation;
  const { documentId, response, withEntries } = request;
  const all = yield* findDocumentRows(context, type, documentId);
  const rows = rowsInLocales(all, response.read);
  const { matching, deleted } = yield* readMatching(request, rows);
  const unpublished = type.draftAndPublish ? rowsWithDrafts(rows, matching) : [];
  const deletedRows = matching.filter(({ id }) => !unpublished.some((row) => row.id === id));
  const hidden = yield* hiddenRows(context, request, { all, rows, matching });
  const ids = [...deletedRows, ...hidden].map(({ id }) => id);
  const removed = [...unpublished.map(({ id }) => id), ...ids];
  const events = yield* beforeRemoval(operation, { uid: type.uid, rows: removed });
  if (unpublished.length > 0) yield* unpublishRows(context, type, unpublished);
  yield* removePendingLinksOf(context, type.uid, ids);
  const isEntireDocument = matching.length === all.length;
  const sharedLinks =
    type.localized && !isEntireDocument ? yield* readSharedLinksTo(context, type, deletedRows) : [];
  if (hasVersions(type))
    yield* removePendingLinksTo(context, type.uid, { rows: deletedRows, isEntireDocument });
  yield* removeEntries(context, type.uid, ids);
  yield* addPendingLinks(context, sharedLinks);
  recordEach(operation, 'deleted', [...matching, ...hidden]);
  for (const event of events) yield* afterRow(operation, event);
  return withEntries ? deleted : [];
}

interface MatchingRows<Entry> {
  readonly matching: readonly DocumentRow[];
  /** Their entries, if they are requested or rows are filtered. */
  readonly deleted: readonly Entry[];
}

function* readMatching<Entry>(
  { response, withEntries }: DeleteRequest<Entry>,
  rows: readonly DocumentRow[],
): WriteSteps<MatchingRows<Entry>> {
  const { root, search, publicationFilter } = response.read.plan.shape;
  const isFiltered = root.filter !== null || search !== null || publicationFilter !== null;
  if (!isFiltered && !withEntries) return { matching: rows, deleted: [] };
  const matching: DocumentRow[] = [];
  const deleted: Entry[] = [];
  for (const row of rows) {
    const entry = yield* response.matching(row.id);
    if (entry === null) continue;
    matching.push(row);
    deleted.push(entry);
  }
  return { matching, deleted };
}

/**
 * The published rows to be removed whose drafts remain.
 * @throws ValidationError for a draft whose published row remains: a published entry without a draft cannot be edited
 */
function rowsWithDrafts(
  rows: readonly DocumentRow[],
  matching: readonly DocumentRow[],
): readonly UnpublishedRow[] {
  const remaining = rows.filter((row) => !matching.includes(row));
  if (remaining.length === 0) return [];
  const isLost = ({ isDraft, locale }: DocumentRow): boolean =>
    isDraft && remaining.some((row) => !row.isDraft && row.locale === locale);
  if (matching.some(isLost)) {
    throw validationError('Only some versions of the document match: delete it without filters.');
  }
  return matching.flatMap(({ id, documentId, locale, isDraft }) => {
    const draft = remaining.find((row) => row.isDraft && row.locale === locale);
    if (isDraft || documentId === null || !draft) return [];
    return [{ id, documentId, locale, draft: draft.id }];
  });
}

interface DocumentRows {
  readonly all: readonly DocumentRow[];
  /** Those in the locales of the write. */
  readonly rows: readonly DocumentRow[];
  readonly matching: readonly DocumentRow[];
}

/**
 * Rows that are not served are deleted with the document or locale that they belong to, so that it does not reappear
 * (docs/strapi/differences.md, D10).
 */
function* hiddenRows(
  context: WriteContext,
  { type, response: { read } }: Pick<DeleteRequest<unknown>, 'type' | 'response'>,
  { all, rows, matching }: DocumentRows,
): WriteSteps<readonly DocumentRow[]> {
  if (!context.served.has(type.uid)) return [];
  const isPartial = matching.length < rows.length;
  if (isPartial && !type.localized) return [];
  const documents = matching.flatMap(({ documentId }) => documentId ?? []);
  const stored = rowsInLocales(yield* rowsOfDocuments(context, type.uid, documents), read);
  const hidden = stored.filter(({ id }) => !all.some((row) => row.id === id));
  if (!isPartial) return hidden;
  const remaining = rows.filter((row) => !matching.includes(row));
  const locales = new Set(matching.map(({ locale }) => locale));
  for (const { locale } of remaining) locales.delete(locale);
  return hidden.filter(({ locale }) => locales.has(locale));
}
