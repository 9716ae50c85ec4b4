// In charge of the statement that finds the other rows of documents: from any row of theirs to all.
import { sql } from 'kysely';
import type { Dialect } from './dialect.ts';
import { ID, type RowStatements } from './row-statements.ts';
import type { Query } from './session.ts';

/** Which rows are looked for. */
export interface VersionsOf {
  /** The table of a content-type. */
  readonly table: string;
  readonly rows: readonly number[];
  /** True: only those of the locale of the row itself. */
  readonly sameLocale: boolean;
}

/** Reads pairs of rows of one document, each row with itself among them: id, document id and locale of the one; id, locale and `published_at` of the other. */
export function versionsOf(
  { dialect, statements }: { readonly dialect: Dialect; readonly statements: RowStatements },
  { table, rows, sameLocale }: VersionsOf,
): Query {
  const text = statements.text(['versions of', table, sameLocale], () => {
    const same = sameLocale ? sql` and other.locale is not distinct from near.locale` : sql``;
    // SQLite keeps to the order of a cross join: from the few given rows to their documents.
    return sql`select near.id, near.document_id, near.locale, other.id, other.locale, other.published_at from ${dialect.rowsOf([ID], 'given')} cross join ${sql.id(table)} as near cross join ${sql.id(table)} as other where near.id = given.id and other.document_id = near.document_id${same} order by other.id`;
  });
  return { sql: text, values: [dialect.encodeRows(rows.map((id) => [id]))] };
}
