// Creates a document inside a transaction: its first row and its publication.
import { createDocumentId } from '../base/document-id.ts';
import { validationError } from '../base/errors.ts';
import type { InteractiveWriteSteps } from '../storage/database.ts';
import type { CheckedEntry } from './check-entry.ts';
import { findDocumentRows, newRow } from './document-rows.ts';
import type { ColumnValue } from './input.ts';
import { findTargets } from './targets.ts';
import { assertValid, type SentDocument } from './validity.ts';
import { sourceOf, systemValues, type Version } from './version.ts';
import { publicationOf, publishWritten } from './versions/publish-rows.ts';
import { recordEvent, versionRow, type WriteOperation } from './write-operation.ts';
import { insertEntry } from './write-entries.ts';

/** Creates a document. @returns the row id for the response @throws AppError */
export function* createDocument(
  operation: WriteOperation,
  version: Version,
  checked: CheckedEntry,
): InteractiveWriteSteps<number> {
  const { context, type } = operation;
  if (type.kind === 'singleType' && (yield* findDocumentRows(context, type, null)).length > 0) {
    throw validationError(
      `${type.displayName} is a single type and already has its document: update it.`,
    );
  }
  const targets = yield* findTargets(context, sourceOf(version), checked.input);
  return yield* insertDocument(operation, version, { checked, targets });
}

/** Inserts the first row of a document. @returns the row id for the response */
export function* insertDocument(
  operation: WriteOperation,
  version: Version,
  sent: SentDocument,
): InteractiveWriteSteps<number> {
  const { type } = operation;
  yield* assertValid(operation, version, { sent, documentId: null, isNew: true });
  const documentId = createDocumentId();
  const { row: id, slotsOf } = yield* insertEntry(
    operation,
    { input: sent.checked.input, targets: sent.targets, isFirst: true },
    new Map<string, ColumnValue>([
      ['documentId', documentId],
      ...systemValues(version, 'create'),
      ...operation.times,
    ]),
  );
  const { locale } = version;
  recordEvent(operation, 'created', { documentId, locale, rows: versionRow(type, id) });
  const row = newRow(id, { documentId, locale, isDraft: type.draftAndPublish });
  const publication = publicationOf(version, row, []);
  if (!publication) return id;
  return yield* publishWritten(operation, row, { slotsOf, publication });
}
