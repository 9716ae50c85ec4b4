// Status of entries: whether an entry is published, and whether its draft has changed since
// (docs/strapi/content-manager.md, "Status").
import type { DocumentRow } from '../documents/rows/document-rows.ts';

/** Status of a document in a locale. */
export type EntryStatus = 'draft' | 'published' | 'modified';

/** Returns the status of a document in a locale. @param rows Rows of the document, of any locale */
export function statusOf(rows: readonly DocumentRow[], locale: string | null): EntryStatus {
  const own = rows.filter((row) => row.locale === locale);
  const draft = own.find(({ isDraft }) => isDraft);
  const published = own.find(({ isDraft }) => !isDraft);
  if (!published) return 'draft';
  const isNewer = draft !== undefined && (draft.updatedAt ?? 0) > (published.updatedAt ?? 0);
  return isNewer ? 'modified' : 'published';
}
