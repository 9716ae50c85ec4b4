// Updates a document inside a transaction: changes the row of the version, or inserts it if the document has none in the
// locale, and publishes it.
import { notFound } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import type { InteractiveWriteSteps } from '../../storage/session.ts';
import type { PublishedRow } from '../links/link-write.ts';
import { concurrently } from '../../storage/concurrently.ts';
import type { CheckedEntry } from '../check/check-entry.ts';
import { insertDocument } from './create-document.ts';
import { findDocumentRows, type DocumentRow } from '../rows/document-rows.ts';
import { readSlotsOfFields } from '../components/stored-components.ts';
import { findTargets } from '../links/targets.ts';
import { assertValid, type SentDocument } from '../validation/assert-valid.ts';
import { isPublishing, isWrittenRow, sourceOf, systemValues, type Version } from '../version.ts';
import { insertLocalization } from '../versions/insert-localization.ts';
import { publicationOf, rowsOfPublication, publishWritten } from '../versions/publish-rows.ts';
import { publishedPair, readShared, shareWritten } from '../versions/shared-values.ts';
import { updateEntry } from '../rows/write-entries.ts';
import { recordEvent, versionRow, type WriteOperation } from '../write-operation.ts';

/** The data that was sent, checked as an update and as a new row. */
export interface SentUpdate {
  /** Null for the document of a single type, which is created if it does not exist. */
  readonly documentId: string | null;
  readonly data: JsonObject;
  readonly update: CheckedEntry;
  create(): CheckedEntry;
}

/** Updates a document. @returns the row id for the response @throws AppError */
export function* updateDocument(
  operation: WriteOperation,
  version: Version,
  { documentId, data, update, create }: SentUpdate,
): InteractiveWriteSteps<number> {
  const { context, type } = operation;
  const [targets, rows] = yield* concurrently([
    findTargets(context, sourceOf(version), update.input),
    findDocumentRows(context, type, documentId),
  ]);
  if (rows.length === 0) {
    if (documentId !== null) throw notFound();
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

/** The row to be updated, and all rows of its document. */
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
): InteractiveWriteSteps<number> {
  const { context, type } = operation;
  const { input } = sent.checked;
  const publication = publicationOf(version, row, rows);
  const locales = [version.locale];
  const [, before, slotsOf] = yield* concurrently([
    assertValid(operation, version, { sent, documentId: row.documentId, isNew: false }),
    readShared(context, type, {
      rows,
      locales,
      sent: publication ? null : new Set(Object.keys(data)),
    }),
    readSlotsOfFields(context, {
      uid: type.uid,
      rows: publication ? rowsOfPublication(publication) : [row.id],
      fields: publication ? null : [...input.components.keys()],
    }),
  ]);
  const stored = yield* updateEntry(
    operation,
    {
      input,
      targets: sent.targets,
      row: row.id,
      slotsOf,
      published: publishedRow(version, row, rows),
    },
    // A program cannot set the time of an update.
    new Map([...operation.times, ...systemValues(version, 'update')]),
  );
  recordEvent(operation, 'updated', {
    documentId: row.documentId,
    locale: row.locale,
    rows: versionRow(type, row.id),
  });
  const result = publication
    ? yield* publishWritten(operation, row, { slotsOf: stored.slotsOf, publication })
    : row.id;
  const draft = { before: row.id, after: row.id };
  const published = publishedPair(version, rows, result);
  yield* shareWritten(operation, { before, draft, published, locales });
  return result;
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
