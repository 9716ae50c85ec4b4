// In charge of what an update does in its transaction: the row of the version is changed, or made where the document
// has none in that locale, and published (spec/lifecycle.md sections 2 and 7).
import { AppError } from '../base/errors.ts';
import type { JsonObject } from '../base/json.ts';
import type { Writing } from '../storage/database.ts';
import type { CheckedEntry } from './check-entry.ts';
import { insertDocument } from './create-document.ts';
import { findDocumentRows, type DocumentRow } from './document-rows.ts';
import type { PublishedRow } from './links.ts';
import { findTargets } from './targets.ts';
import { assertValid } from './validity.ts';
import { isPublishing, isWrittenRow, sourceOf, systemValues, type Version } from './version.ts';
import { insertLocalization } from './versions/insert-localization.ts';
import { publishWritten } from './versions/publish-written.ts';
import { publishedPair, readShared, shareWritten } from './versions/shared-values.ts';
import type { WriteContext } from './write-context.ts';
import { updateEntry } from './write-entries.ts';

/** What was sent, checked as a change of a row and as a new row. */
export interface SentUpdate {
  /** Null: the document of a single type, made where there is none. */
  readonly documentId: string | null;
  readonly data: JsonObject;
  readonly update: CheckedEntry;
  create(): CheckedEntry;
}

/** Updates a document. @returns the id of the row that is answered. @throws AppError */
export function* updateDocument(
  context: WriteContext,
  version: Version,
  { documentId, data, update, create }: SentUpdate,
): Writing<number> {
  const { type } = version;
  const targets = yield* findTargets(context, sourceOf(version), update.input);
  const rows = yield* findDocumentRows(context, type, documentId);
  if (rows.length === 0) {
    if (documentId !== null) throw new AppError('NotFoundError', 'Not Found');
    return yield* insertDocument(context, version, { checked: create(), targets });
  }
  const row = rows.find((each) => isWrittenRow(version, each));
  if (!row) {
    const sent = { checked: create(), targets };
    return yield* insertLocalization(context, version, { sent, data, rows });
  }
  yield* assertValid(context, version, {
    sent: { checked: update, targets },
    documentId: row.documentId,
  });
  const locales = [version.locale];
  const sent = isPublishing(version) ? null : new Set(Object.keys(data));
  const before = yield* readShared(context, type, { rows, locales, sent });
  yield* updateEntry(
    context,
    { input: update.input, targets, row: row.id, published: publishedRow(version, row, rows) },
    systemValues(version, 'update'),
  );
  const answered = yield* publishWritten(context, version, { row, rows });
  const draft = { before: row.id, after: row.id };
  const published = publishedPair(version, rows, answered);
  yield* shareWritten(context, type, { before, draft, published, locales });
  return answered;
}

/** The published row of the document in the locale of its draft. */
function publishedRow(
  version: Version,
  draft: DocumentRow,
  rows: readonly DocumentRow[],
): PublishedRow | null {
  const found = rows.find(({ isDraft, locale }) => !isDraft && locale === draft.locale);
  if (!version.type.draftAndPublish || !found) return null;
  return { row: found.id, replaced: isPublishing(version) };
}
