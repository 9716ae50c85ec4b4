// Publishes, unpublishes and discards versions of a document inside a transaction. Each action returns the resulting
// versions of the requested locales, ordered by locale.
import { notFound, validationError } from '../../base/errors.ts';
import { sharedAttributes } from '../../schema/shared-attributes.ts';
import type { InteractiveWriteSteps, WriteSteps } from '../../storage/session.ts';
import { concurrently } from '../../storage/concurrently.ts';
import { findDocumentRows, type DocumentRow } from '../rows/document-rows.ts';
import { afterRow } from '../rows/row-hooks.ts';
import { beforeRemoval } from '../rows/removal-hooks.ts';
import { readSlotsOf } from '../components/stored-components.ts';
import { rowsInLocales } from '../version.ts';
import { discardRows, publishRows, rowsOfPublication } from '../versions/publish-rows.ts';
import { planShared, shareWritten } from '../versions/shared-values.ts';
import { unpublishRows } from '../versions/unpublish-rows.ts';
import type { WriteContext } from '../write-context.ts';
import { recordEvent, type WriteOperation } from '../write-operation.ts';
import type { DocumentRequest, UnpublishRequest } from '../write-request.ts';

/** An action. @returns the row ids for the response @throws AppError */
export type Action = (
  operation: WriteOperation,
  request: DocumentRequest<unknown>,
) => InteractiveWriteSteps<readonly number[]>;

/** Publishes the drafts in the requested locales. */
export function* publishDocument(
  operation: WriteOperation,
  request: DocumentRequest<unknown>,
): InteractiveWriteSteps<readonly number[]> {
  const { context, type } = operation;
  const { rows, drafts, published } = yield* findVersions(context, request);
  const [first] = drafts;
  if (!first) throw notFound();
  const locales = drafts.map(({ locale }) => locale);
  const replaced = rows.filter(({ isDraft, locale }) => !isDraft && locales.includes(locale));
  const publication = { drafts, replaced };
  const [shared, slotsOf] = yield* concurrently([
    planShared(context, type, { rows, locales, attributes: sharedAttributes(type), sent: null }),
    readSlotsOf(context, type.uid, rowsOfPublication(publication)),
  ]);
  const ids = yield* publishRows(operation, publication, slotsOf);
  // Shared values are the same in all drafts, so one draft is enough to update the other locales.
  const previous = published.find(({ locale }) => locale === first.locale);
  yield* shareWritten(operation, shared, {
    draft: { before: first.id, after: first.id },
    published: { before: previous?.id ?? null, after: ids[0] ?? first.id },
  });
  return ids;
}

/** Removes the published rows of a document, if there are any. */
export function* unpublishDocument(
  operation: WriteOperation,
  request: UnpublishRequest<unknown>,
): InteractiveWriteSteps<readonly number[]> {
  const { context, type } = operation;
  if (request.discardsDrafts) yield* discardDraft(operation, request);
  const { drafts, published } = yield* findVersions(context, request);
  const pairs = published.flatMap(({ id, documentId, locale }) => {
    const draft = drafts.find((each) => each.locale === locale);
    return draft && documentId !== null ? [{ id, documentId, locale, draft: draft.id }] : [];
  });
  if (pairs.length < published.length) {
    throw validationError(
      'This version was published without a draft: save a draft first, or delete the document.',
    );
  }
  const events = yield* beforeRemoval(operation, {
    uid: type.uid,
    rows: pairs.map(({ id }) => id),
  });
  yield* unpublishRows(context, type, pairs);
  for (const event of events) yield* afterRow(operation, event);
  for (const { id, draft, documentId, locale } of pairs) {
    const rows = { draft, published: id };
    recordEvent(operation, 'unpublished', { documentId, locale, rows });
  }
  return drafts.map(({ id }) => id);
}

/** Reverts drafts to what is published. */
export function* discardDraft(
  operation: WriteOperation,
  request: DocumentRequest<unknown>,
): InteractiveWriteSteps<readonly number[]> {
  const { context, type } = operation;
  const { rows, drafts, published } = yield* findVersions(context, request);
  const replaced = published.map(({ id, locale }) => ({
    from: id,
    replaced: drafts.find((each) => each.locale === locale)?.id ?? null,
  }));
  const [first] = replaced;
  if (!first) {
    throw validationError('There is no published version to go back to: delete the draft instead.');
  }
  const locales = published.map(({ locale }) => locale);
  const read = [...published, ...drafts].map(({ id }) => id);
  const [shared, slotsOf] = yield* concurrently([
    planShared(context, type, { rows, locales, attributes: sharedAttributes(type), sent: null }),
    readSlotsOf(context, type.uid, read),
  ]);
  const ids = yield* discardRows(operation, replaced, slotsOf);
  for (const [i, { id, documentId, locale }] of published.entries()) {
    const reverted = { draft: ids[i] ?? null, published: id };
    recordEvent(operation, 'draft discarded', { documentId, locale, rows: reverted });
  }
  const draft = { before: first.replaced, after: ids[0] ?? first.from };
  yield* shareWritten(operation, shared, { draft, published: null });
  return ids;
}

interface Versions {
  /** All rows of the document. */
  readonly rows: readonly DocumentRow[];
  readonly drafts: readonly DocumentRow[];
  readonly published: readonly DocumentRow[];
}

/** The rows of a document, ordered by locale. @throws NotFoundError if there are none in the locales */
function* findVersions(
  context: WriteContext,
  { type, documentId, response: { read } }: DocumentRequest<unknown>,
): WriteSteps<Versions> {
  const rows = yield* findDocumentRows(context, type, documentId);
  const named = rowsInLocales(rows, read).toSorted((a, b) =>
    (a.locale ?? '') < (b.locale ?? '') ? -1 : 1,
  );
  if (named.length === 0) throw notFound();
  return {
    rows,
    drafts: named.filter(({ isDraft }) => isDraft),
    published: named.filter(({ isDraft }) => !isDraft),
  };
}
