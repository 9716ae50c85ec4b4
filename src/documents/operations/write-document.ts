// Creates and updates a document inside a transaction: finds its rows and the targets of its links, plans the changes, and
// executes the plan.
import { AppError, notFound, validationError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { concurrently } from '../../storage/concurrently.ts';
import type { InteractiveWriteSteps } from '../../storage/session.ts';
import type { CheckedEntry } from '../check/check-entry.ts';
import { NO_SLOTS, readSlotsOf, type SlotsOf } from '../components/stored-components.ts';
import { findTargets } from '../links/targets.ts';
import { planWrite, type FoundData, type WritePlan } from '../plan/write-plan.ts';
import { findDocumentRows, newRow, type DocumentRow } from '../rows/document-rows.ts';
import { writeEntry } from '../rows/write-entry.ts';
import { assertPublishable } from '../validation/assert-valid.ts';
import { isWrittenRow, sourceOf, type Version } from '../version.ts';
import { applyPending } from '../versions/apply-pending.ts';
import { publishRows, rowsOfPublication, type Publication } from '../versions/publish-rows.ts';
import { copyShared, shareWritten, type WrittenPair } from '../versions/shared-values.ts';
import { recordEvent, versionRow, type WriteOperation } from '../write-operation.ts';

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
  { checked, data, documentId: newDocumentId }: SentCreate,
): InteractiveWriteSteps<number> {
  const { context, type } = operation;
  const rows =
    newDocumentId === undefined ? [] : yield* findDocumentRows(context, type, newDocumentId);
  if (rows.some((row) => isWrittenRow(version, row))) {
    throw new AppError('ApplicationError', takenMessage(version, newDocumentId));
  }
  if (type.kind === 'singleType' && (yield* findDocumentRows(context, type, null)).length > 0) {
    throw validationError(
      `${type.displayName} is a single type and already has its document: update it.`,
    );
  }
  const targets = yield* findTargets(context, sourceOf(version), checked.input);
  const found = { checked, targets, data, row: null, rows, newDocumentId };
  return yield* writeDocument(operation, version, found);
}

function takenMessage({ type, locale }: Version, documentId: string | undefined): string {
  const article = type.draftAndPublish ? 'A draft' : 'An';
  const inLocale = locale === null ? '' : ` and locale "${locale}"`;
  const entry = `${article} entry with documentId "${documentId}"${inLocale}`;
  return `${entry} already exists for UID "${type.uid}". This combination must be unique.`;
}

/** The data that was sent, checked as an update and as a new row. */
export interface SentUpdate {
  /** Null for the document of a single type, which is created if it does not exist. */
  readonly documentId: string | null;
  readonly data: JsonObject;
  readonly update: CheckedEntry;
  create(): CheckedEntry;
}

/**
 * Updates a document: its row of the version, which is inserted if there is none.
 * @returns the row id for the response @throws AppError
 */
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
  if (rows.length === 0 && documentId !== null) throw notFound();
  const row = rows.find((each) => isWrittenRow(version, each)) ?? null;
  const checked = row ? update : create();
  return yield* writeDocument(operation, version, { checked, targets, data, row, rows });
}

/** Plans a write and executes the plan. @returns the row id for the response */
function* writeDocument(
  operation: WriteOperation,
  version: Version,
  found: FoundData,
): InteractiveWriteSteps<number> {
  const { type } = operation;
  const plan = yield* planWrite(operation, version, found);
  const written = yield* writeEntry(operation, plan.entry);
  const row = plan.row ?? insertedRow(plan, version);
  const { id, documentId, locale } = row;
  const rows = versionRow(type, id);
  recordEvent(operation, plan.row ? 'updated' : 'created', { documentId, locale, rows });
  const publication = publicationOf(plan, row);
  const slotsOf = plan.inherited
    ? yield* inheritShared(operation, plan, { row, publication })
    : written;
  const published = publication
    ? yield* publishRow(operation, publication, { row, slotsOf })
    : null;
  const draft = { before: plan.row?.id ?? null, after: id };
  yield* shareWritten(operation, plan.shared, { draft, published });
  return published?.after ?? id;
}

function insertedRow({ entry, documentId }: WritePlan, { type, locale }: Version): DocumentRow {
  return newRow(entry.root.id, { documentId, locale, isDraft: type.draftAndPublish });
}

/** The planned publication, to which an inserted draft is added. */
function publicationOf({ publication, row }: WritePlan, written: DocumentRow): Publication | null {
  if (!publication || row) return publication;
  return { drafts: [written], replaced: publication.replaced };
}

/** The row that was inserted, and its publication. */
interface InsertedRow {
  readonly row: DocumentRow;
  readonly publication: Publication | null;
}

/**
 * Copies the shared values that an inserted row inherits (docs/strapi/publishing.md, "New localizations"), and applies the
 * pending links to it.
 * @returns the components of the row and of those that it replaces, if they are needed @throws ValidationError
 */
function* inheritShared(
  { context, type }: WriteOperation,
  { inherited, rows }: WritePlan,
  { row, publication }: InsertedRow,
): InteractiveWriteSteps<SlotsOf> {
  yield* copyShared(context, type, { row, rows, attributes: inherited ?? [] });
  yield* applyPending(context, type.uid, [row]);
  if (publication) return yield* readSlotsOf(context, type.uid, rowsOfPublication(publication));
  if (type.draftAndPublish) return NO_SLOTS;
  const slotsOf = yield* readSlotsOf(context, type.uid, [row.id]);
  yield* assertPublishable(context, { type, slotsOf }, [row]);
  return slotsOf;
}

/** Publishes the written draft, and its duplicates. @returns its published row before and after the write @throws ValidationError */
function* publishRow(
  operation: WriteOperation,
  publication: Publication,
  { row, slotsOf }: { readonly row: DocumentRow; readonly slotsOf: SlotsOf },
): InteractiveWriteSteps<WrittenPair> {
  const { drafts, replaced } = publication;
  const ids = yield* publishRows(operation, publication, slotsOf);
  return { before: replaced[0]?.id ?? null, after: ids[drafts.indexOf(row)] ?? row.id };
}
