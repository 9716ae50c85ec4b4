// Creates a document inside a transaction: its first row and its publication.
import { createDocumentId } from '../../base/document-id.ts';
import { AppError, validationError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import type { InteractiveWriteSteps } from '../../storage/session.ts';
import type { CheckedEntry } from '../check/check-entry.ts';
import { findDocumentRows, newRow } from '../rows/document-rows.ts';
import type { ColumnValue } from '../input.ts';
import { findTargets } from '../links/targets.ts';
import { assertValid, type SentDocument } from '../validation/assert-valid.ts';
import { isWrittenRow, sourceOf, systemValues, type Version } from '../version.ts';
import { insertLocalization } from '../versions/insert-localization.ts';
import { publicationOf, publishWritten } from '../versions/publish-rows.ts';
import { recordEvent, versionRow, type WriteOperation } from '../write-operation.ts';
import { insertEntry } from '../rows/write-entries.ts';

/** The data of a new document. */
export interface SentCreate {
  readonly checked: CheckedEntry;
  readonly data: JsonObject;
  /** Default: a random one */
  readonly documentId: string | undefined;
}

/** Creates a document. @returns the row id for the response @throws AppError */
export function* createDocument(
  operation: WriteOperation,
  version: Version,
  { checked, data, documentId }: SentCreate,
): InteractiveWriteSteps<number> {
  const { context, type } = operation;
  const rows = documentId === undefined ? [] : yield* findDocumentRows(context, type, documentId);
  if (rows.some((row) => isWrittenRow(version, row))) {
    throw new AppError('ApplicationError', takenMessage(version, documentId));
  }
  if (type.kind === 'singleType' && (yield* findDocumentRows(context, type, null)).length > 0) {
    throw validationError(
      `${type.displayName} is a single type and already has its document: update it.`,
    );
  }
  const targets = yield* findTargets(context, sourceOf(version), checked.input);
  const sent = { checked, targets };
  if (rows.length > 0) return yield* insertLocalization(operation, version, { sent, data, rows });
  return yield* insertDocument(operation, version, { checked, targets, documentId });
}

function takenMessage({ type, locale }: Version, documentId: string | undefined): string {
  const article = type.draftAndPublish ? 'A draft' : 'An';
  const inLocale = locale === null ? '' : ` and locale "${locale}"`;
  const entry = `${article} entry with documentId "${documentId}"${inLocale}`;
  return `${entry} already exists for UID "${type.uid}". This combination must be unique.`;
}

/** The data of the first row of a document. */
interface NewDocument extends SentDocument {
  /** Default: a random one */
  readonly documentId?: string | undefined;
}

/** Inserts the first row of a document. @returns the row id for the response */
export function* insertDocument(
  operation: WriteOperation,
  version: Version,
  { documentId = createDocumentId(), ...sent }: NewDocument,
): InteractiveWriteSteps<number> {
  const { type } = operation;
  yield* assertValid(operation, version, { sent, documentId: null, isNew: true });
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
