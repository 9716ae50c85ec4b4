// Statement that finds all versions of documents from any of their rows.
import { sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { ID, type RowStatements } from './row-statements.ts';
import type { Query } from '../session.ts';

/** Which rows to find. */
export interface VersionsOf {
  /** Table of a content-type. */
  readonly table: string;
  readonly rows: readonly number[];
  /** If true, only rows with the locale of the given row. */
  readonly sameLocale: boolean;
}

/**
 * Selects pairs of rows of a document, including each row with itself: id, document id and locale of the given row;
 * id, locale and `published_at` of the other.
 */
export function versionsOf(
  { dialect, statements }: { readonly dialect: Dialect; readonly statements: RowStatements },
  { table, rows, sameLocale }: VersionsOf,
): Query {
  const text = statements.text(['versions of', table, sameLocale], () => {
    const same = sameLocale ? sql` and other.locale is not distinct from near.locale` : sql``;
    // SQLite keeps the order of a cross join: from the few given rows to their documents.
    return sql`select near.id, near.document_id, near.locale, other.id, other.locale, other.published_at from ${dialect.rowsOf([ID], 'given')} cross join ${sql.id(table)} as near cross join ${sql.id(table)} as other where near.id = given.id and other.document_id = near.document_id${same} order by other.id`;
  });
  return { sql: text, values: [dialect.encodeRows(rows.map((id) => [id]))] };
}
