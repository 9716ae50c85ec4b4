// In charge of the rows of a document: which ones there are, and which of them is written.
import type { Row, Writing } from '../storage/database.ts';
import type { ContentType } from '../schema/types.ts';
import type { WriteContext } from './write-context.ts';

/** A row of a document. */
export interface DocumentRow {
  readonly id: number;
  readonly documentId: string | null;
  readonly locale: string | null;
  readonly isDraft: boolean;
}

/** The served rows of a document, or of a whole single type, by id. @param documentId Null: of the single type */
export function* findDocumentRows(
  { statements, layout, served }: WriteContext,
  { uid }: ContentType,
  documentId: string | null,
): Writing<readonly DocumentRow[]> {
  const rows = yield* statements.select(layout.table(uid), {
    columns: ['id', 'document_id', 'locale', 'published_at'],
    where: documentId === null ? [] : [{ column: 'document_id', is: documentId }],
    order: ['id'],
  });
  const left = served.get(uid);
  const isServed = ([, , locale, publishedAt]: Row): boolean =>
    !left ||
    ((!left.publishedOnly || publishedAt !== null) &&
      (left.locale === null || locale === null || locale === left.locale));
  return rows.filter(isServed).map(([id, owner, locale, publishedAt]) => ({
    id: Number(id),
    documentId: owner === null ? null : String(owner),
    locale: locale === null ? null : String(locale),
    isDraft: publishedAt === null,
  }));
}
