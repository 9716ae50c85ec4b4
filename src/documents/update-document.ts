// An update in its transaction: the row of the version is changed, or inserted if the document has none in that locale,
// and published.
import { AppError } from '../base/errors.ts';
import type { JsonObject } from '../base/json.ts';
import type { InteractiveWriting } from '../storage/database.ts';
import { together } from '../storage/together.ts';
import type { CheckedEntry } from './check-entry.ts';
import { insertDocument } from './create-document.ts';
import { findDocumentRows, type DocumentRow } from './document-rows.ts';
import type { PublishedRow } from './links.ts';
import { readPlacesInFields } from './placed-components.ts';
import { findTargets } from './targets.ts';
import { assertValid, type SentDocument } from './validity.ts';
import { isPublishing, isWrittenRow, sourceOf, systemValues, type Version } from './version.ts';
import { insertLocalization } from './versions/insert-localization.ts';
import { publicationOf, publishedFrom, publishWritten } from './versions/publish-rows.ts';
import { publishedPair, readShared, shareWritten } from './versions/shared-values.ts';
import { updateEntry } from './write-entries.ts';
import { recordEvent, versionRow, type WriteOperation } from './write-operation.ts';

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
  operation: WriteOperation,
  version: Version,
  { documentId, data, update, create }: SentUpdate,
): InteractiveWriting<number> {
  const { context, type } = operation;
  const [targets, rows] = yield* together([
    findTargets(context, sourceOf(version), update.input),
    findDocumentRows(context, type, documentId),
  ]);
  if (rows.length === 0) {
    if (documentId !== null) throw new AppError('NotFoundError', 'Not Found');
    return yield* insertDocument(operation, version, { checked: create(), targets });
  }
  const row = rows.find((each) => isWrittenRow(version, each));
  if (!row) {
    const sent = { checked: create(), targets };
    return yield* insertLocalization(operation, version, { sent, data, rows });
  }
  return yield* updateRow(operation, version, {
    sent: { checked: update, targets },
    data,
    row,
    rows,
  });
}

/** The row that an update changes, and all that its document has. */
interface UpdatedRow {
  readonly sent: SentDocument;
  readonly data: JsonObject;
  readonly row: DocumentRow;
  readonly rows: readonly DocumentRow[];
}

function* updateRow(
  operation: WriteOperation,
  version: Version,
  { sent, data, row, rows }: UpdatedRow,
): InteractiveWriting<number> {
  const { context, type } = operation;
  const { input } = sent.checked;
  const publication = publicationOf(version, row, rows);
  const locales = [version.locale];
  const [, before, placesIn] = yield* together([
    assertValid(context, version, { sent, documentId: row.documentId }),
    readShared(context, type, {
      rows,
      locales,
      sent: publication ? null : new Set(Object.keys(data)),
    }),
    readPlacesInFields(context, {
      uid: type.uid,
      rows: publication ? publishedFrom(publication) : [row.id],
      fields: publication ? null : [...input.components.keys()],
    }),
  ]);
  const stored = yield* updateEntry(
    operation,
    {
      input,
      targets: sent.targets,
      row: row.id,
      placesIn,
      published: publishedRow(version, row, rows),
    },
    new Map([...systemValues(version, 'update'), ...operation.times]),
  );
  recordEvent(operation, 'updated', { ...row, ...versionRow(type, row.id) });
  const answered = publication
    ? yield* publishWritten(operation, row, { placesIn: stored.placesIn, publication })
    : row.id;
  const draft = { before: row.id, after: row.id };
  const published = publishedPair(version, rows, answered);
  yield* shareWritten(operation, { before, draft, published, locales });
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
