// Reads the rows of documents.
import type { Row, WriteSteps } from '../../storage/session.ts';
import type { ServedRows } from '../../storage/served-rows.ts';
import type { ContentType } from '../../schema/types.ts';
import type { WriteContext } from '../write-context.ts';

export interface DocumentRow {
  readonly id: number;
  readonly documentId: string | null;
  readonly locale: string | null;
  readonly isDraft: boolean;
  /** Milliseconds since the epoch; null if it is not published, or the time is not valid. */
  readonly publishedAt: number | null;
  /** Milliseconds since the epoch, or null. */
  readonly updatedAt: number | null;
}

/** A row that was just inserted. */
export function newRow(
  id: number,
  { documentId, locale, isDraft }: Pick<DocumentRow, 'documentId' | 'locale' | 'isDraft'>,
): DocumentRow {
  return { id, documentId, locale, isDraft, publishedAt: null, updatedAt: null };
}

/**
 * The served rows of a document, ordered by id.
 * @param documentId Null for the document of a single type, which is that of its first row. If another program wrote that
 * row without a documentId, the single type has no document.
 */
export function findDocumentRows(
  context: WriteContext,
  type: ContentType,
  documentId: string | null,
): WriteSteps<readonly DocumentRow[]> {
  return servedRows(context, type, { documentId, locked: false });
}

/**
 * The served rows of a document, ordered by id, and locked until the end of the transaction.
 * @param documentId As of `findDocumentRows`
 */
export function lockDocumentRows(
  context: WriteContext,
  type: ContentType,
  documentId: string | null,
): WriteSteps<readonly DocumentRow[]> {
  return servedRows(context, type, { documentId, locked: true });
}

function* servedRows(
  { statements, layout, served }: WriteContext,
  { uid }: ContentType,
  { documentId, locked }: { readonly documentId: string | null; readonly locked: boolean },
): WriteSteps<readonly DocumentRow[]> {
  const rows = yield* statements.select(layout.table(uid), {
    columns: COLUMNS,
    where: documentId === null ? [] : [{ column: 'document_id', is: documentId }],
    order: ['id'],
    locked,
  });
  const left = served.get(uid);
  const found = (left ? rows.filter((row) => isServed(row, left)) : rows).map(toDocumentRow);
  if (documentId !== null) return found;
  const first = found[0]?.documentId;
  return first ? found.filter((row) => row.documentId === first) : [];
}

function isServed([, , locale, publishedAt]: Row, { publishedOnly, locale: only }: ServedRows) {
  if (publishedOnly && publishedAt === null) return false;
  return only === null || locale === null || locale === only;
}

/** All rows of documents of a type, served or not, ordered by id. */
export function* rowsOfDocuments(
  { statements, layout }: Pick<WriteContext, 'statements' | 'layout'>,
  uid: string,
  documents: readonly string[],
): WriteSteps<readonly DocumentRow[]> {
  const rows = yield* statements.select(layout.table(uid), {
    columns: COLUMNS,
    where: [{ column: 'document_id', in: [...new Set(documents)] }],
    order: ['id'],
  });
  return rows.map(toDocumentRow);
}

const COLUMNS = ['id', 'document_id', 'locale', 'published_at', 'updated_at'];

function toDocumentRow([id, documentId, locale, publishedAt, updatedAt]: Row): DocumentRow {
  return {
    id: Number(id),
    documentId: documentId === null ? null : String(documentId),
    locale: locale === null ? null : String(locale),
    isDraft: publishedAt === null,
    publishedAt: toTime(publishedAt),
    updatedAt: toTime(updatedAt),
  };
}

/** Converts a datetime of the driver. Another program may have stored a string. */
function toTime(value: unknown): number | null {
  if (value === null) return null;
  const time = typeof value === 'number' ? value : Date.parse(String(value));
  return Number.isNaN(time) ? null : time;
}
